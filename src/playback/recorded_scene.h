#pragma once

#include <optional>

#include "playback/recorded_files.h"
#include "sinew/scene/scene_description.h"

namespace sinew {

// The scene of the run in the folder, from the copy that the run left there; empty if there is no copy. If
// the copy cannot be read, there is a warning, and the result is empty.
std::optional<SceneDescription> recorded_scene(const std::filesystem::path& folder);

// The stem of the file names of each body of the scene, in its order.
std::vector<std::string> file_stems(const SceneDescription& scene);

}  // namespace sinew
