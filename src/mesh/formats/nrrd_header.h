#pragma once

#include <array>
#include <bit>
#include <string>
#include <string_view>

#include "mesh/formats/number_type.h"
#include "sinew/base/geometry.h"

namespace sinew {

enum class NrrdEncoding { kRaw, kGzip, kText };

// What the header of a NRRD file says of a volume of three axes.
struct NrrdHeader {
  NumberType type = NumberType::kUInt8;
  NrrdEncoding encoding = NrrdEncoding::kRaw;
  std::endian order = std::endian::little;
  std::array<Index, 3> sizes{};
  Vec3 origin;
  Mat3 axes = Mat3::identity();
  std::string data_file;  // empty if the data follows the header
  long long line_skip = 0;
  long long byte_skip = 0;        // -1: the data are the last bytes of the file
  std::size_t data_position = 0;  // of the byte behind the header
};

// Throws Error, naming the line, for a header that is damaged, incomplete, or not one of a scalar volume.
NrrdHeader read_nrrd_header(std::string_view bytes, const std::string& file);

}  // namespace sinew
