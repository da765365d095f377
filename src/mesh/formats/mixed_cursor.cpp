#include "mesh/formats/mixed_cursor.h"

#include <fmt/format.h>

namespace sinew {

MixedCursor::MixedCursor(std::string_view bytes, const std::string& file)
    : text_(bytes, file, '\0'), bytes_(bytes, file) {}

void MixedCursor::set_binary(std::endian order) {
  binary_ = true;
  bytes_.set_order(order);
}

// Neither cursor ever goes back, so the one that is ahead knows the place.
TextCursor& MixedCursor::text() {
  if (bytes_.position() > text_.position()) text_.set_position(bytes_.position());
  return text_;
}

ByteCursor& MixedCursor::bytes() {
  if (text_.position() > bytes_.position()) bytes_.take(text_.position() - bytes_.position(), "");
  return bytes_;
}

void MixedCursor::begin_numbers() {
  if (binary_) text().skip_line();
}

double MixedCursor::number(NumberType type, std::string_view expected) {
  if (binary_) return read_number(bytes(), type, expected);
  const std::string_view token = text_.token(expected);
  const auto value = parse_double(token);
  if (!value) text_.fail(fmt::format("{} expected, found something else", expected));
  return *value;
}

long long MixedCursor::integer(NumberType type, std::string_view expected) {
  return binary_ ? read_integer(bytes(), type, expected) : text_.integer(expected);
}

long long MixedCursor::count(NumberType type, std::size_t bytes_each, std::string_view expected) {
  if (!binary_) return text_.count(expected, static_cast<long long>(text_.remaining()));
  const long long value = integer(type, expected);
  if (value < 0) bytes_.fail(fmt::format("{} is negative: {}", expected, value));
  bytes_.require(static_cast<std::uint64_t>(value), bytes_each, expected);
  return value;
}

void MixedCursor::require(long long numbers, NumberType type, std::string_view expected) {
  if (numbers < 0) fail(fmt::format("{}: a negative number of them", expected));
  if (binary_) return bytes().require(static_cast<std::uint64_t>(numbers), byte_size(type), expected);
  // A number and the blank before it.
  if (static_cast<unsigned long long>(numbers) > text_.remaining() / 2 + 1)
    text_.fail(
        fmt::format("{} expected: {} numbers, more than the rest of the file can hold", expected, numbers),
        "the file is truncated, or not of the format its name says");
}

void MixedCursor::fail(const std::string& what, const std::string& hint) {
  if (bytes_.position() > text_.position()) bytes_.fail(what, hint);
  text_.fail(what, hint);
}

}  // namespace sinew
