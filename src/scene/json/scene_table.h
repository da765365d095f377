#pragma once

#include "sinew/scene/rules/rule.h"
#include "sinew/scene/scene_description.h"

namespace sinew {

// The table of scene files, in parts: every key with its meaning, unit, range and default stands there once,
// and the reader, the schema and the reference page come from it. What refers to the kinds of bodies does so
// as long as it lives.

class BodyKinds;

RulePtr<SceneDescription> scene_rule(const BodyKinds& kinds);
RulePtr<BodyDescription> body_rule(const BodyKinds& kinds);
// Whether --set chose the type of a body: what the file says for the other type is then passed over.
bool is_type_set(const Node& body);
// Refuses a key that does not go with the type of its body. Where --set chose the type of a body that the
// file made for another one, what the file says is passed over instead, with a note of what is done.
void refuse_or_pass_over(const Node& body, const Place& at_key, const std::string& what,
                         const std::string& hint, const std::string& done);
RulePtr<MeshDescription> mesh_rule();
RulePtr<SurfaceDescription> surface_rule();
RulePtr<PlaceDescription> place_rule();
RulePtr<TurnDescription> turn_rule();
RulePtr<RegionDescription> region_rule();
// Two opposite corners, the lower one first.
RulePtr<BoxRegionDescription> corners_rule();
RulePtr<MaterialDescription> material_rule();
RulePtr<HoldDescription> hold_rule();
RulePtr<ForceDescription> force_rule();
RulePtr<CutDescription> cut_rule();
RulePtr<Motion> motion_rule();
RulePtr<std::optional<GroundDescription>> ground_rule();
RulePtr<ObstacleDescription> obstacle_rule();
RulePtr<ContactParams> contact_rule();
RulePtr<ContactSurfaceDescription> contact_surface_rule();
RulePtr<AttachmentDescription> attachment_rule();
RulePtr<ViewDescription> view_rule();
// Red, green, blue.
RulePtr<Vec3> colour_rule();

// Units of length by name, as metres.
RulePtr<double> unit_rule();
// The scene's version, which is looked at before anything else.
RulePtr<int> version_rule();

}  // namespace sinew
