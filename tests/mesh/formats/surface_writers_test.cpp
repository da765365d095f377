#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/random.h"
#include "mesh/formats/format_readers.h"
#include "mesh/formats/format_writers.h"
#include "mesh/formats/sample_surfaces.h"

namespace sinew {
namespace {

// A soup whose coordinates use all their digits, and all magnitudes.
SurfaceMesh rough_soup(bool single_precision) {
  Random random(11);
  SurfaceMesh mesh;
  for (int i = 0; i < 300; ++i) {
    Vec3 p = std::pow(10, random.uniform(-30, 30)) * random.in_box({-1, -1, -1}, {1, 1, 1});
    if (single_precision) p = {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)};
    mesh.positions.push_back(p);
  }
  for (int t = 0; t < 500; ++t) {
    const Index a = static_cast<Index>(random.below(300));
    mesh.triangles.push_back({a, (a + 1) % 300, (a + 7) % 300});
  }
  return mesh;
}

TEST(SurfaceWriters, an_obj_file_reads_back_to_the_last_bit) {
  const SurfaceMesh mesh = rough_soup(false);
  const MeshFile file = read_obj(obj_bytes(mesh), "sample.obj");
  EXPECT_EQ(file.surface.positions, mesh.positions);
  EXPECT_EQ(file.surface.triangles, mesh.triangles);
}

TEST(SurfaceWriters, a_ply_file_reads_back_to_the_last_bit) {
  const SurfaceMesh mesh = rough_soup(false);
  const MeshFile file = read_ply(ply_bytes(mesh), "sample.ply");
  EXPECT_EQ(file.format, "PLY binary, little endian");
  EXPECT_EQ(file.surface.positions, mesh.positions);
  EXPECT_EQ(file.surface.triangles, mesh.triangles);
}

TEST(SurfaceWriters, a_ply_file_keeps_columns_beside_its_vertices_and_comments) {
  using Type = SurfaceColumn::Type;
  const SurfaceMesh mesh = rough_soup(false);
  std::vector<SurfaceColumn> columns{
      {"nx", Type::kFloat, {}}, {"element", Type::kInt, {}}, {"red", Type::kByte, {}}};
  for (int v = 0; v < 300; ++v) {
    columns[0].values.push_back(0.25 * v);
    columns[1].values.push_back(-v);
    columns[2].values.push_back(v % 256);
  }
  const std::vector<std::string> comments{"cut 1 from triangle 12"};
  const std::string bytes = ply_bytes(mesh, columns, comments);
  const auto [file, read_comments] = read_ply_with_columns(bytes, "sample.ply");
  EXPECT_EQ(file.surface.positions, mesh.positions);
  EXPECT_EQ(file.surface.triangles, mesh.triangles);
  ASSERT_EQ(file.vertex_fields.size(), 3u);
  for (int c = 0; c < 3; ++c) {
    EXPECT_EQ(file.vertex_fields[c].name, columns[c].name);
    EXPECT_EQ(file.vertex_fields[c].values, columns[c].values);
  }
  EXPECT_THAT(read_comments, testing::ElementsAre("written by sinew", comments[0]));

  const MeshFile plain = read_ply(bytes, "sample.ply");
  EXPECT_EQ(plain.surface.positions, mesh.positions);
  EXPECT_EQ(plain.surface.triangles, mesh.triangles);
  EXPECT_TRUE(plain.vertex_fields.empty());
  columns[1].values.pop_back();
  EXPECT_THAT(error_of([&] { ply_bytes(mesh, columns, {}); }),
              testing::HasSubstr("the column 'element' has 299 values for 300 rows"));
}

TEST(SurfaceWriters, an_stl_file_reads_back_to_the_last_bit_of_single_precision) {
  const SurfaceMesh mesh = rough_soup(true);
  EXPECT_TRUE(same_shape(read_stl(stl_bytes(mesh), "sample.stl").surface, mesh));
}

TEST(SurfaceWriters, an_stl_file_refuses_what_single_precision_cannot_hold) {
  SurfaceMesh mesh = cube_surface();
  mesh.positions[0].x = 1e39;
  EXPECT_THAT(error_of([&] { stl_bytes(mesh); }), testing::HasSubstr("1e+39"));
}

}  // namespace
}  // namespace sinew
