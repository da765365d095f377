#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "base/byte_cursor.h"

namespace sinew {

// How a binary file stores its numbers.
enum class NumberType {
  kInt8,
  kUInt8,
  kInt16,
  kUInt16,
  kInt32,
  kUInt32,
  kInt64,
  kUInt64,
  kFloat32,
  kFloat64
};

std::size_t byte_size(NumberType type);
bool is_integer(NumberType type);
// The next number as a double. Integers beyond 2^53 are rounded: they are no index of anything.
double read_number(ByteCursor& bytes, NumberType type, std::string_view expected);
// The next number, which must be whole and less than 2^53 in size.
long long read_integer(ByteCursor& bytes, NumberType type, std::string_view expected);

// The type behind a name of VTK's legacy files, in lower case ("unsigned_char", "vtktypeint64"), or of its
// XML files ("UInt8"); nothing for a name that is not one of numbers.
std::optional<NumberType> legacy_vtk_type(std::string_view name);
std::optional<NumberType> xml_vtk_type(std::string_view name);

}  // namespace sinew
