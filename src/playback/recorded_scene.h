#pragma once

#include <optional>

#include "playback/recorded_files.h"
#include "scene/scene_description.h"

namespace sinew {

// The scene whose run is in the folder, from the copy that the run left there; none where there is no copy. A
// copy that cannot be read is a warning, and none.
std::optional<SceneDescription> recorded_scene(const std::filesystem::path& folder);

// The beginning of the file names of each body of the scene, in its order.
std::vector<std::string> file_stems(const SceneDescription& scene);

}  // namespace sinew
