#include "mesh/formats/cell_collector.h"

#include <gmock/gmock.h>

#include "mesh/formats/volume_samples.h"

namespace sinew {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(CellCollector, names_are_counted_in_singular_and_plural) {
  EXPECT_EQ(counted(1, "prism"), "1 prism");
  EXPECT_EQ(counted(12, "prism"), "12 prisms");
  EXPECT_EQ(counted(3, "second-order tetrahedron"), "3 second-order tetrahedra");
}

TEST(CellCollector, faces_that_come_before_their_nodes_are_split_inside_the_polygon) {
  CellCollector cells("x", 100);
  cells.add_cell(CellShape::kPolygon, std::vector<long long>{0, 1, 2, 3});
  cells.add_cell(CellShape::kTriangleStrip, std::vector<long long>{0, 1, 2, 2, 3});
  for (const Vec3& p : {Vec3{0, 0, 0}, {3, 0, 0}, {1, 1, 0}, {0, 3, 0}}) cells.add_node(p);  // reflex at 2
  const MeshFile file = cells.finish("test");
  EXPECT_EQ(file.polygons, 1);
  EXPECT_THAT(file.surface.triangles, ElementsAre(Triangle{0, 1, 2}, Triangle{0, 2, 3}, Triangle{0, 1, 2}));
}

TEST(CellCollector, values_of_a_surface_are_those_of_its_vertices_and_of_the_face_around_each_triangle) {
  CellCollector cells("x", 100);
  for (const Vec3& p : {Vec3{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}) cells.add_node(p);
  cells.add_cell(CellShape::kPolygon, std::vector<long long>{0, 1, 2, 3});
  cells.skip_cells("line");
  cells.add_cell(CellShape::kPolygon, std::vector<long long>{0, 2, 1});
  cells.add_cell(CellShape::kTriangleStrip, std::vector<long long>{0, 1, 2, 3});
  cells.add_node_field({"heat", 1, {1, 2, 3, 4}});
  cells.add_cell_field({"stress", 1, {10, 20, 30, 40}});
  const MeshFile file = cells.finish("test");
  ASSERT_EQ(file.surface.triangle_count(), 5);
  expect_field(file.vertex_fields, "heat", 1, {1, 2, 3, 4});
  expect_field(file.triangle_fields, "stress", 1, {10, 10, 30, 40, 40});
  EXPECT_FALSE(file.is_volume());
}

TEST(CellCollector, a_field_that_comes_again_replaces_the_earlier_with_one_warning) {
  CellCollector cells("x", 100);
  for (const Vec3& p : sample_volume().positions) cells.add_node(p);
  cells.add_cell(CellShape::kTetrahedron, std::vector<long long>{0, 3, 1, 8});
  for (double value = 1; value < 4; ++value) cells.add_cell_field({"step", 1, {value}});
  const MeshFile file = cells.finish("test");
  expect_field(file.volume.element_fields, "step", 1, {3});
  EXPECT_THAT(file.warnings, ElementsAre("field 'step' comes more than once: the last is kept"));
}

TEST(CellCollector, fields_may_not_take_memory_out_of_proportion_to_the_file) {
  CellCollector cells("x", 1);
  for (int i = 0; i < 1000; ++i) cells.add_node({});
  const auto add_all = [&] {
    for (int i = 0; i < 2000; ++i) cells.add_node_field({std::to_string(i), 1, std::vector<double>(1000)});
  };
  EXPECT_THAT(error_of(add_all), HasSubstr("far more values"));
}

}  // namespace
}  // namespace sinew
