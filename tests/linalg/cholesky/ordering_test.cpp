#include <gtest/gtest.h>

#include <numeric>

#include "linalg/cholesky/front_tree.h"
#include "linalg/cholesky/minimum_degree.h"
#include "linalg/cholesky/nested_dissection.h"
#include "linalg/cholesky/separator.h"
#include "linalg/sparse_systems.h"

namespace sinew {
namespace {

Graph whole_graph(const BlockPattern& pattern) {
  std::vector<Index> rows(pattern.rows()), local(pattern.rows(), -1);
  std::iota(rows.begin(), rows.end(), 0);
  return graph_of(pattern, rows, local);
}

void expect_separates(const Graph& graph, const std::vector<Side>& sides) {
  for (Index v = 0; v < graph.size(); ++v)
    for (const Index u : graph.neighbours(v))
      EXPECT_FALSE(sides[v] == kLeft && sides[u] == kRight) << v << " and " << u;
}

TEST(Separator, no_edge_joins_the_two_parts) {
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U}) {
    const Graph graph = whole_graph(test::random_pattern(400, 900, seed));
    expect_separates(graph, find_separator(graph));
  }
}

TEST(Separator, of_a_cube_is_hardly_larger_than_a_plane_and_halves_it) {
  const Graph graph = whole_graph(test::box_pattern(11, 11, 11));
  const std::vector<Side> sides = find_separator(graph);
  expect_separates(graph, sides);
  const SideWeights weights = side_weights(graph, sides);
  EXPECT_LE(weights.separator(), 1.2 * 144);
  EXPECT_LE(weights.larger(), 0.58 * graph.size());
}

TEST(Separator, of_two_parts_that_are_not_connected_is_empty) {
  std::vector<Index> elements;
  for (Index i = 0; i + 1 < 200; ++i)
    if (i != 99) elements.insert(elements.end(), {i, i + 1});
  const Graph graph = whole_graph(pattern_of_elements(200, elements, 2));
  EXPECT_LE(side_weights(graph, find_separator(graph)).separator(), 1);
}

TEST(SeparatorRefinement, straightens_a_separator_that_is_too_thick) {
  // Columns 4 to 7 of a strip of twelve columns; one is enough.
  const Graph graph = whole_graph(test::box_pattern(11, 5, 0 + 1));
  std::vector<Side> sides;
  for (Index v = 0; v < graph.size(); ++v)
    sides.push_back(v % 12 < 4 ? kLeft : v % 12 > 7 ? kRight : kBetween);
  refine_separator(graph, static_cast<Index>(0.6 * graph.size()), sides);
  expect_separates(graph, sides);
  EXPECT_EQ(side_weights(graph, sides).separator(), 12);
}

TEST(MinimumDegree, eliminates_a_tree_from_its_leaves_without_fill) {
  // A star of chains: row 0 in the middle, three chains of four.
  std::vector<Index> elements;
  for (Index chain = 0; chain < 3; ++chain)
    for (Index k = 0; k < 4; ++k)
      elements.insert(elements.end(), {k == 0 ? 0 : 4 * chain + k, 4 * chain + k + 1});
  const BlockPattern pattern = pattern_of_elements(13, elements, 2);
  std::vector<Index> rows(13), local(13, -1);
  std::iota(rows.begin(), rows.end(), 0);
  const std::vector<Index> order = minimum_degree(pattern, rows, local);
  std::vector<char> gone(13, 0);
  for (const Index row : order) {
    Index left = 0;
    for (Index at = pattern.row_start[row]; at < pattern.row_start[row + 1]; ++at)
      left += pattern.column[at] != row && gone[pattern.column[at]] == 0 ? 1 : 0;
    EXPECT_LE(left, 1) << row;
    gone[row] = 1;
  }
}

TEST(MinimumDegree, counts_rows_that_are_eliminated_later) {
  // Row 0 is coupled to three rows that are not listed, row 1 to row 0 alone.
  const BlockPattern pattern = pattern_of_elements(5, std::vector<Index>{0, 1, 0, 2, 0, 3, 0, 4}, 2);
  std::vector<Index> local(5, -1);
  EXPECT_EQ(minimum_degree(pattern, std::vector<Index>{0, 1}, local), (std::vector<Index>{1, 0}));
  EXPECT_EQ(local, std::vector<Index>(5, -1));
}

TEST(NestedDissection, lists_every_row_once_and_kept_rows_last) {
  const BlockPattern pattern = test::box_pattern(8, 7, 6);
  const std::vector<Index> kept{300, 2, 17};
  std::vector<Index> order = nested_dissection(pattern, kept);
  EXPECT_EQ(std::vector<Index>(order.end() - 3, order.end()), kept);
  std::sort(order.begin(), order.end());
  for (Index k = 0; k < pattern.rows(); ++k) EXPECT_EQ(order[k], k);
}

TEST(FrontTree, every_block_of_the_lower_triangle_has_its_front_and_every_row_its_place_in_the_parent) {
  const BlockPattern pattern = test::box_pattern(6, 7, 5);
  for (const std::vector<Index>& kept : {std::vector<Index>{}, std::vector<Index>{8, 100, 40}}) {
    const FrontTree tree =
        make_front_tree(pattern, nested_dissection(pattern, kept), static_cast<Index>(kept.size()));
    EXPECT_EQ(static_cast<Index>(tree.entries.size()), (pattern.blocks() + pattern.rows()) / 2);
    Index positions = 0;
    for (std::size_t f = 0; f < tree.fronts.size(); ++f) {
      const FrontShape& front = tree.fronts[f];
      EXPECT_EQ(front.first, positions);
      positions += front.columns;
      if (front.parent < 0) continue;
      EXPECT_GT(front.parent, static_cast<Index>(f));
      const FrontShape& parent = tree.fronts[front.parent];
      for (Index k = front.row_begin; k < front.row_end; ++k) {
        const Index row = tree.in_parent[k];
        EXPECT_EQ(tree.rows[k], row < parent.columns ? parent.first + row
                                                     : tree.rows[parent.row_begin + row - parent.columns]);
      }
    }
    EXPECT_EQ(positions, pattern.rows());
    EXPECT_TRUE(kept.empty() || tree.fronts.back().columns == 3);
  }
}

}  // namespace
}  // namespace sinew
