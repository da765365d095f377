// STL repeats each corner's position in every triangle. Equal positions are made one vertex here, since
// without that no STL file would have two triangles that share an edge.
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "base/byte_cursor.h"
#include "base/lower_case.h"
#include "mesh/formats/format_readers.h"
#include "mesh/formats/stl_format.h"
#include "mesh/formats/text_cursor.h"
#include "mesh/weld.h"

namespace sinew {

namespace {

void add_triangle(SurfaceMesh& mesh) {
  const Index n = mesh.vertex_count();
  mesh.triangles.push_back({n - 3, n - 2, n - 1});
}

// Normals are left aside: the corners' order says the same.
MeshFile read_binary(std::string_view bytes, const std::filesystem::path& path) {
  MeshFile file;
  file.format = "STL binary, welded";
  ByteCursor cursor(bytes, path.string());
  cursor.take(kStlHeaderBytes, "the header of a binary STL file");
  const auto triangles = cursor.read<std::uint32_t>("the number of triangles");
  cursor.require(triangles, kStlTriangleBytes, "triangles");
  file.surface.positions.reserve(3 * std::size_t{triangles});
  file.surface.triangles.reserve(triangles);
  for (std::uint32_t t = 0; t < triangles; ++t) {
    cursor.take(3 * sizeof(float), "a normal");
    for (int corner = 0; corner < 3; ++corner) {
      Vec3 p;
      for (int axis = 0; axis < 3; ++axis) p[axis] = cursor.read<float>("a coordinate");
      file.surface.positions.push_back(p);
    }
    cursor.take(sizeof(std::uint16_t), "an attribute");
    add_triangle(file.surface);
  }
  if (!cursor.at_end())
    file.warnings.push_back(fmt::format("{} bytes behind the last triangle skipped", cursor.remaining()));
  return file;
}

MeshFile read_ascii(std::string_view bytes, const std::filesystem::path& path) {
  MeshFile file;
  file.format = "STL ascii, welded";
  TextCursor cursor(bytes, path.string(), '\0');
  int corners = 0;
  bool open = false;
  while (const auto token = cursor.next_token()) {
    const std::string word = lower_case(*token);
    if (word == "vertex") {
      Vec3 p;
      for (int axis = 0; axis < 3; ++axis) p[axis] = cursor.number("a coordinate");
      file.surface.positions.push_back(p);
      ++corners;
    } else if (word == "endfacet") {
      if (corners != 3) cursor.fail(fmt::format("a facet of {} corners; STL knows triangles only", corners));
      add_triangle(file.surface);
      corners = 0;
    } else if (word == "solid" || word == "endsolid") {
      open = word == "solid";
      cursor.skip_line();  // its name
    } else if (word == "facet" || word == "outer") {
      cursor.skip_line();
    } else if (word != "endloop") {
      cursor.fail(fmt::format("unknown word '{}' in an ascii STL file", printable(*token)));
    }
  }
  if (open || corners != 0) cursor.fail("the file ends inside a solid", "it seems to be truncated");
  return file;
}

}  // namespace

// If the size fits a binary file exactly, it decides; else the words, since many binary files begin with
// "solid" too.
bool is_binary_stl(std::string_view bytes) {
  if (bytes.size() < kStlHeaderBytes + 4) return false;
  ByteCursor cursor(bytes.substr(kStlHeaderBytes), "");
  return kStlHeaderBytes + 4 + kStlTriangleBytes * cursor.read<std::uint32_t>("") == bytes.size();
}

bool is_ascii_stl(std::string_view bytes) {
  TextCursor cursor(bytes.substr(0, 4096), "", '\0');
  const auto first = cursor.next_token();
  if (!first || lower_case(*first) != "solid") return false;
  cursor.skip_line();
  const auto second = cursor.next_token();
  const std::string word = second ? lower_case(*second) : "";
  return word == "facet" || word == "endsolid" || bytes.size() < kStlHeaderBytes + 4;
}

MeshFile read_stl(std::string_view bytes, const std::filesystem::path& path) {
  const bool ascii = !is_binary_stl(bytes) && is_ascii_stl(bytes);
  MeshFile file = ascii ? read_ascii(bytes, path) : read_binary(bytes, path);
  weld_equal_positions(file.surface);
  return file;
}

}  // namespace sinew
