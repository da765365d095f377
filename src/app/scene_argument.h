#pragma once

#include <span>
#include <string>

#include "sinew/scene/load_world.h"

namespace sinew {

// The SCENE of a command line: a scene file, or the name of a built-in scene. Throws Error, with a
// suggestion, if it is neither, and with the command that makes a scene if it is a mesh.
SceneDescription described_scene(const std::string& scene, std::span<const std::string> overrides);
LoadedWorld load_scene(const std::string& scene, std::span<const std::string> overrides);

}  // namespace sinew
