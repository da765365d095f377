#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace sinew {

// Runs built-in scenes, prints a table of what came of each body, and leaves the frames in FOLDER/SCENE, a
// movie and a picture of each, and a page that shows them. With fewer elements than the scenes say unless
// they are to be `full`.
void show_scenes(const std::vector<std::string>& names, bool full, const std::filesystem::path& folder);

}  // namespace sinew
