#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace sinew {

// What the page says of one scene. Files are named relative to the page.
struct GalleryEntry {
  std::string name, title;
  std::string picture, movie;      // each may be empty
  std::vector<std::string> heads;  // of a table of figures
  std::vector<std::vector<std::string>> rows;
};

// Writes an HTML page that needs nothing besides the files it names.
void write_gallery_page(const std::filesystem::path& path, const std::vector<GalleryEntry>& entries);

}  // namespace sinew
