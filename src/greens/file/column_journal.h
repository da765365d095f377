#pragma once

#include <filesystem>
#include <fstream>
#include <functional>
#include <string_view>

#include "base/fingerprint.h"
#include "greens/file/packed_columns.h"

namespace sinew {

// Columns as they are computed, in a file beside the one that is to be made: X.greens.unfinished. Each block of columns
// is a record with a checksum, so that work goes on after a kill with the last record that is whole; a cut one behind it
// is written again. Memory holds one block.
//
//   "SINEWGRJ"  version u32  0 u32  fingerprint 2 x u64
//   records: what u32  columns u32  size u64  checksum u64, then the bytes
class ColumnJournal {
 public:
  enum class Record : std::uint32_t { kGlobalTerm, kColumns, kSupports };

  // Goes on with the journal of this fingerprint if there is one; else starts a new one in its place.
  ColumnJournal(const std::filesystem::path& target, const Fingerprint& fingerprint, bool resume);

  static std::filesystem::path path_for(const std::filesystem::path& target);

  bool has_global_term() const { return has_global_; }
  const std::vector<float>& global_term() const { return global_; }
  Index columns(Record what) const { return what == Record::kSupports ? supports_ : columns_; }

  void append_global_term(std::vector<float> F);
  void append(Record what, const PackedColumns& columns);
  // All blocks of one kind, in their order.
  void for_each(Record what, const std::function<void(const PackedColumns&)>& visit) const;
  void remove();

 private:
  void start(const Fingerprint& fingerprint);
  bool read_back(const Fingerprint& fingerprint);
  void write_record(Record what, Index columns, std::string_view bytes);

  std::filesystem::path target_, path_;
  std::fstream stream_;
  std::vector<float> global_;
  bool has_global_ = false;
  Index columns_ = 0, supports_ = 0;
};

}  // namespace sinew
