#include "octree/cell_measures.h"

#include <gtest/gtest.h>

#include "octree/random_octree.h"

namespace sinew {
namespace {

using test::box_grid;

OctreeGrid grid_of(const std::array<Index, 3>& voxels, int coarsest) {
  RefinementMarks marks;
  marks.coarse_boundary = true;
  return make_octree_grid(LinkedVoxels(box_grid(voxels[0], voxels[1], voxels[2])), coarsest, marks);
}

template <typename Field>
BlockVector<double> moved(const OctreeGrid& grid, Field&& field) {
  BlockVector<double> u(grid.vertices.unknowns);
  for (Index v = 0; v < grid.vertices.unknowns; ++v) {
    const Vec3 x = grid.voxels.lattice().point(grid.vertices.points[v]);
    u[v] = to_block(field(x) - x);
  }
  return u;
}

Vec3 turned(const Vec3& x) {
  return {0.36 * x.x + 0.48 * x.y - 0.8 * x.z, -0.8 * x.x + 0.6 * x.y, 0.48 * x.x + 0.64 * x.y + 0.6 * x.z};
}

TEST(CellMeasures, of_uniform_strain_are_zero_however_the_body_is_turned) {
  const OctreeGrid grid = grid_of({16, 8, 8}, 1);
  const auto u = moved(grid, [](const Vec3& x) { return turned({1.2 * x.x + 0.1 * x.y, 0.9 * x.y, x.z}); });
  const CellMeasures measures(grid, u);
  for (const double jump : measures.strain_jumps()) EXPECT_NEAR(jump, 0, 1e-12);
  EXPECT_NEAR(measures.surplus(0, 8), 0, 1e-12);
  EXPECT_GT(measures.strain(0), 0.1);
}

TEST(CellMeasures, of_a_bent_body_are_the_same_however_it_is_turned) {
  const OctreeGrid grid = grid_of({16, 8, 8}, 1);
  const auto bent = [](const Vec3& x) { return Vec3{x.x, x.y + 0.01 * x.x * x.x, x.z}; };
  const auto u = moved(grid, bent), v = moved(grid, [&](const Vec3&x) { return turned(bent(x)); });
  const CellMeasures plain(grid, u), with_turn(grid, v);
  const std::vector<double> a = plain.strain_jumps(), b = with_turn.strain_jumps();
  for (std::size_t c = 0; c < a.size(); ++c) EXPECT_NEAR(a[c], b[c], 1e-12);
  EXPECT_GT(*std::max_element(a.begin(), a.end()), 1e-3);
}

// Bent evenly by a radius of 100, a bar 2 cells of side 4 long and one thick: all centres have the same strain, and the
// strain along the bar is 4 / 2 / 100 at its faces.
TEST(CellMeasures, see_one_cell_bend) {
  const OctreeGrid grid = grid_of({8, 4, 4}, 2);
  ASSERT_EQ(grid.cells.count(), 2);
  const auto u = moved(grid, [](const Vec3& x) {
    const double along = x.x - 4, up = x.y - 2;
    return Vec3{along - 1e-2 * along * up, up + 0.5e-2 * along * along, x.z - 2};
  });
  for (const double jump : CellMeasures(grid, u).strain_jumps()) EXPECT_NEAR(jump, 4 * 2e-2, 4 * 2e-3);
}

// A parabola 0.01 x^2 over cells of side 2 in a block of side 4 is 0.01 4^2 / 4 off its chord in the middle.
TEST(CellMeasures, know_how_far_vertices_move_if_their_cells_are_merged) {
  const OctreeGrid grid = grid_of({8, 8, 8}, 1);
  const auto u = moved(grid, [](const Vec3& x) { return Vec3{x.x, x.y + 0.01 * x.x * x.x, x.z}; });
  EXPECT_NEAR(CellMeasures(grid, u).surplus(0, 8), 0.04, 1e-12);
}

TEST(CellMeasures, of_a_stretched_bar_add_up_to_its_energy) {
  const OctreeGrid grid = grid_of({16, 8, 8}, 2);
  const Material material{1e5, 0, 1000};
  const double stretch = 1e-4;
  const auto u = moved(grid, [&](const Vec3& x) { return Vec3{(1 + stretch) * x.x, x.y, x.z}; });
  double sum = 0;
  for (const double energy : CellMeasures(grid, u).energies(make_octree_materials(grid, {material})))
    sum += energy;
  EXPECT_NEAR(sum, material.young * stretch * stretch / 2 * 16 * 8 * 8, 1e-3 * sum);
}

}  // namespace
}  // namespace sinew
