#include "mesh/formats/ply_header.h"

#include <fmt/format.h>

#include <limits>

#include "sinew/base/geometry.h"

namespace sinew {

namespace {

struct TypeName {
  std::string_view name;
  NumberType type;
};
constexpr TypeName kTypeNames[] = {
    {"char", NumberType::kInt8},       {"int8", NumberType::kInt8},      {"uchar", NumberType::kUInt8},
    {"uint8", NumberType::kUInt8},     {"short", NumberType::kInt16},    {"int16", NumberType::kInt16},
    {"ushort", NumberType::kUInt16},   {"uint16", NumberType::kUInt16},  {"int", NumberType::kInt32},
    {"int32", NumberType::kInt32},     {"uint", NumberType::kUInt32},    {"uint32", NumberType::kUInt32},
    {"int64", NumberType::kInt64},     {"uint64", NumberType::kUInt64},  {"float", NumberType::kFloat32},
    {"float32", NumberType::kFloat32}, {"double", NumberType::kFloat64}, {"float64", NumberType::kFloat64}};

// The next word of the header line.
std::string_view word(TextCursor& cursor, std::string_view expected) {
  const auto token = cursor.token_on_line();
  if (!token) cursor.fail(fmt::format("{} expected in the PLY header", expected));
  return *token;
}

NumberType read_type(TextCursor& cursor) {
  const std::string_view name = word(cursor, "a type");
  for (const TypeName& known : kTypeNames)
    if (known.name == name) return known.type;
  cursor.fail(fmt::format("unknown PLY type '{}'", printable(name)));
}

PlyEncoding read_encoding(TextCursor& cursor) {
  const std::string_view name = word(cursor, "an encoding");
  if (name == "ascii") return PlyEncoding::kAscii;
  if (name == "binary_little_endian") return PlyEncoding::kBinaryLittleEndian;
  if (name == "binary_big_endian") return PlyEncoding::kBinaryBigEndian;
  cursor.fail(fmt::format("unknown PLY encoding '{}'", printable(name)),
              "known are ascii, binary_little_endian and binary_big_endian");
}

PlyElement read_element(TextCursor& cursor) {
  PlyElement element;
  element.name = word(cursor, "an element's name");
  const auto count = parse_integer(word(cursor, "a count"));
  if (!count || *count < 0 || *count > std::numeric_limits<Index>::max())
    cursor.fail(fmt::format("the count of element '{}' is not usable", printable(element.name)));
  element.count = *count;
  return element;
}

PlyProperty read_property(TextCursor& cursor) {
  PlyProperty property;
  const std::size_t start = cursor.position();
  property.is_list = word(cursor, "a type") == "list";
  if (property.is_list) {
    property.count_type = read_type(cursor);
    if (!is_integer(property.count_type)) cursor.fail("the count of a PLY list must be an integer");
  } else {
    cursor.set_position(start);
  }
  property.type = read_type(cursor);
  property.name = word(cursor, "a property's name");
  return property;
}

// Its words, with one space between them.
std::string read_comment(TextCursor& cursor) {
  std::string text;
  while (const auto token = cursor.token_on_line()) text += (text.empty() ? "" : " ") + std::string(*token);
  return text;
}

}  // namespace

int PlyElement::find(std::string_view property) const {
  for (std::size_t i = 0; i < properties.size(); ++i)
    if (properties[i].name == property) return static_cast<int>(i);
  return -1;
}

std::size_t PlyElement::least_bytes(PlyEncoding encoding) const {
  std::size_t bytes = 0;
  for (const PlyProperty& property : properties)
    if (encoding == PlyEncoding::kAscii)
      bytes += 2;  // a digit and a separator
    else
      bytes += byte_size(property.is_list ? property.count_type : property.type);
  return bytes;
}

PlyHeader read_ply_header(TextCursor& cursor) {
  PlyHeader header;
  if (cursor.token("'ply'") != "ply") cursor.fail("not a PLY file: it does not begin with 'ply'");
  bool has_format = false;
  while (true) {
    const std::string_view keyword = cursor.token("'end_header'");
    if (keyword == "format") {
      header.encoding = read_encoding(cursor);
      has_format = true;
    } else if (keyword == "element") {
      header.elements.push_back(read_element(cursor));
    } else if (keyword == "property") {
      if (header.elements.empty()) cursor.fail("a property before the first element");
      header.elements.back().properties.push_back(read_property(cursor));
    } else if (keyword == "comment") {
      header.comments.push_back(read_comment(cursor));
    } else if (keyword != "obj_info" && keyword != "end_header") {
      cursor.fail(fmt::format("unknown word '{}' in the PLY header", printable(keyword)));
    }
    cursor.skip_line();
    if (keyword == "end_header") break;
  }
  if (!has_format) cursor.fail("the PLY header says no format");
  return header;
}

}  // namespace sinew
