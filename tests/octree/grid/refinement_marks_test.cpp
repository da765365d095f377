#include "octree/grid/refinement_marks.h"

#include <gtest/gtest.h>

#include "octree/random_voxels.h"
#include "sinew/base/error.h"
#include "sinew/model/material_map.h"

namespace sinew {
namespace {

int level_at(const LinkedVoxels& voxels, const Cells& cells, const LatticePoint& voxel) {
  return cells.places[cells.at(voxels, voxel)].level;
}

TEST(RefinementMarks, centres_follow_the_bricks_and_are_inside) {
  Random random(31);
  const LinkedVoxels voxels = test::random_voxels(random);
  const std::vector<Vec3> centres = voxel_centres(voxels);
  ASSERT_EQ(static_cast<std::int64_t>(centres.size()), voxels.inside_count());
  std::size_t number = 0;
  for (const Brick& brick : voxels.bricks())
    for_each_bit(brick.inside, [&](const LatticePoint& v) {
      EXPECT_EQ(centres[number++], voxels.lattice().voxel_centre(kBrickSide * brick.place + v));
    });
}

TEST(RefinementMarks, a_jump_of_material_is_between_voxels) {
  // Grid samples, and so voxel centres, at whole numbers: voxels up to x = 26 are soft.
  const LinkedVoxels voxels(test::box_grid(64, 48, 48));
  MaterialMap map;
  map.rules.push_back(
      RegionMaterial{Region{HalfSpaceRegion{{26.4, 0, 0}, {-1, 0, 0}}}, Material{2e6, 0.3, 1000}});
  const RefinementMarks marks =
      material_jump_marks(voxels, element_materials(map, voxel_centres(voxels), {}));
  const Cells plain = balanced_cells(voxels, 3), cells = balanced_cells(voxels, 3, marks);
  EXPECT_EQ(level_at(voxels, plain, {26, 24, 24}), 3);
  EXPECT_EQ(level_at(voxels, cells, {26, 24, 24}), 0);
  EXPECT_EQ(level_at(voxels, cells, {27, 24, 24}), 0);
  EXPECT_EQ(level_at(voxels, cells, {28, 24, 24}), 1);
  EXPECT_EQ(level_at(voxels, cells, {48, 24, 24}), 3);
}

TEST(RefinementMarks, cells_larger_than_a_voxel_are_of_one_material_and_so_are_their_neighbours) {
  Random random(32);
  const LinkedVoxels voxels = test::random_voxels(random);
  const std::vector<Vec3> centres = voxel_centres(voxels);
  const auto is_stiff = [](const Vec3& p) { return distance(p, {20, 20, 20}) < 7; };
  std::vector<Material> materials(centres.size());
  for (std::size_t i = 0; i < centres.size(); ++i)
    if (is_stiff(centres[i])) materials[i].young = 1e9;
  const Cells cells = balanced_cells(voxels, 3, material_jump_marks(voxels, materials));
  const auto is_stiff_voxel = [&](const LatticePoint& v) {
    return is_stiff(voxels.lattice().voxel_centre(v));
  };
  for (const CellPlace& place : cells.places)
    for (int i = 0; place.level > 0 && i < 1 << (3 * place.level); ++i) {
      const int s = place.level, side = place.side() - 1;
      const LatticePoint voxel = place.lower() + LatticePoint{i & side, i >> s & side, i >> (2 * s)};
      for (int axis = 0; axis < 3; ++axis) {
        ASSERT_EQ(is_stiff_voxel(voxel), is_stiff_voxel(voxel + unit_step(axis)));
        ASSERT_EQ(is_stiff_voxel(voxel), is_stiff_voxel(voxel - unit_step(axis)));
      }
    }
}

TEST(RefinementMarks, one_material_marks_nothing_nor_does_a_slope_within_tolerance) {
  const LinkedVoxels voxels(test::box_grid(32, 32, 32));
  const std::vector<Vec3> centres = voxel_centres(voxels);
  std::vector<Material> materials(centres.size());
  const auto count = [&](double tolerance) {
    return balanced_cells(voxels, 3, material_jump_marks(voxels, materials, tolerance)).count();
  };
  const Index plain = balanced_cells(voxels, 3).count();
  EXPECT_EQ(count(0), plain);
  for (std::size_t i = 0; i < centres.size(); ++i) materials[i].young = 1e6 * (1 + 0.01 * centres[i].x);
  EXPECT_EQ(count(0.02), plain);
  EXPECT_EQ(count(0), 32 * 32 * 32);
}

TEST(RefinementMarks, blocks_are_split_where_asked) {
  const LinkedVoxels voxels(test::box_grid(64, 64, 64));
  const RefinementMarks marks = marks_where(voxels, [](const LatticePoint& lower, int level) {
    return level == 2 && lower == LatticePoint{28, 28, 28};
  });
  const Cells cells = balanced_cells(voxels, 3, marks);
  EXPECT_EQ(level_at(voxels, cells, {29, 29, 29}), 1);
  EXPECT_EQ(level_at(voxels, cells, {24, 24, 24}), 2);
  EXPECT_EQ(level_at(voxels, cells, {40, 40, 40}), 3);
}

TEST(RefinementMarks, merged_ask_for_what_either_asks) {
  const LinkedVoxels voxels(test::box_grid(64, 64, 64));
  const auto fine_at = [&](const LatticePoint& p) {
    return marks_of_voxels(voxels, [p](const LatticePoint& voxel) { return voxel == p; });
  };
  const Cells cells = balanced_cells(voxels, 3, merged(fine_at({25, 25, 25}), fine_at({41, 41, 41})));
  EXPECT_EQ(level_at(voxels, cells, {25, 25, 25}), 0);
  EXPECT_EQ(level_at(voxels, cells, {41, 41, 41}), 0);
  EXPECT_EQ(merged({}, fine_at({25, 25, 25})).to_level_0, fine_at({25, 25, 25}).to_level_0);
}

TEST(RefinementMarks, refuse_numbers_that_do_not_fit) {
  const LinkedVoxels voxels(test::box_grid(8, 8, 8));
  const std::vector<Material> few(511);
  EXPECT_THROW(material_jump_marks(voxels, few), Error);
  EXPECT_THROW(merged({{1, 2}, {}}, {{1}, {}}), Error);
}

}  // namespace
}  // namespace sinew
