#include "elastic/regular_vertex.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "elastic/triangulations.h"

namespace sinew {
namespace {

using test::Triangulation;

TEST(RegularVertex, parallel_diagonals_make_every_inner_vertex_one) {
  SurfaceMesh mesh = test::rectangle({0, 0, 0}, {3, 0, 1}, {6, 5}, Triangulation::kStriped);
  for (Vec3& p : mesh.positions) p.x += 0.3 * p.z;
  const auto regular = regular_vertices(mesh);
  EXPECT_EQ(regular.size(), 5U * 4U);
  for (const RegularVertex& vertex : regular) {
    EXPECT_NEAR(vertex.area, 0.05, 1e-12);
    EXPECT_TRUE(std::ranges::is_sorted(vertex.triangles));
    Vec3 alternating;
    for (int i = 0; i < 6; ++i) alternating += (i % 2 == 0 ? 1.0 : -1.0) * mesh.positions[vertex.ring[i]];
    EXPECT_LT(norm(alternating), 1e-14);
  }
}

TEST(RegularVertex, chess_boards_have_none) {
  EXPECT_TRUE(
      regular_vertices(test::rectangle({0, 0, 0}, {1, 0, 1}, {6, 6}, Triangulation::kChessBoard)).empty());
}

TEST(RegularVertex, one_that_moves_takes_its_neighbours_with_it) {
  SurfaceMesh mesh = test::rectangle({0, 0, 0}, {1, 0, 1}, {6, 6}, Triangulation::kStriped);
  mesh.positions[3 + 7 * 3].y += 1e-4;
  EXPECT_EQ(regular_vertices(mesh).size(), 25U - 7U);
}

TEST(RegularVertex, six_triangles_that_do_not_close_are_not_one) {
  SurfaceMesh fan{{{0, 0, 0}}, {}};
  for (int i = 0; i < 7; ++i) fan.positions.push_back({1.0 + i, 0, 1.0 * i * i});
  for (Index i = 1; i < 7; ++i) fan.triangles.push_back({0, i, i + 1});
  EXPECT_TRUE(regular_vertices(fan).empty());
}

}  // namespace
}  // namespace sinew
