#include <gtest/gtest.h>

#include <limits>

#include "base/random.h"
#include "mesh/formats/format_readers.h"
#include "mesh/formats/format_writers.h"
#include "mesh/formats/volume_samples.h"

namespace sinew {
namespace {

// Values that only survive if every bit does.
Field awkward_field(const std::string& name, int components, Index count, std::uint64_t seed) {
  Random random(seed);
  Field field{name, components, {}};
  for (Index i = 0; i < count * components; ++i) field.values.push_back(random.uniform(-1, 1) * 1e300);
  const double special[] = {-0.0, 5e-324, std::numeric_limits<double>::infinity(),
                            std::numeric_limits<double>::quiet_NaN()};
  for (std::size_t i = 0; i < std::size(special) && i < field.values.size(); ++i)
    field.values[i] = special[i];
  return field;
}

VolumeMesh awkward_volume() {
  VolumeMesh mesh = sample_volume();
  Random random(1);
  for (Vec3& p : mesh.positions) p += random.in_box({-.1, -.1, -.1}, {.1, .1, .1});
  mesh.positions[0].x = -0.0;
  mesh.node_fields = {awkward_field("heat & <light>", 1, 9, 2), awkward_field("velocity", 3, 9, 3)};
  mesh.element_fields = {awkward_field("stress", 6, 3, 4), awkward_field("density", 1, 3, 5)};
  return mesh;
}

void expect_same_fields(const std::vector<Field>& a, const std::vector<Field>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].name, b[i].name);
    EXPECT_EQ(a[i].components, b[i].components);
    EXPECT_TRUE(same_bits(a[i].values, b[i].values)) << a[i].name;
  }
}

void expect_same(const VolumeMesh& a, const VolumeMesh& b) {
  ASSERT_EQ(a.positions.size(), b.positions.size());
  EXPECT_EQ(std::memcmp(a.positions.data(), b.positions.data(), a.positions.size() * sizeof(Vec3)), 0);
  EXPECT_EQ(a.tetrahedra, b.tetrahedra);
  EXPECT_EQ(a.hexahedra, b.hexahedra);
  expect_same_fields(a.node_fields, b.node_fields);
  expect_same_fields(a.element_fields, b.element_fields);
}

TEST(VtuWriter, a_round_trip_keeps_every_bit) {
  const VolumeMesh mesh = awkward_volume();
  expect_same(read_vtu(vtu_bytes(mesh), "a.vtu").volume, mesh);
}

TEST(VtuWriter, arrays_longer_than_a_block_survive) {
  VolumeMesh mesh = sample_volume();
  Random random(6);
  for (int i = 0; i < 30000; ++i) mesh.positions.push_back(random.in_box({0, 0, 0}, {1, 1, 1}));
  mesh.positions.resize(32768);  // the points fill three blocks to the last byte
  expect_same(read_vtu(vtu_bytes(mesh), "a.vtu").volume, mesh);
}

TEST(VtuWriter, a_sheet_reads_back_as_a_surface) {
  const SurfaceMesh sheet{{{0, 0, 0}, {1, 0, 0}, {1, 1, 0.5}, {0, 1, 0}}, {{0, 1, 2}, {0, 2, 3}}};
  const std::string bytes =
      vtu_bytes(sheet, {{"velocity", 3, std::vector<double>(12)}}, {{"stress", 1, {1, 2}}});
  const MeshFile file = read_vtu(bytes, "a.vtu");
  EXPECT_EQ(file.surface.positions, sheet.positions);
  EXPECT_EQ(file.surface.triangles, sheet.triangles);
  EXPECT_NE(bytes.find("Name=\"velocity\" NumberOfComponents=\"3\""), std::string::npos);
}

TEST(GmshWriter, a_round_trip_keeps_every_bit) {
  const VolumeMesh mesh = awkward_volume();
  expect_same(read_gmsh(gmsh_bytes(mesh), "a.msh").volume, mesh);
}

TEST(GmshWriter, whole_numbers_called_physical_and_elementary_become_tags) {
  VolumeMesh mesh = sample_volume();
  mesh.element_fields = {{"physical", 1, {3, 0, 5}}, {"elementary", 1, {1, 2, 2147483647}}};
  const std::string bytes = gmsh_bytes(mesh);
  EXPECT_EQ(bytes.find("$ElementData"), std::string::npos);
  expect_same(read_gmsh(bytes, "a.msh").volume, mesh);
}

TEST(GmshWriter, fields_of_these_names_that_cannot_be_tags_survive_as_data) {
  for (const std::vector<double>& values :
       {std::vector<double>{0, 0, 0}, {0.5, 1, 2}, {-1, 1, 2}, {-0.0, 1, 2}, {1, 2, 1e10}}) {
    VolumeMesh mesh = sample_volume();
    mesh.element_fields = {{"physical", 1, values}};
    expect_same(read_gmsh(gmsh_bytes(mesh), "a.msh").volume, mesh);
  }
}

TEST(VolumeWriters, the_same_mesh_gives_the_same_bytes) {
  const VolumeMesh mesh = awkward_volume();
  EXPECT_EQ(vtu_bytes(mesh), vtu_bytes(mesh));
  EXPECT_EQ(gmsh_bytes(mesh), gmsh_bytes(mesh));
}

}  // namespace
}  // namespace sinew
