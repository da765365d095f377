#include "stepping/free_pieces.h"

#include <gtest/gtest.h>

namespace sinew {
namespace {

// Two columns of cubes, each of side 1: one at x = 0 that is 40 high, one at x = 5 of three cubes.
struct Columns {
  std::vector<Vec3> positions;
  std::vector<Index> nodes;
  Components pieces{{}, 2};

  Columns() {
    add(0, 40, 0);
    add(5, 3, 1);
  }
  void add(double x, int height, Index piece) {
    const auto first = static_cast<Index>(positions.size());
    for (int y = 0; y <= height; ++y)
      for (const auto& [dx, dz] : {std::pair{0, 0}, {1, 0}, {0, 1}, {1, 1}})
        positions.push_back({x + dx, double(y), double(dz)});
    for (Index y = 0; y < height; ++y) {
      for (Index corner = 0; corner < 8; ++corner) nodes.push_back(first + 4 * y + corner);
      pieces.of.push_back(piece);
    }
  }
  std::vector<FreePiece> free(const std::vector<char>& held) const {
    return find_free_pieces(pieces, nodes, 8, positions, held);
  }
};

TEST(FreePieces, three_held_nodes_off_one_line_hold_a_piece) {
  const Columns columns;
  std::vector<char> held(columns.positions.size(), 0);
  EXPECT_EQ(columns.free(held).size(), 2);
  held[0] = held[4] = held[8] = 1;  // above each other
  ASSERT_EQ(columns.free(held).size(), 2);
  EXPECT_EQ(columns.free(held)[0].held_by, FreePiece::HeldBy::kLine);
  EXPECT_EQ(count_loose(columns.free(held)), 1);
  held[1] = 1;
  ASSERT_EQ(columns.free(held).size(), 1);
  EXPECT_EQ(columns.free(held)[0].piece, 1);
}

TEST(FreePieces, a_large_piece_is_held_by_its_lowest_fifth_and_a_small_one_whole) {
  const Columns columns;
  const std::vector<FreePiece> free = columns.free(std::vector<char>(columns.positions.size(), 0));
  const auto to_hold = [&](const Vec3& down) {
    return nodes_to_hold(free, columns.pieces, columns.nodes, 8, columns.positions, down);
  };
  std::vector<Index> expected;
  for (Index v = 0; v < 4 * 9; ++v) expected.push_back(v);  // up to a height of 8
  for (Index v = 4 * 41; v < 4 * 45; ++v) expected.push_back(v);
  EXPECT_EQ(to_hold({0, -1, 0}), expected);
  // Sideways as well: there the lowest fifth is a side.
  for (const Index v : to_hold({1, 0, 0}))
    if (v < 4 * 41) {
      EXPECT_EQ(columns.positions[v].x, 1);
    }
}

TEST(FreePieces, a_piece_that_would_hinge_on_its_lowest_part_is_held_whole) {
  const Columns columns;
  const std::vector<FreePiece> free = columns.free(std::vector<char>(columns.positions.size(), 0));
  // Stands on an edge: its lowest nodes lie on one line.
  const Vec3 down = normalized(Vec3{1, 0, 1});
  EXPECT_EQ(nodes_to_hold(free, columns.pieces, columns.nodes, 8, columns.positions, down).size(),
            columns.positions.size());
}

}  // namespace
}  // namespace sinew
