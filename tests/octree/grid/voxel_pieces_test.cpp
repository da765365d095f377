#include "octree/grid/voxel_pieces.h"

#include <gtest/gtest.h>

#include "octree/grid/joined_nearby.h"
#include "octree/random_octree.h"

namespace sinew {
namespace {

using test::box_grid;
using test::cut_across_x;
using test::cut_link;

TEST(VoxelPieces, voxels_on_two_sides_of_a_cut_do_not_hang_together) {
  LinkedVoxels voxels(box_grid(16, 8, 8));
  cut_across_x(voxels, 8);
  const Cells cells = balanced_cells(voxels, 3);
  const VoxelPieces pieces(voxels, cells);
  EXPECT_EQ(pieces.count(), 2);
  EXPECT_NE(pieces.of({7, 3, 3}), pieces.of({8, 3, 3}));
  EXPECT_FALSE(pieces.hang_together({7, 3, 3}, {8, 3, 3}));
  EXPECT_FALSE(pieces.hang_together({0, 0, 0}, {15, 7, 7}));
  EXPECT_TRUE(pieces.hang_together({7, 3, 3}, {6, 4, 4}));
  EXPECT_TRUE(pieces.hang_together({0, 0, 0}, {7, 7, 7}));
}

TEST(VoxelPieces, the_sides_of_a_slit_are_one_piece_and_do_not_hang_together) {
  LinkedVoxels voxels(box_grid(16, 24, 4));
  std::vector<CutLink> slit;
  for (int y = 0; y < 16; ++y)
    for (int z = 0; z < 4; ++z) slit.push_back(cut_link({7, y, z}, 0));
  test::sort_links(slit);
  voxels.cut(slit);
  const Cells cells = balanced_cells(voxels, 3);
  const VoxelPieces pieces(voxels, cells);
  EXPECT_EQ(pieces.count(), 1);
  EXPECT_FALSE(pieces.hang_together({7, 2, 2}, {8, 2, 2}));
  EXPECT_FALSE(pieces.joined({7, 2, 2}, {9, 3, 2}));
  EXPECT_TRUE(pieces.hang_together({7, 15, 2}, {8, 15, 2}));  // around its end
  EXPECT_TRUE(pieces.hang_together({7, 20, 2}, {8, 20, 2}));
}

TEST(VoxelPieces, what_was_never_joined_nearby_is_not_parted_by_a_cut) {
  // Two arms of a U, a voxel apart.
  VoxelGrid grid = box_grid(3, 12, 1);
  for (Index y = 2; y < 12; ++y) grid.inside[grid.frame.index(1, y, 0)] = 0;
  const LinkedVoxels voxels(grid);
  const Cells cells = balanced_cells(voxels, 0);
  const VoxelPieces pieces(voxels, cells);
  EXPECT_FALSE(pieces.joined({0, 8, 0}, {2, 8, 0}));
  EXPECT_TRUE(pieces.hang_together({0, 8, 0}, {2, 8, 0}));
  EXPECT_TRUE(pieces.joined({0, 1, 0}, {2, 1, 0}));
}

TEST(JoinedNearby, agrees_with_pieces_in_boxes_that_are_nearby_as_a_whole) {
  for (std::uint64_t seed = 1; seed < 20; ++seed) {
    Random random(seed);
    LinkedVoxels voxels(box_grid(4, 4, 4));
    std::vector<CutLink> links;
    for (int k = 0; k < 70; ++k)
      links.push_back(cut_link({int(random.below(4)), int(random.below(4)), int(random.below(4))},
                               static_cast<int>(random.below(3))));
    test::sort_links(links);
    voxels.cut(links);
    const Cells cells = balanced_cells(voxels, 0);
    const Pieces pieces = connected_pieces(voxels, cells);
    const LatticePoint a{0, 0, 0}, b{3, 3, 3};
    ASSERT_TRUE(are_nearby(a, b, 1));
    EXPECT_EQ(joined_nearby(voxels, a, b, 1),
              pieces.of_cell[cells.at(voxels, a)] == pieces.of_cell[cells.at(voxels, b)]);
    EXPECT_TRUE(were_joined_nearby(voxels, a, b, 1));
  }
}

}  // namespace
}  // namespace sinew
