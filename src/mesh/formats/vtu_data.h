#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mesh/formats/number_type.h"

namespace sinew {

class EncodedBytes;

// A <DataArray> of a VTK XML file: what its numbers are and where they stand.
struct VtuArray {
  enum class Format { kAscii, kInline, kAppended };

  std::string name;
  NumberType type = NumberType::kFloat64;
  int components = 1;
  Format format = Format::kAscii;
  std::uint64_t offset = 0;                  // of appended data
  std::size_t text_begin = 0, text_end = 0;  // of the others, in the file
};

// How a VTK XML file stores its arrays, and the way to their numbers. Memory is bounded by the size of the
// file: a block says how long it will be once inflated, and is not believed if no deflated block of its
// length could be. The bytes must outlive the object.
class VtuData {
 public:
  VtuData(std::string_view bytes, std::string file);

  void set_order(std::endian order) { order_ = order; }
  void set_header(NumberType header) { header_ = header; }
  void set_compressed(bool compressed) { compressed_ = compressed; }
  // Appended data starts at `begin`, behind the underscore.
  void set_appended(std::size_t begin, bool base64) { appended_ = begin, appended_base64_ = base64; }

  // The numbers of an array; throws unless there are `count` of them.
  std::vector<double> numbers(const VtuArray& array, std::uint64_t count);

 private:
  std::vector<double> text_numbers(const VtuArray& array, std::uint64_t count) const;
  std::string binary(const VtuArray& array, std::uint64_t size);
  std::string inflated(EncodedBytes& source, std::uint64_t size);
  std::vector<std::uint64_t> headers(EncodedBytes& source, std::uint64_t count) const;
  [[noreturn]] void fail(const std::string& what, const std::string& hint = "") const;

  std::string_view bytes_;
  std::string file_;
  std::string array_;  // being decoded, for messages
  std::endian order_ = std::endian::little;
  NumberType header_ = NumberType::kUInt32;
  bool compressed_ = false;
  std::optional<std::size_t> appended_;
  bool appended_base64_ = false;
  std::uint64_t inflatable_;  // bytes that may still come out of blocks
};

}  // namespace sinew
