#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sinew/record/run.h"
#include "sinew/scene/view_description.h"
#include "sinew/world/world.h"

namespace sinew {

class SeenObstacle;
struct SceneDescription;
struct SimulatedWorld;

// What "type" of a body may say: see sinew/scene/body_kind.h.
class BodyKinds;
const BodyKinds& built_in_body_kinds();

// What a scene describes: the bodies, how they are to be run (steps, dt, formats, probes, and the fingerprint
// of the scene), and how they are to be seen.
struct LoadedWorld {
  World world;
  RunOptions run;
  std::string title;  // may be empty
  UpAxis up = UpAxis::kY;
  ViewDescription view;
  std::vector<std::optional<Vec3>> colours;  // of the bodies, sRGB from 0 to 1; none: chosen automatically
};

// The part of it that a Simulation needs.
SimulatedWorld simulated(LoadedWorld&& loaded);

// Makes it from the file and overrides of the form "path=value": reads and fills meshes, finds the nodes that
// are held, gives the elements their materials. Throws Error, with the path in the scene, for what cannot be;
// warns of what was repaired and of what looks like a mistake (sizes of another unit, a region without
// elements).
LoadedWorld load_world(const std::filesystem::path& scene, std::span<const std::string> overrides = {},
                       const BodyKinds& kinds = built_in_body_kinds());

// The same from a description; `name` stands for the file in messages.
LoadedWorld load_world(const SceneDescription& scene, const std::string& name,
                       const BodyKinds& kinds = built_in_body_kinds());

// The visible tools of the scene's cuts, and its obstacles, as frames show them. Nothing else of the scene is
// loaded. An obstacle whose mesh cannot be read is left out, with a warning.
std::vector<ScheduledTool> seen_tools(const SceneDescription& scene, const std::string& name);
std::vector<SeenObstacle> seen_obstacles(const SceneDescription& scene, const std::string& name);

}  // namespace sinew
