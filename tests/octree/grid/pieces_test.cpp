#include "octree/grid/pieces.h"

#include <gtest/gtest.h>

#include "base/parallel.h"
#include "mesh/disjoint_sets.h"
#include "octree/patched_octree.h"
#include "octree/random_voxels.h"

namespace sinew {
namespace {

// Cuts everything between layers x - 1 and x.
void cut_across(LinkedVoxels& voxels, int x) {
  const auto& n = voxels.lattice().counts;
  std::vector<CutLink> links;
  for (int z = 0; z < n[2]; ++z)
    for (int y = 0; y < n[1]; ++y) links.push_back(test::cut_link({x - 1, y, z}, 0));
  test::sort_links(links);
  voxels.cut(links);
}

Pieces pieces_of(const LinkedVoxels& voxels) { return connected_pieces(voxels, balanced_cells(voxels, 3)); }

// The same, link by link.
Components slow_pieces(const LinkedVoxels& voxels, const Cells& cells) {
  DisjointSets sets(cells.count());
  for (const Brick& brick : voxels.bricks())
    for_each_bit(brick.inside, [&](const LatticePoint& v) {
      const LatticePoint voxel = kBrickSide * brick.place + v;
      for (int axis = 0; axis < 3; ++axis)
        if (voxels.joined(voxel, axis))
          sets.unite(cells.at(voxels, voxel), cells.at(voxels, voxel + unit_step(axis)));
    });
  return sets.components();
}

TEST(Pieces, a_bar_is_one_and_falls_in_two_when_cut) {
  LinkedVoxels bar(test::box_grid(40, 10, 12));
  EXPECT_EQ(pieces_of(bar).count(), 1);
  cut_across(bar, 13);
  const Pieces pieces = pieces_of(bar);
  EXPECT_EQ(pieces.voxel_counts, (std::vector<std::int64_t>{13 * 120, 27 * 120}));
  EXPECT_EQ(pieces.of_cell.front(), 0);
}

TEST(Pieces, a_cut_that_stops_short_leaves_one) {
  LinkedVoxels bar(test::box_grid(40, 10, 12));
  std::vector<CutLink> links;
  for (int z = 0; z < 12; ++z)
    for (int y = 0; y < 10; ++y)
      if (y + z > 0) links.push_back(test::cut_link({19, y, z}, 0));
  test::sort_links(links);
  bar.cut(links);
  EXPECT_EQ(pieces_of(bar).count(), 1);
  bar.cut(std::vector{test::cut_link({19, 0, 0}, 0)});
  EXPECT_EQ(pieces_of(bar).count(), 2);
}

void expect_equal(const Pieces& pieces, const Pieces& whole) {
  EXPECT_EQ(pieces.of_cell, whole.of_cell);
  EXPECT_EQ(pieces.cell_counts, whole.cell_counts);
  EXPECT_EQ(pieces.voxel_counts, whole.voxel_counts);
  EXPECT_TRUE(pieces.parts.voxels == whole.parts.voxels);
  EXPECT_EQ(pieces.parts.brick_start, whole.parts.brick_start);
}

TEST(Pieces, after_small_cuts_are_those_of_a_search_of_the_whole_body) {
  Index most = 0;
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    Random random(seed);
    OctreeGrid grid = make_octree_grid(test::long_body(random), 3);
    Pieces pieces = connected_pieces(grid.voxels, grid.cells);
    for (int cut = 0; cut < 6; ++cut) {
      LinkedVoxels voxels = grid.voxels;
      test::small_cut(random, voxels);
      const std::optional<GridPatch> patch = grid_patch(grid, voxels, 3, {}, {.most_bricks = 1});
      ASSERT_TRUE(patch.has_value());
      grid = patched(grid, std::move(voxels), *patch);
      pieces = patched(pieces, grid, *patch);
      expect_equal(pieces, connected_pieces(grid.voxels, grid.cells));
    }
    most = std::max(most, pieces.count());
  }
  EXPECT_GT(most, 2);
}

TEST(Pieces, voxels_that_touch_in_an_edge_or_a_corner_do_not_hang_together) {
  VoxelGrid grid = test::box_grid(10, 10, 10);
  std::fill(grid.inside.begin(), grid.inside.end(), 0);
  for (const auto& [x, y, z] : {std::array{7, 7, 7}, {8, 8, 8}, {7, 8, 8}, {8, 7, 7}, {2, 2, 2}, {3, 3, 2}})
    grid.inside[grid.frame.index(x, y, z)] = 1;
  const Pieces pieces = pieces_of(LinkedVoxels(grid));
  EXPECT_EQ(pieces.count(), 4);
}

TEST(Pieces, of_random_bodies_are_those_found_link_by_link) {
  Random random(21);
  for (int trial = 0; trial < 10; ++trial) {
    LinkedVoxels voxels = test::random_voxels(random);
    for (int cut = 10; cut < 16; ++cut) voxels.cut(test::random_cut(voxels, random, cut));
    for (const int coarsest : {0, 3}) {
      const Cells cells = balanced_cells(voxels, coarsest);
      const Pieces pieces = connected_pieces(voxels, cells);
      const Components slow = slow_pieces(voxels, cells);
      ASSERT_EQ(pieces.of_cell, slow.of);
      ASSERT_EQ(pieces.count(), slow.count);
      std::vector<Index> cell_counts(slow.count);
      std::vector<std::int64_t> voxel_counts(slow.count);
      for (Index c = 0; c < cells.count(); ++c) {
        ++cell_counts[slow.of[c]];
        voxel_counts[slow.of[c]] += std::int64_t(1) << (3 * cells.places[c].level);
      }
      EXPECT_EQ(pieces.cell_counts, cell_counts);
      EXPECT_EQ(pieces.voxel_counts, voxel_counts);
    }
  }
}

TEST(Pieces, a_winding_path_within_a_brick_is_one) {
  // A snake through all voxels of one brick: row by row, layer by layer.
  const LinkedVoxels whole(test::box_grid(8, 8, 8));
  const auto is_on_path = [](const LatticePoint& v, int axis) {
    if (axis == 0) return true;
    if (axis == 1) return v.x == (v.y % 2 == 0 ? 7 : 0);
    return v.x == 0 && v.y == (v.z % 2 == 0 ? 7 : 0);
  };
  std::vector<CutLink> links;
  for_each_bit(whole.bricks()[0].inside, [&](const LatticePoint& v) {
    for (int axis = 0; axis < 3; ++axis)
      if (!is_on_path(v, axis)) links.push_back(test::cut_link(v, axis));
  });
  test::sort_links(links);
  LinkedVoxels snake = whole;
  snake.cut(links);
  EXPECT_EQ(pieces_of(snake).count(), 1);
  snake.cut(std::vector{test::cut_link({3, 4, 4}, 0)});
  EXPECT_EQ(pieces_of(snake).count(), 2);
}

TEST(Pieces, all_links_cut_leave_every_voxel_to_itself_as_a_crumb) {
  LinkedVoxels voxels(test::box_grid(9, 9, 9));
  std::vector<CutLink> links;
  for (int axis = 0; axis < 3; ++axis)
    for (int i = 0; i < 729; ++i) links.push_back(test::cut_link({i % 9, i / 9 % 9, i / 81}, axis));
  test::sort_links(links);
  voxels.cut(links);
  const Pieces pieces = pieces_of(voxels);
  EXPECT_EQ(pieces.count(), 729);
  for (Index piece = 0; piece < pieces.count(); ++piece) EXPECT_TRUE(pieces.is_crumb(piece));
}

TEST(Pieces, of_eight_voxels_are_no_crumbs) {
  LinkedVoxels bar(test::box_grid(15, 1, 1));
  cut_across(bar, 7);
  const Pieces pieces = pieces_of(bar);
  EXPECT_TRUE(pieces.is_crumb(0));
  EXPECT_FALSE(pieces.is_crumb(1));
}

TEST(Pieces, are_the_same_for_1_2_and_4_threads) {
  Random random(22);
  const LinkedVoxels voxels = test::random_voxels(random);
  const Cells cells = balanced_cells(voxels, 3);
  set_thread_count(1);
  const Pieces one = connected_pieces(voxels, cells);
  for (const int threads : {2, 4}) {
    set_thread_count(threads);
    EXPECT_EQ(connected_pieces(voxels, cells).of_cell, one.of_cell);
  }
  set_thread_count(0);
}

}  // namespace
}  // namespace sinew
