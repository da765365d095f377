#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/demo_page.h"

namespace sinew {

// All built-in scenes, those first that show most in the shortest time.
std::vector<std::string> scenes_to_show();

// What the page says about a built-in scene before it is run.
GalleryPart scene_part(const std::string& name);

// Runs built-in scenes, whose parts the page has, and writes the frames of each to FOLDER/SCENE, with a movie
// and a picture. Prints a table of the results for each body. Uses fewer elements than the scenes say unless
// `full`.
void show_scenes(const std::vector<std::string>& names, bool full, const std::filesystem::path& folder,
                 DemoPage& page);

}  // namespace sinew
