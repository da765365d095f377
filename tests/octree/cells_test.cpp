#include "octree/cells.h"

#include <gtest/gtest.h>

#include "octree/random_voxels.h"

namespace sinew {
namespace {

TEST(Cells, of_a_box_cover_every_voxel_once) {
  const LinkedVoxels voxels(box_grid(21, 17, 30));
  const Cells cells = balanced_cells(voxels, 3);
  std::int64_t covered = 0;
  int coarsest = 0;
  for (const CellPlace& place : cells.places) {
    covered += std::int64_t(1) << (3 * place.level);
    coarsest = std::max<int>(coarsest, place.level);
    EXPECT_EQ(cells.at(voxels, place.lower()), &place - cells.places.data());
  }
  EXPECT_EQ(covered, voxels.inside_count());
  EXPECT_GT(coarsest, 0);
}

TEST(Cells, differ_by_one_level_at_most_from_those_they_touch) {
  const LinkedVoxels voxels(box_grid(40, 33, 37));
  const Cells cells = balanced_cells(voxels, 3);
  for (const CellPlace& place : cells.places)
    for (int z = -1; z <= place.side(); ++z)
      for (int y = -1; y <= place.side(); ++y)
        for (int x = -1; x <= place.side(); ++x) {
          const Index other = cells.at(voxels, place.lower() + LatticePoint{x, y, z});
          if (other >= 0) {
            EXPECT_LE(std::abs(cells.places[other].level - place.level), 1);
          }
        }
}

}  // namespace
}  // namespace sinew
