#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/demo_page.h"
#include "sinew/base/geometry.h"

namespace sinew {

// The two tables of a demo: every model filled with tetrahedra, and hierarchies of some. Each fills the part
// of the page that `..._part` names, row by row, leaves its files in the folder, and prints its table.
GalleryPart models_part();
void show_models(const std::vector<std::string>& models, Index tetrahedra,
                 const std::filesystem::path& folder, DemoPage& page);

GalleryPart hierarchies_part();
void show_hierarchies(const std::vector<std::string>& models, Index finest,
                      const std::filesystem::path& folder, DemoPage& page);

}  // namespace sinew
