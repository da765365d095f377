#include "octree/solver/cell_graph.h"

#include <gtest/gtest.h>

#include <set>

#include "octree/random_octree.h"

namespace sinew {
namespace {

using test::box_grid;
using test::cut_across_x;
using test::cut_box;
using test::Octree;

TEST(CellGraph, of_a_uniform_box_has_every_inner_face_once) {
  const Octree octree(LinkedVoxels(box_grid(9, 5, 7)), 0);
  const CellGraph graph = cell_graph(octree.voxels, octree.cells);
  EXPECT_EQ(graph.edges.size(), std::size_t(8 * 5 * 7 + 9 * 4 * 7 + 9 * 5 * 6));
}

TEST(CellGraph, has_the_joined_links_between_cells_and_no_others) {
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const Octree octree = seed < 4 ? Octree(cut_box(seed, 20)) : test::coarse_octree(seed, 20);
    const CellGraph graph = cell_graph(octree.voxels, octree.cells);
    std::set<std::array<Index, 3>> expected, found;
    for (const Brick& brick : octree.voxels.bricks())
      for (int v = 0; v < kBrickVoxels; ++v) {
        const LatticePoint voxel = kBrickSide * brick.place + LatticePoint{v & 7, v >> 3 & 7, v >> 6};
        for (int axis = 0; axis < 3; ++axis) {
          if (!octree.voxels.joined(voxel, axis)) continue;
          const Index lower = octree.cells.at(octree.voxels, voxel);
          const Index upper = octree.cells.at(octree.voxels, voxel + unit_step(axis));
          if (lower != upper) expected.insert({lower, upper, axis});
        }
      }
    for (Index c = 0; c < octree.cells.count(); ++c)
      for (const CellGraph::Edge& edge : graph.of(c))
        EXPECT_TRUE(found.insert({c, edge.upper, edge.axis}).second);
    EXPECT_EQ(found, expected);
  }
}

TEST(CellGraph, merges_the_cells_of_a_block_by_what_hangs_together) {
  LinkedVoxels voxels(box_grid(8, 8, 8));
  cut_across_x(voxels, 3);
  const Octree octree(std::move(voxels), 0);
  const CellGraph graph = cell_graph(octree.voxels, octree.cells);
  const CellSets sets = merge_cells(octree.cells.places, 0, graph);
  EXPECT_EQ(sets.count(), 64 + 16);
  for (Index set = 0; set < sets.count(); ++set) {
    const bool is_right = octree.cells.places[sets.children(set)[0]].x >= 3;
    for (const Index child : sets.children(set)) {
      EXPECT_EQ(sets.parent[child], set);
      EXPECT_EQ(octree.cells.places[child].x >= 3, is_right);
    }
  }
  // Each half is joined in itself alone: two layers of blocks on the left, three on the right.
  const CellGraph merged = merged_graph(graph, sets);
  EXPECT_EQ(merged.edges.size(), std::size_t(16 * 1 + 2 * 24 + 16 * 2 + 3 * 24));
}

}  // namespace
}  // namespace sinew
