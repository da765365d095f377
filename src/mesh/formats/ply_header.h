#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "mesh/formats/number_type.h"
#include "mesh/formats/text_cursor.h"

namespace sinew {

enum class PlyEncoding { kAscii, kBinaryLittleEndian, kBinaryBigEndian };

struct PlyProperty {
  std::string name;
  NumberType type = NumberType::kFloat32;
  bool is_list = false;
  NumberType count_type = NumberType::kUInt8;  // of a list
};

struct PlyElement {
  std::string name;
  long long count = 0;
  std::vector<PlyProperty> properties;

  // The property of that name, or -1.
  int find(std::string_view property) const;
  // The fewest bytes that one item can take: lists may be empty.
  std::size_t least_bytes(PlyEncoding encoding) const;
};

struct PlyHeader {
  PlyEncoding encoding = PlyEncoding::kAscii;
  std::vector<PlyElement> elements;
  std::vector<std::string> comments;
};

// Reads from "ply" to the end of the line "end_header". Counts are not yet checked against the file's size.
PlyHeader read_ply_header(TextCursor& cursor);

}  // namespace sinew
