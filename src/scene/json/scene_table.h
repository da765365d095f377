#pragma once

#include "scene/json/rule.h"
#include "scene/scene_description.h"

namespace sinew {

// The table of scene files, in parts: every key with its meaning, unit, range and default stands there once,
// and the reader, the schema and the reference page come from it.

RulePtr<SceneDescription> scene_rule();
RulePtr<BodyDescription> body_rule();
// Whether --set chose the type of a body: what the file says for the other type is then passed over.
bool is_type_set(const Node& body);
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
RulePtr<ViewDescription> view_rule();
// Red, green, blue.
RulePtr<Vec3> colour_rule();

// Units of length by name, as metres.
RulePtr<double> unit_rule();
// The scene's version, which is looked at before anything else.
RulePtr<int> version_rule();

}  // namespace sinew
