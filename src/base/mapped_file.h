#pragma once

#include <filesystem>
#include <span>

namespace sinew {

// The bytes of a file as the system maps them into memory: pages are read when they are looked at, and shared between
// processes. The file must not become shorter while it is mapped.
class MappedFile {
 public:
  // Throws Error if the file is missing, a folder, empty, or cannot be read.
  explicit MappedFile(const std::filesystem::path& path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::span<const std::byte> bytes() const { return bytes_; }

 private:
  std::span<const std::byte> bytes_;
};

}  // namespace sinew
