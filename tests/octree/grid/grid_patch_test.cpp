#include "octree/grid/grid_patch.h"

#include <gtest/gtest.h>

#include "octree/patched_octree.h"

namespace sinew {
namespace {

using test::small_cut;

// The octree made from all links is the slow twin.
void expect_equal(const OctreeGrid& grid, const OctreeGrid& whole) {
  EXPECT_TRUE(grid.voxels == whole.voxels);
  EXPECT_TRUE(grid.cells.places == whole.cells.places);
  EXPECT_EQ(grid.cells.brick_start, whole.cells.brick_start);
  EXPECT_TRUE(grid.cells.in_brick == whole.cells.in_brick);
  EXPECT_TRUE(grid.vertices.points == whole.vertices.points);
  EXPECT_EQ(grid.vertices.unknowns, whole.vertices.unknowns);
  EXPECT_EQ(grid.vertices.corners, whole.vertices.corners);
  EXPECT_EQ(grid.vertices.row_start, whole.vertices.row_start);
  EXPECT_EQ(grid.vertices.row_vertex, whole.vertices.row_vertex);
  EXPECT_EQ(grid.vertices.row_weight, whole.vertices.row_weight);
  EXPECT_EQ(grid.vertices.unknown_start, whole.vertices.unknown_start);
  EXPECT_EQ(grid.vertices.hanging_start, whole.vertices.hanging_start);
  ASSERT_EQ(grid.unknowns.size(), whole.unknowns.size());
  for (std::size_t c = 0; c < grid.unknowns.size(); ++c) {
    ASSERT_EQ(grid.unknowns[c].vertex, whole.unknowns[c].vertex);
    ASSERT_EQ(grid.unknowns[c].hanging, whole.unknowns[c].hanging);
  }
}

TEST(GridPatch, a_patched_octree_is_the_one_made_from_all_links) {
  int patches = 0;
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    Random random(seed);
    const int coarsest = static_cast<int>(3 - seed % 3);
    OctreeGrid grid = make_octree_grid(test::long_body(random), coarsest);
    for (int cut = 0; cut < 6; ++cut) {
      LinkedVoxels voxels = grid.voxels;
      small_cut(random, voxels);
      const std::optional<GridPatch> patch = grid_patch(grid, voxels, coarsest, {}, {.most_bricks = 1});
      const OctreeGrid whole = make_octree_grid(voxels, coarsest);
      ASSERT_TRUE(patch.has_value());
      patches += patch->bricks.size() < grid.voxels.bricks().size() ? 1 : 0;
      grid = patched(grid, std::move(voxels), *patch);
      expect_equal(grid, whole);
      if (::testing::Test::HasFailure()) FAIL() << "seed " << seed << ", cut " << cut;
    }
  }
  EXPECT_GE(patches, 10);
}

TEST(GridPatch, a_cut_through_most_of_a_body_is_not_patched) {
  Random random(1);
  const OctreeGrid grid = make_octree_grid(LinkedVoxels(test::box_grid(40, 40, 40)), 3);
  LinkedVoxels voxels = grid.voxels;
  test::cut_across_x(voxels, 20);
  EXPECT_FALSE(grid_patch(grid, voxels, 3, {}).has_value());
}

}  // namespace
}  // namespace sinew
