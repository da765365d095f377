#pragma once

#include <cstddef>
#include <string_view>

namespace sinew {

// A binary STL file: a header of any content, the number of triangles in four bytes, and per triangle a
// normal and three corners in single precision and two bytes of anything. Little endian.
inline constexpr std::size_t kStlHeaderBytes = 80, kStlTriangleBytes = 50;

// Whether the size is exactly that of a binary STL file with the number of triangles it says.
bool is_binary_stl(std::string_view bytes);
// Whether it begins with "solid", its name, and the word that must come next.
bool is_ascii_stl(std::string_view bytes);

}  // namespace sinew
