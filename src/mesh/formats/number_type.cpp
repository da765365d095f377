#include "mesh/formats/number_type.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>

namespace sinew {

namespace {

struct NamedType {
  std::string_view name;
  NumberType type;
};

// `long` has eight bytes but on Windows, which no file tells. Ids are written as int, whatever vtkIdType is.
constexpr NamedType kLegacyTypes[] = {{"char", NumberType::kInt8},
                                      {"signed_char", NumberType::kInt8},
                                      {"unsigned_char", NumberType::kUInt8},
                                      {"short", NumberType::kInt16},
                                      {"unsigned_short", NumberType::kUInt16},
                                      {"int", NumberType::kInt32},
                                      {"unsigned_int", NumberType::kUInt32},
                                      {"long", NumberType::kInt64},
                                      {"unsigned_long", NumberType::kUInt64},
                                      {"vtktypeint64", NumberType::kInt64},
                                      {"vtktypeuint64", NumberType::kUInt64},
                                      {"float", NumberType::kFloat32},
                                      {"double", NumberType::kFloat64},
                                      {"vtkidtype", NumberType::kInt32}};

constexpr NamedType kXmlTypes[] = {{"Int8", NumberType::kInt8},       {"UInt8", NumberType::kUInt8},
                                   {"Int16", NumberType::kInt16},     {"UInt16", NumberType::kUInt16},
                                   {"Int32", NumberType::kInt32},     {"UInt32", NumberType::kUInt32},
                                   {"Int64", NumberType::kInt64},     {"UInt64", NumberType::kUInt64},
                                   {"Float32", NumberType::kFloat32}, {"Float64", NumberType::kFloat64}};

template <std::size_t N>
std::optional<NumberType> find(const NamedType (&types)[N], std::string_view name) {
  for (const NamedType& known : types)
    if (known.name == name) return known.type;
  return std::nullopt;
}

}  // namespace

std::size_t byte_size(NumberType type) {
  switch (type) {
    case NumberType::kInt8:
    case NumberType::kUInt8:
      return 1;
    case NumberType::kInt16:
    case NumberType::kUInt16:
      return 2;
    case NumberType::kInt32:
    case NumberType::kUInt32:
    case NumberType::kFloat32:
      return 4;
    case NumberType::kInt64:
    case NumberType::kUInt64:
    case NumberType::kFloat64:
      return 8;
  }
  return 8;
}

bool is_integer(NumberType type) { return type != NumberType::kFloat32 && type != NumberType::kFloat64; }

double read_number(ByteCursor& bytes, NumberType type, std::string_view expected) {
  switch (type) {
    case NumberType::kInt8:
      return bytes.read<std::int8_t>(expected);
    case NumberType::kUInt8:
      return bytes.read<std::uint8_t>(expected);
    case NumberType::kInt16:
      return bytes.read<std::int16_t>(expected);
    case NumberType::kUInt16:
      return bytes.read<std::uint16_t>(expected);
    case NumberType::kInt32:
      return bytes.read<std::int32_t>(expected);
    case NumberType::kUInt32:
      return bytes.read<std::uint32_t>(expected);
    case NumberType::kInt64:
      return static_cast<double>(bytes.read<std::int64_t>(expected));
    case NumberType::kUInt64:
      return static_cast<double>(bytes.read<std::uint64_t>(expected));
    case NumberType::kFloat32:
      return bytes.read<float>(expected);
    case NumberType::kFloat64:
      return bytes.read<double>(expected);
  }
  return 0;
}

long long read_integer(ByteCursor& bytes, NumberType type, std::string_view expected) {
  const double value = read_number(bytes, type, expected);
  if (!(std::abs(value) < 0x1p53) || value != std::floor(value))
    bytes.fail(fmt::format("{} expected, found {}", expected, value));
  return static_cast<long long>(value);
}

std::optional<NumberType> legacy_vtk_type(std::string_view name) { return find(kLegacyTypes, name); }
std::optional<NumberType> xml_vtk_type(std::string_view name) { return find(kXmlTypes, name); }

}  // namespace sinew
