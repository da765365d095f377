#include <fmt/compile.h>
#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "base/little_endian.h"
#include "mesh/formats/format_writers.h"
#include "mesh/formats/stl_format.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

void put_single(std::string& bytes, const Vec3& p) {
  for (int axis = 0; axis < 3; ++axis) put_little_endian(bytes, static_cast<float>(p[axis]));
}

std::string ply_properties(std::span<const SurfaceColumn> columns) {
  constexpr const char* kTypes[] = {"uchar", "int", "float"};
  std::string text;
  for (const SurfaceColumn& column : columns)
    text += fmt::format("property {} {}\n", kTypes[static_cast<int>(column.type)], column.name);
  return text;
}

void require_size(std::span<const SurfaceColumn> columns, std::size_t count) {
  for (const SurfaceColumn& column : columns)
    if (column.values.size() != count)
      throw Error(
          fmt::format("the column '{}' has {} values for {} rows", column.name, column.values.size(), count));
}

std::size_t row_bytes(std::span<const SurfaceColumn> columns) {
  std::size_t bytes = 0;
  for (const SurfaceColumn& column : columns) bytes += column.type == SurfaceColumn::Type::kByte ? 1 : 4;
  return bytes;
}

void put_row(std::string& bytes, std::span<const SurfaceColumn> columns, std::size_t row) {
  for (const SurfaceColumn& column : columns) {
    const double value = column.values[row];
    if (column.type == SurfaceColumn::Type::kByte)
      put_little_endian(bytes, static_cast<std::uint8_t>(value));
    else if (column.type == SurfaceColumn::Type::kInt)
      put_little_endian(bytes, static_cast<std::int32_t>(value));
    else
      put_little_endian(bytes, static_cast<float>(value));
  }
}

}  // namespace

// fmt writes the shortest text that reads back as the same double.
std::string obj_bytes(const SurfaceMesh& mesh) {
  fmt::memory_buffer text;
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "# {} vertices, {} triangles, written by sinew\n", mesh.vertex_count(),
                 mesh.triangle_count());
  for (const Vec3& p : mesh.positions) fmt::format_to(out, FMT_COMPILE("v {} {} {}\n"), p.x, p.y, p.z);
  for (const auto& [a, b, c] : mesh.triangles)
    fmt::format_to(out, FMT_COMPILE("f {} {} {}\n"), a + 1, b + 1, c + 1);
  return fmt::to_string(text);
}

std::string ply_bytes(const SurfaceMesh& mesh, std::span<const SurfaceColumn> columns,
                      std::span<const std::string> comments) {
  require_size(columns, mesh.positions.size());
  std::string lines;
  for (const std::string& comment : comments) lines += fmt::format("comment {}\n", comment);
  std::string bytes = fmt::format(
      "ply\nformat binary_little_endian 1.0\ncomment written by sinew\n{}"
      "element vertex {}\nproperty double x\nproperty double y\nproperty double z\n{}"
      "element face {}\nproperty list uchar int vertex_indices\nend_header\n",
      lines, mesh.vertex_count(), ply_properties(columns), mesh.triangle_count());
  bytes.reserve(bytes.size() + (24 + row_bytes(columns)) * mesh.positions.size() +
                13 * mesh.triangles.size());
  for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
    for (int axis = 0; axis < 3; ++axis) put_little_endian(bytes, mesh.positions[v][axis]);
    put_row(bytes, columns, v);
  }
  for (const Triangle& t : mesh.triangles) {
    put_little_endian(bytes, std::uint8_t{3});
    for (const Index v : t) put_little_endian(bytes, v);
  }
  return bytes;
}

std::string ply_bytes(const SurfaceMesh& mesh) { return ply_bytes(mesh, {}, {}); }

std::string stl_bytes(const SurfaceMesh& mesh) {
  for (const Vec3& p : mesh.positions)
    for (int axis = 0; axis < 3; ++axis)
      if (std::abs(p[axis]) > std::numeric_limits<float>::max())
        throw Error(
            fmt::format("the coordinate {} does not fit into an STL file's single precision", p[axis]), "",
            "write .ply or .obj instead");
  // A header that begins with "solid" would be taken for text.
  std::string bytes = "binary STL, written by sinew";
  bytes.resize(kStlHeaderBytes, ' ');
  bytes.reserve(kStlHeaderBytes + 4 + kStlTriangleBytes * mesh.triangles.size());
  put_little_endian(bytes, static_cast<std::uint32_t>(mesh.triangles.size()));
  for (Index t = 0; t < mesh.triangle_count(); ++t) {
    put_single(bytes, normalized(mesh.area_vector(t)));
    for (const Vec3& corner : mesh.corners(t)) put_single(bytes, corner);
    put_little_endian(bytes, std::uint16_t{0});
  }
  return bytes;
}

}  // namespace sinew
