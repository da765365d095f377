#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/mapped_file.h"
#include "base/unfinished_file.h"

// A file of named arrays that can be used where it is mapped (docs/formats.md). Little endian.
//
//   "SINEWGRN"  version u32  sections u32  size of the file u64  checksum of this head u64
//   per section: name char[8]  offset u64  size u64  checksum u64
//   the sections, each at a multiple of 64 bytes
//
// The checksum of a section is that of its blocks of 1 MiB, one after the other.
namespace sinew {

inline constexpr std::string_view kGreensMagic = "SINEWGRN";
inline constexpr std::uint32_t kGreensVersion = 1;

struct SectionEntry {
  std::array<char, 8> name{};
  std::uint64_t offset = 0, size = 0, checksum = 0;
};

// The checksum of bytes that come piece by piece.
class BlockChecksum {
 public:
  void add(std::span<const std::byte> bytes);
  std::uint64_t value();

 private:
  std::vector<std::byte> pending_;
  std::uint64_t sum_ = 0;
};

// Writes through an UnfinishedFile: readers see nothing of it before keep().
class SectionWriter {
 public:
  SectionWriter(const std::filesystem::path& target, std::size_t most_sections);

  void begin(std::string_view name);  // at most eight letters
  void add(std::span<const std::byte> bytes);
  template <typename T>
  void add(const std::vector<T>& values) {
    add(std::as_bytes(std::span(values)));
  }
  template <typename T>
  void section(std::string_view name, const std::vector<T>& values) {
    begin(name);
    add(values);
  }
  // Writes the head and gives the file its name.
  void keep();

 private:
  void end();

  std::filesystem::path target_;
  UnfinishedFile file_;
  std::ofstream stream_;
  std::size_t most_sections_;
  std::uint64_t at_;
  std::vector<SectionEntry> entries_;
  BlockChecksum sum_;
};

// Throws Error if the file is not one of these, of another version, truncated or damaged: every checksum is compared.
class SectionReader {
 public:
  explicit SectionReader(const std::filesystem::path& path);

  bool has(std::string_view name) const { return find(name) != nullptr; }
  std::span<const std::byte> bytes(std::string_view name) const;
  // The section as numbers: throws Error if it is missing or has not `count` of them.
  template <typename T>
  std::span<const T> array(std::string_view name, std::uint64_t count) const {
    const std::span<const std::byte> all = bytes(name);
    if (all.size() / sizeof(T) != count || all.size() % sizeof(T) != 0) refuse_size(name, count * sizeof(T));
    return {reinterpret_cast<const T*>(all.data()), static_cast<std::size_t>(count)};
  }
  const std::shared_ptr<const MappedFile>& mapped() const { return file_; }
  [[noreturn]] void refuse(const std::string& what, const std::string& hint = "") const;

 private:
  const SectionEntry* find(std::string_view name) const;
  void read_head();
  void compare_checksums() const;
  [[noreturn]] void refuse_size(std::string_view name, std::uint64_t expected) const;

  std::filesystem::path path_;
  std::shared_ptr<const MappedFile> file_;
  std::vector<SectionEntry> entries_;
};

}  // namespace sinew
