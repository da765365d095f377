#include "greens/file/column_journal.h"

#include <bit>
#include <cstring>
#include <optional>

#include "base/little_endian.h"
#include "base/unfinished_file.h"

namespace sinew {

namespace {

constexpr std::string_view kMagic = "SINEWGRJ";
constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kHead = 32, kRecordHead = 24;

std::string head_of(const Fingerprint& fingerprint) {
  std::string head(kMagic);
  put_little_endian(head, kVersion);
  put_little_endian(head, std::uint32_t{0});
  for (const std::uint64_t half : std::bit_cast<std::array<std::uint64_t, 2>>(fingerprint))
    put_little_endian(head, half);
  return head;
}

struct RawRecord {
  std::uint32_t what = 0, columns = 0;
  std::string bytes;
};

// The next record; nothing if it is cut or damaged. `rest` is what the file has from here.
std::optional<RawRecord> next_record(std::istream& stream, std::uint64_t rest) {
  std::array<char, kRecordHead> head;
  if (rest < kRecordHead || !stream.read(head.data(), kRecordHead)) return {};
  RawRecord record;
  std::uint64_t size = 0, sum = 0;
  std::memcpy(&record.what, &head[0], 4), std::memcpy(&record.columns, &head[4], 4);
  std::memcpy(&size, &head[8], 8), std::memcpy(&sum, &head[16], 8);
  if (size > rest - kRecordHead) return {};
  record.bytes.resize(size);
  if (!stream.read(record.bytes.data(), static_cast<std::streamsize>(size))) return {};
  if (word_checksum_of(std::span<const char>(record.bytes), record.what + record.columns) != sum) return {};
  return record;
}

}  // namespace

std::filesystem::path ColumnJournal::path_for(const std::filesystem::path& target) {
  return target.string() + ".unfinished";
}

ColumnJournal::ColumnJournal(const std::filesystem::path& target, const Fingerprint& fingerprint, bool resume)
    : target_(target), path_(path_for(target)) {
  if (!resume || !read_back(fingerprint)) start(fingerprint);
}

void ColumnJournal::start(const Fingerprint& fingerprint) {
  stream_ = std::fstream(path_, std::ios::binary | std::ios::in | std::ios::out | std::ios::trunc);
  global_.clear(), has_global_ = false, columns_ = supports_ = 0;
  const std::string head = head_of(fingerprint);
  stream_.write(head.data(), static_cast<std::streamsize>(head.size()));
  if (!stream_.flush()) fail_to_write(path_);
}

// Counts what is whole and cuts the file behind it.
bool ColumnJournal::read_back(const Fingerprint& fingerprint) {
  std::error_code missing;
  const std::uint64_t size = std::filesystem::file_size(path_, missing);
  if (missing || size < kHead) return false;
  std::uint64_t whole = kHead;
  {
    std::ifstream stream(path_, std::ios::binary);
    std::string head(kHead, '\0');
    if (!stream.read(head.data(), kHead) || head != head_of(fingerprint)) return false;
    while (const auto record = next_record(stream, size - whole)) {
      whole += kRecordHead + record->bytes.size();
      if (record->what == static_cast<std::uint32_t>(Record::kGlobalTerm)) {
        global_.resize(record->bytes.size() / sizeof(float));
        std::memcpy(global_.data(), record->bytes.data(), global_.size() * sizeof(float));
        has_global_ = true;
      } else {
        (record->what == static_cast<std::uint32_t>(Record::kSupports) ? supports_ : columns_) +=
            static_cast<Index>(record->columns);
      }
    }
  }
  std::filesystem::resize_file(path_, whole);
  stream_ = std::fstream(path_, std::ios::binary | std::ios::in | std::ios::out | std::ios::ate);
  if (!stream_) fail_to_write(path_);
  return true;
}

void ColumnJournal::write_record(Record what, Index columns, std::string_view bytes) {
  std::string head;
  const auto kind = static_cast<std::uint32_t>(what), many = static_cast<std::uint32_t>(columns);
  put_little_endian(head, kind), put_little_endian(head, many);
  put_little_endian(head, static_cast<std::uint64_t>(bytes.size()));
  put_little_endian(head, word_checksum_of(std::span<const char>(bytes), kind + many));
  stream_.seekp(0, std::ios::end);
  stream_.write(head.data(), static_cast<std::streamsize>(head.size()));
  stream_.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!stream_.flush()) fail_to_write(path_);
}

void ColumnJournal::append_global_term(std::vector<float> F) {
  global_ = std::move(F), has_global_ = true;
  write_record(Record::kGlobalTerm, 0,
               {reinterpret_cast<const char*>(global_.data()), global_.size() * sizeof(float)});
}

void ColumnJournal::append(Record what, const PackedColumns& columns) {
  write_record(what, columns.count(), to_bytes(columns));
  (what == Record::kSupports ? supports_ : columns_) += columns.count();
}

void ColumnJournal::for_each(Record what, const std::function<void(const PackedColumns&)>& visit) const {
  std::uint64_t rest = std::filesystem::file_size(path_) - kHead;
  std::ifstream stream(path_, std::ios::binary);
  stream.seekg(kHead);
  while (const auto record = next_record(stream, rest)) {
    rest -= kRecordHead + record->bytes.size();
    if (record->what == static_cast<std::uint32_t>(what)) visit(packed_from(record->bytes, path_.string()));
  }
}

void ColumnJournal::remove() {
  stream_.close();
  std::filesystem::remove(path_);
}

}  // namespace sinew
