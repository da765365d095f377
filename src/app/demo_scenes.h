#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/demo_page.h"

namespace sinew {

// All built-in scenes, those first that show most in the shortest time.
std::vector<std::string> scenes_to_show();

// What the page says of a built-in scene before it is run.
GalleryPart scene_part(const std::string& name);

// Runs built-in scenes, whose parts the page has, and leaves the frames of each in FOLDER/SCENE, a movie and
// a picture. Prints a table of what came of each body. With fewer elements than the scenes say unless they
// are to be `full`.
void show_scenes(const std::vector<std::string>& names, bool full, const std::filesystem::path& folder,
                 DemoPage& page);

}  // namespace sinew
