#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace sinew {

// The bytes of a file or pipe. Throws Error if it is missing, a folder, a device, unreadable, empty, or too
// large for this machine's memory.
std::string read_file(const std::filesystem::path& path);

// Throws Error if the file is missing or a folder. Call it before names are derived from its name.
void require_file(const std::filesystem::path& path);

// Writes through an UnfinishedFile: a reader sees the old file or the whole new one. Throws Error if the
// folder is missing or the disk is full.
void write_file(const std::filesystem::path& path, std::string_view bytes);

// Throws the Error that write_file would throw for this path (a missing folder, no permission). Call it
// before long work. Leaves nothing behind.
void require_writable(const std::filesystem::path& path);

}  // namespace sinew
