#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "mesh/formats/text_cursor.h"

namespace sinew {

enum class PlyType { kInt8, kUint8, kInt16, kUint16, kInt32, kUint32, kInt64, kUint64, kFloat32, kFloat64 };
enum class PlyEncoding { kAscii, kBinaryLittleEndian, kBinaryBigEndian };

std::size_t byte_size(PlyType type);
inline bool is_integer(PlyType type) { return type != PlyType::kFloat32 && type != PlyType::kFloat64; }

struct PlyProperty {
  std::string name;
  PlyType type = PlyType::kFloat32;
  bool is_list = false;
  PlyType count_type = PlyType::kUint8;  // of a list
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
};

// Reads from "ply" to the end of the line "end_header". Counts are not yet checked against the file's size.
PlyHeader read_ply_header(TextCursor& cursor);

}  // namespace sinew
