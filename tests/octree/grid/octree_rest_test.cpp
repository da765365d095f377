#include "octree/grid/octree_rest.h"

#include <gtest/gtest.h>

#include "base/parallel.h"
#include "octree/random_system.h"

namespace sinew {
namespace {

OctreeRest cut_rest(std::uint64_t seed, const std::vector<Material>& materials = {}) {
  OctreeRest rest = make_octree_rest(make_octree_grid(test::cut_box(seed, 26), 3), {}, {});
  if (!materials.empty()) {
    std::vector<Material> all;
    for (Index c = 0; c < rest.grid.cells.count(); ++c) all.push_back(materials[c % materials.size()]);
    set_materials(rest, std::move(all));
  }
  return rest;
}

const std::vector<Material> kMixed{{1e5, 0.3, 1000}, {1e5, 0.3, 300}, {1e5, 0.3, 7}};

TEST(OctreeRest, masses_are_those_of_the_cells_lumped_one_by_one) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const OctreeRest rest = cut_rest(seed, kMixed);
    const OctreeGrid& grid = rest.grid;
    std::vector<double> cell_mass;
    for (Index c = 0; c < grid.cells.count(); ++c)
      cell_mass.push_back(rest.material(c).density * std::pow(grid.side(c), 3));
    const std::vector<double> expected =
        test::lumped_masses(grid.cells.places, grid.unknowns, grid.vertices.unknowns, cell_mass);
    ASSERT_GT(grid.vertices.hanging(), 0);
    ASSERT_EQ(rest.mass.size(), expected.size());
    for (std::size_t v = 0; v < expected.size(); ++v)
      ASSERT_NEAR(rest.mass[v], expected[v], 1e-12 * expected[v]);
  }
}

TEST(OctreeRest, all_vertices_together_weigh_as_much_as_the_unknowns_alone) {
  const OctreeRest rest = cut_rest(5);
  double all = 0, unknowns = 0;
  for (const double m : rest.vertex_mass) all += m;
  for (const double m : rest.mass) unknowns += m;
  EXPECT_NEAR(all, unknowns, 1e-12 * all);
  const double side = rest.grid.voxels.lattice().spacing;
  EXPECT_NEAR(all, rest.material(0).density * side * side * side * double(rest.grid.voxels.inside_count()),
              1e-12 * all);
}

TEST(OctreeRest, has_the_same_bits_for_any_number_of_threads) {
  const OctreeRest expected = cut_rest(6, kMixed);
  const std::vector<Triangle> boundary = boundary_triangles(expected.grid);
  for (const int threads : {1, 2, 4}) {
    set_thread_count(threads);
    const OctreeRest rest = cut_rest(6, kMixed);
    EXPECT_EQ(rest.vertex_mass, expected.vertex_mass);
    EXPECT_EQ(rest.mass, expected.mass);
    EXPECT_EQ(rest.positions, expected.positions);
    EXPECT_EQ(boundary_triangles(rest.grid), boundary);
  }
  set_thread_count(0);
}

TEST(OctreeRest, has_a_face_where_a_voxel_has_no_joined_neighbour) {
  const OctreeRest rest = cut_rest(7);
  const LinkedVoxels& voxels = rest.grid.voxels;
  std::size_t faces = 0;
  for (const Brick& brick : voxels.bricks())
    for_each_bit(brick.inside, [&](const LatticePoint& v) {
      const LatticePoint voxel = kBrickSide * brick.place + v;
      for (int axis = 0; axis < 3; ++axis)
        faces += !voxels.joined(voxel, axis) + !voxels.joined(voxel - unit_step(axis), axis);
    });
  EXPECT_EQ(boundary_triangles(rest.grid).size(), 2 * faces);
}

}  // namespace
}  // namespace sinew
