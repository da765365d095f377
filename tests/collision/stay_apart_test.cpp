#include "collision/stay_apart.h"

#include <gtest/gtest.h>

#include <array>

#include "base/random.h"
#include "collision/closest_points.h"
#include "collision/features.h"

namespace sinew {
namespace {

using Kind = FeaturePair::Kind;
using Points = std::array<Vec3, 4>;

constexpr Vec3 kUnit{1, 1, 1};

// The least distance at a hundred times of the way.
double least_distance(Kind kind, const Points& start, const Points& end) {
  double least = 1e300;
  for (int step = 0; step <= 100; ++step) {
    Points x;
    for (int k = 0; k < 4; ++k) x[k] = lerp(start[k], end[k], step / 100.0);
    least = std::min(least, closest_points(kind, x).distance);
  }
  return least;
}

TEST(StayApart, never_says_so_of_features_that_come_near) {
  Random random(7);
  int apart = 0;
  for (int i = 0; i < 4000; ++i) {
    const Kind kind = i % 2 == 0 ? Kind::kVertexTriangle : Kind::kEdgeEdge;
    const Vec3 flight = 10 * random.in_box(-kUnit, kUnit), beside = 2 * random.in_box(-kUnit, kUnit);
    Points start, end;
    for (int k = 0; k < 4; ++k) {
      start[k] = random.in_box(-kUnit, kUnit) + (k < first_count(kind) ? beside : Vec3{});
      end[k] = start[k] + flight + 0.5 * random.in_box(-kUnit, kUnit);
    }
    const double distance = random.uniform();
    if (!stay_apart(start, end, first_count(kind), distance)) continue;
    ++apart;
    EXPECT_GT(least_distance(kind, start, end), distance) << i;
  }
  EXPECT_GT(apart, 500);
}

TEST(StayApart, does_not_depend_on_how_fast_they_fly_together) {
  const Points start{Vec3{0, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0, 1, 1}};
  for (const double speed : {0.0, 1.0, 100.0}) {
    Points end = start;
    for (Vec3& p : end) p += Vec3{0, -speed, 0};
    EXPECT_TRUE(stay_apart(start, end, 1, 0.99));
    EXPECT_FALSE(stay_apart(start, end, 1, 1.01));
  }
}

TEST(StayApart, sees_one_that_flies_through_the_other) {
  const Points start{Vec3{0.2, 2, 0.2}, {0, 0, 0}, {1, 0, 0}, {0, 0, 1}};
  Points end = start;
  end[0].y = -2;
  EXPECT_FALSE(stay_apart(start, end, 1, 0));
}

}  // namespace
}  // namespace sinew
