#include "greens/file/sections.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/checksum.h"
#include "base/little_endian.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

static_assert(std::endian::native == std::endian::little, "arrays are used where they are mapped");

constexpr std::size_t kHead = 32, kEntry = 32, kAlignment = 64, kBlock = 1 << 20;
constexpr const char* kDamaged = "make it again with sinew precompute, or take a copy";

std::uint64_t aligned(std::uint64_t at) { return (at + kAlignment - 1) / kAlignment * kAlignment; }

std::string head_of(std::span<const SectionEntry> entries, std::uint64_t size) {
  std::string head(kGreensMagic);
  put_little_endian(head, kGreensVersion);
  put_little_endian(head, static_cast<std::uint32_t>(entries.size()));
  put_little_endian(head, size);
  std::string table;
  for (const SectionEntry& entry : entries) {
    table.append(entry.name.data(), entry.name.size());
    for (const std::uint64_t number : {entry.offset, entry.size, entry.checksum})
      put_little_endian(table, number);
  }
  put_little_endian(head, word_checksum_of(std::span<const char>(head + table)));
  return head + table;
}

template <typename T>
T number_at(std::span<const std::byte> bytes, std::size_t at) {
  T value;
  std::memcpy(&value, &bytes[at], sizeof(T));
  return value;
}

}  // namespace

void BlockChecksum::add(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const std::size_t part = std::min(bytes.size(), kBlock - pending_.size());
    pending_.insert(pending_.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(part));
    bytes = bytes.subspan(part);
    if (pending_.size() < kBlock) return;
    sum_ = word_checksum(pending_, sum_);
    pending_.clear();
  }
}

std::uint64_t BlockChecksum::value() {
  if (!pending_.empty()) sum_ = word_checksum(pending_, sum_);
  pending_.clear();
  return std::exchange(sum_, 0);
}

SectionWriter::SectionWriter(const std::filesystem::path& target, std::size_t most_sections)
    : target_(target),
      file_(target),
      stream_(file_.path(), std::ios::binary),
      most_sections_(most_sections),
      at_(aligned(kHead + kEntry * most_sections)) {
  if (!stream_) fail_to_write(target_);
  stream_.seekp(static_cast<std::streamoff>(at_));
}

void SectionWriter::begin(std::string_view name) {
  end();
  SectionEntry entry;
  std::copy_n(name.begin(), std::min(name.size(), entry.name.size()), entry.name.begin());
  entry.offset = at_;
  entries_.push_back(entry);
}

void SectionWriter::add(std::span<const std::byte> bytes) {
  stream_.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  sum_.add(bytes);
  at_ += bytes.size();
}

void SectionWriter::end() {
  if (!entries_.empty()) {
    entries_.back().size = at_ - entries_.back().offset;
    entries_.back().checksum = sum_.value();
  }
  const std::string padding(aligned(at_) - at_, '\0');
  stream_.write(padding.data(), static_cast<std::streamsize>(padding.size()));
  at_ = aligned(at_);
}

void SectionWriter::keep() {
  end();
  stream_.seekp(0);
  std::string head = head_of(entries_, at_);
  head.resize(aligned(kHead + kEntry * most_sections_));
  stream_.write(head.data(), static_cast<std::streamsize>(head.size()));
  stream_.close();
  if (!stream_) fail_to_write(target_);
  file_.keep();
}

SectionReader::SectionReader(const std::filesystem::path& path)
    : path_(path), file_(std::make_shared<MappedFile>(path)) {
  read_head();
  compare_checksums();
}

void SectionReader::refuse(const std::string& what, const std::string& hint) const {
  throw Error(what, path_.string(), hint);
}

void SectionReader::refuse_size(std::string_view name, std::uint64_t expected) const {
  refuse(
      fmt::format("the section '{}' has {} bytes where {} are expected", name, bytes(name).size(), expected),
      kDamaged);
}

void SectionReader::read_head() {
  const std::span<const std::byte> all = file_->bytes();
  const auto* const letters = reinterpret_cast<const char*>(all.data());
  if (all.size() < kHead || std::string_view(letters, kGreensMagic.size()) != kGreensMagic)
    refuse("this is no file of responses", "sinew precompute makes one");
  if (const auto version = number_at<std::uint32_t>(all, 8); version != kGreensVersion)
    refuse(fmt::format("the file has version {}, and this program reads version {}", version, kGreensVersion),
           version > kGreensVersion ? "take the program that wrote it, or a newer one"
                                    : "make it again with sinew precompute");
  const auto sections = number_at<std::uint32_t>(all, 12);
  const auto size = number_at<std::uint64_t>(all, 16);
  if (all.size() < size)
    refuse(fmt::format("the file is truncated: {} of {} bytes are there", all.size(), size), kDamaged);
  if (sections > (all.size() - kHead) / kEntry) refuse("the file's table of sections is damaged", kDamaged);
  for (std::size_t k = 0; k < sections; ++k) {
    const std::size_t at = kHead + kEntry * k;
    SectionEntry entry;
    std::memcpy(entry.name.data(), &all[at], entry.name.size());
    entry.offset = number_at<std::uint64_t>(all, at + 8), entry.size = number_at<std::uint64_t>(all, at + 16);
    entry.checksum = number_at<std::uint64_t>(all, at + 24);
    if (entry.offset % kAlignment != 0 || entry.offset > all.size() || entry.size > all.size() - entry.offset)
      refuse("the file's table of sections is damaged", kDamaged);
    entries_.push_back(entry);
  }
  const std::string expected = head_of(entries_, size);
  if (std::memcmp(expected.data(), letters, expected.size()) != 0)
    refuse("the head of the file is damaged: its checksum differs", kDamaged);
}

void SectionReader::compare_checksums() const {
  for (const SectionEntry& entry : entries_) {
    BlockChecksum sum;
    sum.add(file_->bytes().subspan(entry.offset, entry.size));
    if (sum.value() != entry.checksum)
      refuse(fmt::format("the section '{}' is damaged: its checksum differs",
                         std::string(entry.name.data(), strnlen(entry.name.data(), entry.name.size()))),
             kDamaged);
  }
}

const SectionEntry* SectionReader::find(std::string_view name) const {
  for (const SectionEntry& entry : entries_)
    if (std::string_view(entry.name.data(), strnlen(entry.name.data(), entry.name.size())) == name)
      return &entry;
  return nullptr;
}

std::span<const std::byte> SectionReader::bytes(std::string_view name) const {
  const SectionEntry* const entry = find(name);
  if (entry == nullptr) refuse(fmt::format("the section '{}' is missing", name), kDamaged);
  return file_->bytes().subspan(entry->offset, entry->size);
}

}  // namespace sinew
