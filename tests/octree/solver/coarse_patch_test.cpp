#include <gtest/gtest.h>

#include <cstring>

#include "octree/patched_octree.h"
#include "octree/solver/coarse_structure.h"

// Levels that are patched after a small cut, against those that are made from the whole octree.

namespace sinew {
namespace {

void expect_equal(const Interpolation& P, const Interpolation& whole) {
  EXPECT_EQ(P.coarse_nodes, whole.coarse_nodes);
  EXPECT_TRUE(P.row_start == whole.row_start && P.column == whole.column && P.weight == whole.weight);
  EXPECT_TRUE(P.transposed_start == whole.transposed_start && P.transposed_row == whole.transposed_row &&
              P.transposed_weight == whole.transposed_weight);
}

void expect_equal(const CellLevel& level, const CellLevel& whole) {
  EXPECT_TRUE(level.places == whole.places);
  EXPECT_TRUE(level.parent == whole.parent);
  EXPECT_TRUE(level.child_start == whole.child_start);
  EXPECT_TRUE(level.child == whole.child);
  EXPECT_EQ(level.vertex_count, whole.vertex_count);
  EXPECT_TRUE(level.vertex_points == whole.vertex_points);
  EXPECT_TRUE(level.brick_start == whole.brick_start);
  EXPECT_TRUE(level.point_start == whole.point_start);
  ASSERT_EQ(level.unknowns.size(), whole.unknowns.size());
  for (std::size_t c = 0; c < level.unknowns.size(); ++c) {
    ASSERT_EQ(level.unknowns[c].vertex, whole.unknowns[c].vertex);
    ASSERT_EQ(level.unknowns[c].hanging, whole.unknowns[c].hanging);
  }
}

void expect_equal(const CellLevels& levels, const CellLevels& whole) {
  ASSERT_EQ(levels.levels.size(), whole.levels.size());
  for (std::size_t l = 0; l < whole.levels.size(); ++l) {
    SCOPED_TRACE(l);
    expect_equal(levels.levels[l], whole.levels[l]);
    if (l < whole.interpolations.size()) expect_equal(levels.interpolations[l], whole.interpolations[l]);
  }
  EXPECT_TRUE(levels.graph.start == whole.graph.start && levels.graph.edges == whole.graph.edges);
}

template <typename Values>
bool same_bytes(const Values& a, const Values& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(a[0])) == 0;
}

void expect_equal(const CoarseStructure& made, const CoarseStructure& whole) {
  expect_equal(made.levels, whole.levels);
  ASSERT_EQ(made.rows.size(), whole.rows.size());
  for (std::size_t l = 0; l < whole.rows.size(); ++l) {
    SCOPED_TRACE(l);
    const CoarseStructure::Rows &a = made.rows[l], &b = whole.rows[l];
    EXPECT_TRUE(a.new_of_old == b.new_of_old && a.old_of_new == b.old_of_new);
    EXPECT_EQ(a.colour_start, b.colour_start);
    EXPECT_TRUE(a.pattern.row_start == b.pattern.row_start);
    EXPECT_TRUE(a.pattern.column == b.pattern.column);
    EXPECT_TRUE(a.pattern.diagonal == b.pattern.diagonal);
    EXPECT_TRUE(a.leaf == b.leaf);
    EXPECT_TRUE(a.empty == b.empty);
    EXPECT_TRUE(same_bytes(a.cells, b.cells));
    expect_equal(a.P, b.P);
  }
  EXPECT_TRUE(same_bytes(made.leaves, whole.leaves));
  EXPECT_EQ(made.group_level, whole.group_level);
  expect_equal(made.to_finest, whole.to_finest);
}

std::vector<char> some_held(const OctreeGrid& grid) {
  std::vector<char> held(grid.vertices.unknowns, 0);
  for (std::size_t v = 0; v < held.size(); ++v) held[v] = grid.vertices.points[v].x < 3;
  return held;
}

TEST(CoarsePatch, patched_levels_are_those_made_from_the_whole_octree) {
  int patches = 0;
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    Random random(seed);
    const int coarsest = static_cast<int>(3 - seed % 3);
    const LinkedVoxels body = seed % 3 == 2 ? test::cut_box(seed, 34) : test::long_body(random);
    OctreeGrid grid = make_octree_grid(body, coarsest);
    const auto levels_of = [](const OctreeGrid& of) {
      return make_cell_levels(of.voxels, of.cells, of.vertices);
    };
    std::shared_ptr<const CoarseStructure> made = make_coarse_structure(levels_of(grid), some_held(grid));
    for (int cut = 0; cut < 5; ++cut) {
      LinkedVoxels voxels = grid.voxels;
      test::small_cut(random, voxels);
      const std::optional<GridPatch> patch = grid_patch(grid, voxels, coarsest, {}, {.most_bricks = 1});
      ASSERT_TRUE(patch.has_value());
      if (patch->is_empty()) continue;  // the cut went by
      grid = patched(grid, std::move(voxels), *patch);
      const std::optional<CellLevelsPatch> of_levels = cell_levels_patch(made->levels, *patch);
      ASSERT_TRUE(of_levels.has_value());
      std::optional<CellLevels> levels = patched(made->levels, grid, *of_levels);
      ASSERT_TRUE(levels.has_value());
      made = patched(*made, std::move(*levels), some_held(grid), *of_levels);
      const auto whole = make_coarse_structure(levels_of(grid), some_held(grid));
      if (made == nullptr) {  // another level, or other groups
        made = whole;
        continue;
      }
      ++patches;
      expect_equal(*made, *whole);
      if (::testing::Test::HasFailure()) FAIL() << "seed " << seed << ", cut " << cut;
    }
  }
  EXPECT_GE(patches, 8);
}

}  // namespace
}  // namespace sinew
