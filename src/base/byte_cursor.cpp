#include "base/byte_cursor.h"

#include <fmt/format.h>

#include "sinew/base/error.h"

namespace sinew {

ByteCursor::ByteCursor(std::string_view bytes, std::string file, std::endian order)
    : bytes_(bytes), file_(std::move(file)), order_(order) {}

std::string_view ByteCursor::take(std::size_t count, std::string_view expected) {
  require(count, 1, expected);
  const std::string_view taken = bytes_.substr(position_, count);
  position_ += count;
  return taken;
}

void ByteCursor::require(std::uint64_t count, std::uint64_t size, std::string_view expected) const {
  if (size != 0 && count > remaining() / size)
    fail(fmt::format("{} expected: {} x {} bytes, but only {} are left", expected, count, size, remaining()),
         "the file is truncated, or not of the format its name says");
}

void ByteCursor::fail(const std::string& what, const std::string& hint) const {
  throw Error(what, fmt::format("{}, byte {}", file_, position_), hint);
}

}  // namespace sinew
