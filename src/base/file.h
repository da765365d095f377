#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace sinew {

// The bytes of a file. Throws Error for one that is missing, a folder, unreadable or empty.
std::string read_file(const std::filesystem::path& path);

// Writes the bytes beside the file and renames them into place: a reader, or a restart after a crash, sees
// the old file or the whole new one. Throws Error where the folder is missing or the disk is full.
void write_file(const std::filesystem::path& path, std::string_view bytes);

}  // namespace sinew
