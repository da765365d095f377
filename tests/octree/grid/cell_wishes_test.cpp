#include "octree/grid/cell_wishes.h"

#include <gtest/gtest.h>

#include "octree/random_octree.h"

namespace sinew {
namespace {

using test::box_grid;

Cells cells_of(const LinkedVoxels& voxels, const CellWishes& wishes) {
  return balanced_cells(voxels, 3, wishes.marks());
}

CellPlace block_around(const LatticePoint& voxel, int level) {
  CellPlace place{static_cast<std::uint16_t>(voxel.x), static_cast<std::uint16_t>(voxel.y),
                  static_cast<std::uint16_t>(voxel.z), 0};
  while (place.level < level) place = place.parent();
  return place;
}

TEST(CellWishes, that_are_none_give_the_largest_cells) {
  const LinkedVoxels voxels(box_grid(16, 8, 8));
  EXPECT_EQ(cells_of(voxels, CellWishes(voxels.bricks().size())).count(), 2);
}

TEST(CellWishes, of_cells_give_these_cells_again_after_any_cuts) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const test::Octree octree = test::coarse_octree(seed);
    EXPECT_EQ(cells_of(octree.voxels, CellWishes(octree.cells)).places, octree.cells.places) << seed;
  }
}

TEST(CellWishes, that_are_taken_back_give_the_cells_from_before) {
  const LinkedVoxels voxels(box_grid(24, 16, 16));
  CellWishes wishes(voxels.bricks().size());
  const Cells before = cells_of(voxels, wishes);
  const LatticePoint at{9, 3, 11};
  const Index brick = voxels.brick_at(at >> kBrickLevel);
  for (const int level : {3, 2, 1}) wishes.split(brick, block_around(at, level));
  const Cells split = cells_of(voxels, wishes);
  EXPECT_EQ(split.places[split.at(voxels, at)].level, 0);
  EXPECT_GT(split.count(), before.count() + 20);
  for (const int level : {1, 2, 3}) wishes.join(brick, block_around(at, level));
  EXPECT_EQ(cells_of(voxels, wishes).places, before.places);
  EXPECT_EQ(wishes, CellWishes(voxels.bricks().size()));
}

TEST(CellWishes, do_not_depend_on_their_order) {
  const LinkedVoxels voxels(box_grid(32, 24, 16));
  const std::array<LatticePoint, 3> points{{{1, 2, 3}, {20, 9, 9}, {31, 23, 0}}};
  CellWishes forth(voxels.bricks().size()), back = forth;
  for (int k = 0; k < 3; ++k)
    for (auto [wishes, at] : {std::pair{&forth, points[k]}, std::pair{&back, points[2 - k]}})
      wishes->split(voxels.brick_at(at >> kBrickLevel), block_around(at, 1));
  EXPECT_EQ(forth, back);
}

TEST(CellWishes, become_numbers_and_back) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const CellWishes wishes(test::coarse_octree(seed).cells);
    EXPECT_EQ(CellWishes::of_numbers(wishes.numbers()), wishes);
  }
}

}  // namespace
}  // namespace sinew
