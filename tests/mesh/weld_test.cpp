#include "mesh/weld.h"

#include <gtest/gtest.h>

#include "base/random.h"

namespace sinew {
namespace {

TEST(Weld, numbers_follow_the_first_appearance) {
  const std::vector<Vec3> points = {{1, 0, 0}, {0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {-0.0, 0, -0.0}};
  EXPECT_EQ(position_numbers(points), (std::vector<Index>{0, 1, 0, 2, 1}));
}

TEST(Weld, agrees_with_a_search_through_all_pairs) {
  Random random(3);
  std::vector<Vec3> points;
  for (int i = 0; i < 500; ++i)
    points.push_back({double(random.below(6)), double(random.below(6)), double(random.below(6))});
  std::vector<Index> expected;
  Index count = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    std::size_t j = 0;
    while (!(points[j] == points[i])) ++j;
    expected.push_back(j == i ? count++ : expected[j]);
  }
  EXPECT_EQ(position_numbers(points), expected);
}

TEST(Weld, close_positions_stay_apart) {
  SurfaceMesh mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 1e-300}},
                   {{0, 1, 2}, {3, 4, 5}}};
  EXPECT_EQ(weld_equal_positions(mesh), 1);
  EXPECT_EQ(mesh.triangles, (std::vector<Triangle>{{0, 1, 2}, {1, 3, 4}}));
  EXPECT_EQ(mesh.positions[4], (Vec3{0, 1, 1e-300}));
}

}  // namespace
}  // namespace sinew
