#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>

#include "scene/run.h"

namespace sinew {

// What a scene file describes: the bodies, and how they are to be run (steps, dt, formats, probes, and the
// fingerprint of the scene).
struct LoadedWorld {
  World world;
  RunOptions run;
};

// Makes it from the file and overrides of the form "path=value". Throws Error for a scene that cannot be.
using WorldLoader =
    std::function<LoadedWorld(const std::filesystem::path& scene, std::span<const std::string> overrides)>;

}  // namespace sinew
