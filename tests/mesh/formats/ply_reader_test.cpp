#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mesh/formats/format_readers.h"
#include "mesh/formats/sample_surfaces.h"

namespace sinew {
namespace {

using testing::HasSubstr;

MeshFile read(const std::string& bytes) { return read_ply(bytes, "sample.ply"); }
std::string complaint(const std::string& bytes) {
  return error_of([&] { read(bytes); });
}

// A header for triangles with the vertex and face properties given.
std::string header(const std::string& encoding, const std::string& vertex, const std::string& face,
                   int vertices, int faces) {
  return "ply\nformat " + encoding + " 1.0\ncomment anything\nobj_info more\nelement vertex " +
         std::to_string(vertices) + "\n" + vertex + "element face " + std::to_string(faces) + "\n" + face +
         "end_header\n";
}
const std::string kXyz = "property float x\nproperty float y\nproperty float z\n";
const std::string kIndices = "property list uchar int vertex_indices\n";

TEST(PlyReader, ascii_triangles_and_polygons) {
  const MeshFile file = read(header("ascii", kXyz, kIndices, 5, 2) +
                             "0 0 0\n1 0 0\n1 1 0\n0 1 0\n.5 2 1e-1\n3 0 1 2\n4 0 1 2 3\n");
  EXPECT_EQ(file.format, "PLY ascii");
  EXPECT_EQ(file.surface.triangle_count(), 3);
  EXPECT_EQ(file.polygons, 1);
  EXPECT_EQ(file.surface.positions[4], (Vec3{0.5, 2, 0.1}));
}

TEST(PlyReader, properties_come_in_any_order_and_type) {
  const std::string vertex =
      "property uchar red\nproperty double z\nproperty list ushort short strange\nproperty short x\nproperty "
      "int8 y\n";
  const std::string face =
      "property float quality\nproperty list int uint16 vertex_index\nproperty list uchar float texcoord\n";
  const std::string ascii = header("ascii", vertex, face, 3, 1) +
                            "9 0.5 0 0 0\n9 0.5 2 7 7 1 0\n9 0.25 1 8 1 1\n0.5 3 0 1 2 6 0 0 1 0 1 1\n";
  const std::vector<Vec3> expected = {{0, 0, 0.5}, {1, 0, 0.5}, {1, 1, 0.25}};
  EXPECT_EQ(read(ascii).surface.positions, expected);
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    std::string bytes = header(order == std::endian::little ? "binary_little_endian" : "binary_big_endian",
                               vertex, face, 3, 1);
    for (int i = 0; i < 3; ++i) {
      bytes += bytes_of(std::uint8_t{9}) + bytes_of(expected[i].z, order) + bytes_of(std::uint16_t(i), order);
      for (int k = 0; k < i; ++k) bytes += bytes_of(std::int16_t{7}, order);
      bytes += bytes_of(std::int16_t(expected[i].x), order) + bytes_of(std::int8_t(expected[i].y));
    }
    bytes += bytes_of(0.5F, order) + bytes_of(std::int32_t{3}, order);
    for (std::uint16_t i = 0; i < 3; ++i) bytes += bytes_of(i, order);
    bytes += bytes_of(std::uint8_t{1}) + bytes_of(1.5F, order);
    const MeshFile file = read(bytes);
    EXPECT_EQ(file.surface.positions, expected);
    EXPECT_EQ(file.surface.triangles, (std::vector<Triangle>{{0, 1, 2}}));
  }
}

TEST(PlyReader, triangle_strips_alternate_their_turn_and_end_at_minus_one) {
  const std::string text = "ply\nformat ascii 1.0\nelement vertex 5\n" + kXyz +
                           "element tristrips 1\nproperty list int int vertex_indices\nend_header\n"
                           "0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 2 0\n9 0 1 2 3 4 -1 0 1 2\n";
  EXPECT_EQ(read(text).surface.triangles,
            (std::vector<Triangle>{{0, 1, 2}, {1, 3, 2}, {2, 3, 4}, {0, 1, 2}}));
}

TEST(PlyReader, other_elements_are_skipped_with_their_count) {
  const std::string text =
      "ply\nformat ascii 1.0\nelement camera 2\nproperty float a\nproperty list uchar int b\n"
      "element vertex 3\n" +
      kXyz + "element face 1\n" + kIndices +
      "element edge 1\nproperty int v1\nproperty int v2\nelement nothing 2000000000\nend_header\n"
      "1 2 3 4\n1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n0 1\n";
  const MeshFile file = read(text);
  EXPECT_EQ(file.surface.triangle_count(), 1);
  EXPECT_THAT(file.warnings,
              testing::ElementsAre("2 items of 'camera' skipped", "1 items of 'edge' skipped"));
}

TEST(PlyReader, windows_line_ends_in_the_header_leave_the_body_in_place) {
  std::string text = header("binary_little_endian", kXyz, kIndices, 3, 1);
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2)
    text.replace(at, 1, "\r\n");
  for (const float f : {0.F, 0.F, 0.F, 1.F, 0.F, 0.F, 0.F, 1.F, 0.F}) text += bytes_of(f);
  text += bytes_of(std::uint8_t{3});
  for (std::int32_t i = 0; i < 3; ++i) text += bytes_of(i);
  EXPECT_EQ(read(text).surface.positions[1], (Vec3{1, 0, 0}));
}

TEST(PlyReader, damaged_files_are_named) {
  EXPECT_THAT(complaint("plx\n"), HasSubstr("not a PLY file"));
  EXPECT_THAT(complaint("ply\nformat binary_middle_endian 1.0\nend_header\n"),
              HasSubstr("binary_middle_endian"));
  EXPECT_THAT(complaint("ply\nelement vertex 0\nend_header\n"), HasSubstr("no format"));
  EXPECT_THAT(complaint("ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\n"),
              HasSubstr("'end_header'"));
  EXPECT_THAT(complaint("ply\nformat ascii 1.0\nproperty float x\nend_header\n"),
              HasSubstr("before the first element"));
  EXPECT_THAT(complaint(header("ascii", "property float x\nproperty float y\n", kIndices, 1, 0) + "0 0\n"),
              HasSubstr("no 'z'"));
  EXPECT_THAT(complaint(header("ascii", kXyz, "property int colour\n", 1, 1) + "0 0 0\n1\n"),
              HasSubstr("no list of integers 'vertex_indices'"));
  EXPECT_THAT(complaint(header("ascii", kXyz, kIndices, 2000000000, 1) + "0 0 0\n"), HasSubstr("truncated"));
  EXPECT_THAT(complaint(header("binary_big_endian", kXyz, kIndices, 2000000000, 1) + "0 0 0\n"),
              HasSubstr("2000000000 x 12 bytes"));
  EXPECT_THAT(complaint(header("ascii", kXyz, "property list float int vertex_indices\n", 1, 1)),
              HasSubstr("must be an integer"));
  EXPECT_THAT(complaint(header("ascii", kXyz, kIndices, 1, 1) + "0 0 0\n-3 0 0 0\n"),
              HasSubstr("a list of -3 items"));
  EXPECT_THAT(complaint(header("ascii", kXyz, kIndices, 1, 1) + "0 0 0\n3 0 0 4000000000\n"),
              HasSubstr("not a vertex number"));
}

}  // namespace
}  // namespace sinew
