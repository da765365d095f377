#include "octree/solver/cell_levels.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "base/parallel.h"
#include "octree/random_octree.h"

namespace sinew {
namespace {

using test::box_grid;
using test::cut_across_x;
using test::cut_box;
using test::disc_links;
using test::Octree;

CellLevels levels_of(const Octree& octree, Index coarsest_vertices = 30) {
  return make_cell_levels(octree.voxels, octree.cells, octree.vertices, {coarsest_vertices});
}

bool is_merged(const CellLevels& levels, int level, Index cell) {
  if (level == 0) return false;
  const CellLevel& coarse = levels.levels[level];
  return levels.levels[level - 1].places[coarse.child[coarse.child_start[cell]]].level <
         coarse.places[cell].level;
}

std::map<Index, float> row_of(const Interpolation& P, Index vertex) {
  std::map<Index, float> row;
  for (Index at = P.row_start[vertex]; at < P.row_start[vertex + 1]; ++at) row[P.column[at]] += P.weight[at];
  return row;
}

TEST(CellLevels, of_a_uniform_box_halve_it) {
  const Octree octree(LinkedVoxels(box_grid(16, 16, 16)), 0);
  const CellLevels levels = levels_of(octree);
  ASSERT_EQ(levels.levels.size(), 4U);
  const std::array<Index, 4> vertices{17 * 17 * 17, 9 * 9 * 9, 5 * 5 * 5, 3 * 3 * 3};
  for (int l = 0; l < 4; ++l) {
    EXPECT_EQ(levels.levels[l].vertex_count, vertices[l]);
    EXPECT_EQ(static_cast<Index>(levels.levels[l].places.size()), 4096 >> (3 * l));
  }
}

TEST(CellLevels, go_on_beyond_bricks) {
  const Octree octree(LinkedVoxels(box_grid(40, 24, 24)));
  const CellLevels levels = levels_of(octree, 8);
  EXPECT_EQ(levels.levels.size(), 7U);
  EXPECT_EQ(levels.levels.back().vertex_count, 8);
}

TEST(CellLevels, interpolate_linear_fields_exactly) {
  for (std::uint64_t seed = 0; seed < 16; ++seed) {
    const Octree octree = seed < 8 ? Octree(cut_box(seed)) : test::coarse_octree(seed);
    const CellLevels levels = levels_of(octree);
    for (std::size_t l = 0; l < levels.interpolations.size(); ++l) {
      const Interpolation& P = levels.interpolations[l];
      ASSERT_EQ(P.fine_nodes(), levels.levels[l].vertex_count);
      ASSERT_EQ(P.coarse_nodes, levels.levels[l + 1].vertex_count);
      for (Index v = 0; v < P.fine_nodes(); ++v) {
        const auto entries = static_cast<std::int32_t>(P.row_start[v + 1] - P.row_start[v]);
        LatticePoint sum;
        for (Index at = P.row_start[v]; at < P.row_start[v + 1]; ++at) {
          EXPECT_EQ(P.weight[at] * static_cast<float>(entries), 1);
          sum = sum + levels.levels[l + 1].vertex_points[P.column[at]];
        }
        EXPECT_EQ(sum, entries * levels.levels[l].vertex_points[v]);
      }
    }
  }
}

TEST(CellLevels, say_the_same_of_a_vertex_from_every_cell_that_has_it) {
  for (std::uint64_t seed = 0; seed < 16; ++seed) {
    const Octree octree = seed < 8 ? Octree(cut_box(seed)) : test::coarse_octree(seed);
    const CellLevels levels = levels_of(octree);
    for (std::size_t l = 0; l < levels.interpolations.size(); ++l) {
      const CellLevel& fine = levels.levels[l];
      const CellLevel& coarse = levels.levels[l + 1];
      for (std::size_t c = 0; c < fine.places.size(); ++c) {
        const bool passed_on = coarse.places[fine.parent[c]] == fine.places[c];
        const CornerWeights weights =
            passed_on ? corner_weights(0, 0) : trilinear_weights(fine.places[c].octant());
        for (int i = 0; i < 8; ++i) {
          // A hanging corner refers to a vertex of the parent's corner, which stays.
          const bool stays = fine.unknowns[c].hanging >> i & 1;
          std::map<Index, float> row;
          for (int k = 0; k < 8; ++k)
            if (stays ? k == i : weights[i][k] != 0)
              row[coarse.unknowns[fine.parent[c]].vertex[k]] += stays ? 1 : weights[i][k];
          ASSERT_EQ(row, row_of(levels.interpolations[l], fine.unknowns[c].vertex[i]))
              << "seed " << seed << " level " << l;
        }
      }
    }
  }
}

TEST(CellLevels, have_no_merged_cell_that_hangs_and_corners_at_their_points) {
  for (std::uint64_t seed = 0; seed < 16; ++seed) {
    const Octree octree = seed < 8 ? Octree(cut_box(seed)) : test::coarse_octree(seed);
    const CellLevels levels = levels_of(octree);
    for (std::size_t l = 0; l < levels.levels.size(); ++l) {
      const CellLevel& level = levels.levels[l];
      for (Index c = 0; c < static_cast<Index>(level.places.size()); ++c) {
        const CellUnknowns& unknowns = level.unknowns[c];
        EXPECT_GE(level.places[c].level, l);
        if (is_merged(levels, static_cast<int>(l), c)) {
          EXPECT_EQ(unknowns.hanging, 0);
        }
        EXPECT_FALSE(unknowns.hanging >> level.places[c].octant() & 1);
        for (int i = 0; i < 8; ++i) {
          const bool hangs = unknowns.hanging >> i & 1;
          EXPECT_EQ(level.vertex_points[unknowns.vertex[i]],
                    hangs ? level.places[c].parent().corner(i) : level.places[c].corner(i));
        }
      }
    }
  }
}

TEST(CellLevels, number_cells_and_vertices_along_the_curve_and_use_every_vertex) {
  const Octree octree(cut_box(2));
  for (const CellLevel& level : levels_of(octree).levels) {
    for (std::size_t c = 1; c < level.places.size(); ++c)
      EXPECT_LE(morton_code(level.places[c - 1].lower()), morton_code(level.places[c].lower()));
    for (std::size_t v = 1; v < level.vertex_points.size(); ++v)
      EXPECT_LE(morton_code(level.vertex_points[v - 1]), morton_code(level.vertex_points[v]));
    std::set<Index> used;
    for (const CellUnknowns& unknowns : level.unknowns)
      used.insert(unknowns.vertex.begin(), unknowns.vertex.end());
    EXPECT_EQ(static_cast<Index>(used.size()), level.vertex_count);
  }
}

TEST(CellLevels, of_a_bar_cut_through_share_no_vertex_across_the_cut) {
  LinkedVoxels voxels(box_grid(40, 9, 11));
  cut_across_x(voxels, 19);
  const Octree octree(std::move(voxels));
  const CellLevels levels = levels_of(octree, 16);
  std::vector<int> side(octree.cells.count());
  for (Index c = 0; c < octree.cells.count(); ++c) side[c] = octree.cells.places[c].x >= 19;
  for (const CellLevel& level : levels.levels) {
    std::map<Index, int> side_of_vertex;
    std::set<std::pair<std::uint64_t, int>> places;
    for (std::size_t c = 0; c < level.places.size(); ++c) {
      EXPECT_TRUE(places.insert({morton_code(level.places[c].lower()), side[c]}).second);
      for (const Index v : level.unknowns[c].vertex)
        EXPECT_EQ(side_of_vertex.insert({v, side[c]}).first->second, side[c]);
    }
    if (level.parent.empty()) continue;
    std::vector<int> next(*std::max_element(level.parent.begin(), level.parent.end()) + 1, -1);
    for (std::size_t c = 0; c < level.places.size(); ++c) {
      int& parent_side = next[level.parent[c]];
      EXPECT_TRUE(parent_side < 0 || parent_side == side[c]);
      parent_side = side[c];
    }
    side = next;
  }
}

TEST(CellLevels, of_a_partly_cut_block_have_two_cells_at_one_place) {
  // A cut between voxels 8 and 9 along x, through blocks of two, ends half way up the box.
  LinkedVoxels voxels(box_grid(16, 16, 16));
  std::vector<CutLink> links = disc_links(voxels, {8.5, 0, 0}, {1, 0, 0}, 1e9);
  std::erase_if(links, [](const CutLink& link) { return link.voxel.z >= 8; });
  voxels.cut(links);
  const Octree octree(std::move(voxels));
  const CellLevels levels = levels_of(octree);
  std::map<std::uint64_t, int> at_place;
  for (const CellPlace& place : levels.levels[1].places) ++at_place[morton_code(place.lower())];
  for (const auto& [code, count] : at_place) {
    EXPECT_LE(count, 2);
  }
  for (int z = 0; z < 16; z += 2)
    for (int y = 0; y < 16; y += 2)
      EXPECT_EQ(at_place[morton_code({8, y, z})], z < 8 ? 2 : 1) << y << " " << z;
}

TEST(CellLevels, are_the_same_for_any_number_of_threads) {
  const Octree octree(cut_box(5, 50));
  const int threads = thread_count();
  set_thread_count(1);
  const CellLevels one = levels_of(octree);
  set_thread_count(4);
  const CellLevels four = levels_of(octree);
  set_thread_count(threads);
  ASSERT_EQ(one.levels.size(), four.levels.size());
  for (std::size_t l = 0; l < one.levels.size(); ++l) {
    EXPECT_EQ(one.levels[l].parent, four.levels[l].parent);
    EXPECT_EQ(one.levels[l].places, four.levels[l].places);
    if (l + 1 < one.levels.size()) {
      EXPECT_EQ(one.interpolations[l].column, four.interpolations[l].column);
    }
  }
}

}  // namespace
}  // namespace sinew
