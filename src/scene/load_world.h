#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "record/run.h"
#include "scene/scene_description.h"
#include "world/simulation.h"

namespace sinew {

// A loaded scene: the bodies, how they are to be run (steps, dt, formats, probes, and the fingerprint of the
// scene), and how they are to be shown.
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

// Loads a scene file with overrides of the form "path=value": reads and fills meshes, finds the nodes that
// are held, assigns materials to the elements. Throws Error, with the path in the scene, if something is
// invalid; warns of repairs and of likely mistakes (sizes of another unit, a region without elements).
LoadedWorld load_world(const std::filesystem::path& scene, std::span<const std::string> overrides = {});

// The same from a description; `name` stands for the file in messages.
LoadedWorld load_world(const SceneDescription& scene, const std::string& name);

// The visible tools of the scene's cuts, as frames show them. Nothing else of the scene is loaded.
std::vector<ScheduledTool> seen_tools(const SceneDescription& scene, const std::string& name);

}  // namespace sinew
