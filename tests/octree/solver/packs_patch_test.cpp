#include <gtest/gtest.h>

#include <cstring>

#include "octree/patched_octree.h"
#include "octree/solver/cell_packs.h"

namespace sinew {
namespace {

template <typename Values>
bool same_bytes(const Values& a, const Values& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(a[0])) == 0;
}

TEST(PacksPatch, patched_packs_are_those_made_from_the_whole_octree) {
  for (std::uint64_t seed = 0; seed < 2; ++seed) {
    Random random(seed);
    OctreeGrid grid = make_octree_grid(test::long_body(random), 3);
    const CellPacksParams params{.most_vertices = 1000};
    const auto packs_of = [&](const OctreeGrid& of) {
      return make_cell_packs(of.cells.places, of.unknowns,
                             std::span(of.vertices.points).first(of.vertices.unknowns), params);
    };
    CellPacks packs = packs_of(grid);
    for (int cut = 0; cut < 5; ++cut) {
      LinkedVoxels voxels = grid.voxels;
      test::small_cut(random, voxels);
      const std::optional<GridPatch> patch = grid_patch(grid, voxels, 3, {}, {.most_bricks = 1});
      ASSERT_TRUE(patch.has_value());
      grid = patched(grid, std::move(voxels), *patch);
      packs = patched(packs, grid, *patch, params);
      const CellPacks whole = packs_of(grid);
      EXPECT_TRUE(same_bytes(packs.blocks, whole.blocks));
      EXPECT_TRUE(packs.halo == whole.halo);
      EXPECT_TRUE(same_bytes(packs.nodes, whole.nodes));
      EXPECT_TRUE(same_bytes(packs.hanging, whole.hanging));
      EXPECT_TRUE(packs.cells == whole.cells);
      EXPECT_TRUE(packs.own_cells == whole.own_cells);
      EXPECT_EQ(packs.most_vertices, whole.most_vertices);
      EXPECT_EQ(packs.vertex_count, whole.vertex_count);
      EXPECT_EQ(packs.cell_count, whole.cell_count);
    }
  }
}

}  // namespace
}  // namespace sinew
