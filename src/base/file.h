#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace sinew {

// The bytes of a file or pipe. Throws Error for one that is missing, a folder, a device, unreadable, empty,
// or too large for this machine's memory.
std::string read_file(const std::filesystem::path& path);

// Throws Error for a file that is missing or a folder: to be called before anything is made of its name.
void require_file(const std::filesystem::path& path);

// As an UnfinishedFile: a reader sees the old file or the whole new one. Throws Error where the folder is
// missing or the disk is full.
void write_file(const std::filesystem::path& path, std::string_view bytes);

// Throws now the Error that write_file would throw for this path (a missing folder, no permission): to be
// called before long work. Leaves nothing behind.
void require_writable(const std::filesystem::path& path);

}  // namespace sinew
