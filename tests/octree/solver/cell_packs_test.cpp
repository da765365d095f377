#include "octree/solver/cell_packs.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "base/parallel.h"
#include "octree/random_octree.h"
#include "sinew/base/error.h"

namespace sinew {
namespace {

using test::box_grid;
using test::cut_box;
using test::Octree;

struct Packed {
  Octree octree;
  std::vector<CellUnknowns> unknowns;
  CellPacks packs;

  Packed(std::uint64_t seed, Index most_vertices)
      : octree(cut_box(seed)),
        unknowns(cell_unknowns(octree.cells, octree.vertices)),
        packs(make_cell_packs(octree.cells.places, unknowns, points(), {most_vertices})) {}
  std::span<const LatticePoint> points() const {
    return std::span(octree.vertices.points).first(octree.vertices.unknowns);
  }
};

// The global number of a lane's corner, corners numbered from the octant in hanging packs.
Index vertex_of(const CellPacks& packs, const CellBlock& block, Index pack, int corner, int lane) {
  const Index number = packs.nodes[pack].node[corner][lane] / 2;
  return number < block.owned ? block.first_vertex + number
                              : packs.halo[block.first_halo + number - block.owned];
}

TEST(CellPacks, own_every_vertex_once_in_rows) {
  for (const Index most : {100, 1000, 4096}) {
    const Packed packed(1, most);
    Index next = 0;
    for (const CellBlock& block : packed.packs.blocks) {
      EXPECT_EQ(block.first_vertex, next);
      EXPECT_GT(block.owned, 0);
      next += block.owned;
    }
    EXPECT_EQ(next, packed.octree.vertices.unknowns);
  }
}

TEST(CellPacks, have_in_every_block_all_cells_of_its_vertices_once) {
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    const Packed packed(seed, 600);
    const CellPacks& packs = packed.packs;
    for (const CellBlock& block : packs.blocks) {
      std::set<Index> expected, found;
      for (Index c = 0; c < packs.cell_count; ++c)
        for (const Index v : packed.unknowns[c].vertex)
          if (v >= block.first_vertex && v < block.first_vertex + block.owned) expected.insert(c);
      for (Index p = block.first_pack; p < block.first_pack + block.regular_packs + block.hanging_packs; ++p)
        for (const Index c : packs.cells[p])
          if (c >= 0) {
            EXPECT_TRUE(found.insert(c).second);
          }
      EXPECT_EQ(found, expected);
    }
  }
}

TEST(CellPacks, number_corners_from_the_octant_where_one_hangs) {
  const Packed packed(2, 600);
  const CellPacks& packs = packed.packs;
  Index hanging = 0;
  for (const CellBlock& block : packs.blocks)
    for (Index k = 0; k < block.regular_packs + block.hanging_packs; ++k)
      for (int lane = 0; lane < kPackCells; ++lane) {
        const Index pack = block.first_pack + k, cell = packs.cells[pack][lane];
        if (cell < 0) continue;
        const CellUnknowns& unknowns = packed.unknowns[cell];
        EXPECT_EQ(unknowns.hanging != 0, k >= block.regular_packs);
        const int octant = unknowns.hanging != 0 ? packed.octree.cells.places[cell].octant() : 0;
        for (int i = 0; i < 8; ++i)
          EXPECT_EQ(vertex_of(packs, block, pack, i, lane), unknowns.vertex[i ^ octant]);
        if (unknowns.hanging == 0) continue;
        ++hanging;
        const HangingLanes& lanes = packs.hanging[block.first_hanging + k - block.regular_packs];
        for (int i = 0; i < 8; ++i)
          EXPECT_EQ(lanes.hangs[i] >> lane & 1, unknowns.hanging >> (i ^ octant) & 1);
        EXPECT_EQ((lanes.hangs[0] | lanes.hangs[7]) >> lane & 1, 0);
      }
  EXPECT_GT(hanging, 100);
}

TEST(CellPacks, let_one_block_speak_for_each_cell) {
  const Packed packed(3, 300);
  std::map<Index, int> spoken;
  for (const auto& lanes : packed.packs.own_cells)
    for (const Index c : lanes) ++spoken[c];
  spoken.erase(-1);
  EXPECT_EQ(static_cast<Index>(spoken.size()), packed.packs.cell_count);
  for (const auto& [cell, times] : spoken) EXPECT_EQ(times, 1);
}

TEST(CellPacks, are_the_same_for_any_number_of_threads) {
  const int threads = thread_count();
  set_thread_count(1);
  const Packed one(5, 500);
  set_thread_count(4);
  const Packed four(5, 500);
  set_thread_count(threads);
  EXPECT_EQ(one.packs.halo, four.packs.halo);
  EXPECT_EQ(one.packs.cells, four.packs.cells);
}

TEST(CellPacks, of_nothing_are_none) {
  const CellPacks packs = make_cell_packs({}, {}, {});
  EXPECT_TRUE(packs.blocks.empty());
  EXPECT_EQ(packs.pack_count(), 0);
}

TEST(CellPacks, refuse_blocks_too_large_for_their_numbers) {
  const Octree octree(LinkedVoxels(box_grid(36, 36, 36)), 0);
  const auto unknowns = cell_unknowns(octree.cells, octree.vertices);
  EXPECT_THROW(make_cell_packs(octree.cells.places, unknowns, octree.vertices.points, {1 << 20}), Error);
}

}  // namespace
}  // namespace sinew
