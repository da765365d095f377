#include "collision/impact.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "collision/closest_points.h"

namespace sinew {
namespace {

using Kind = FeaturePair::Kind;
using Points = std::array<Vec3, 4>;

constexpr Kind kKinds[] = {Kind::kVertexTriangle, Kind::kEdgeEdge};
constexpr Vec3 kUnit{1, 1, 1};

// Four vertices on their way, for which start and end are relative to the first.
struct Way {
  Kind kind;
  Points start, end;

  double distance_at(double t) const {
    Points x;
    for (int i = 0; i < 4; ++i) x[i] = lerp(start[i] - start[0], end[i] - end[0], t);
    return closest_points(kind, x).distance;
  }
  double impact(double gap) const { return impact_time(kind, start, end, gap); }
  double size() const {
    double largest = 0;
    for (int i = 1; i < 4; ++i)
      largest = std::max({largest, distance(start[0], start[i]), distance(end[0], end[i])});
    return largest;
  }
};

Way moved(Way way, const Vec3& by) {
  for (int i = 0; i < 4; ++i) way.start[i] += by, way.end[i] += by;
  return way;
}

Vec3 random_vector(Random& random, double size) { return size * random.in_box(-kUnit, kUnit); }

// Squeezes the features in one case of four: triangles to segments, edges to points or parallels.
void squeeze(Random& random, Points& x, Kind kind) {
  const double thin = random.below(2) == 0 ? 0 : std::pow(10, random.uniform(-12, -2));
  if (random.below(4) != 0) return;
  if (kind == Kind::kVertexTriangle)
    x[3] = lerp(x[1], x[2], random.uniform(-0.5, 1.5)) + random_vector(random, thin);
  else
    x[3] = x[2] + (random.below(3) == 0 ? 0.0 : random.uniform(-1, 1)) * (x[1] - x[0]) +
           random_vector(random, thin);
}

// Features of about unit size, a few sizes apart, that go from a hundredth of their size to a thousand.
Way random_way(Random& random, Kind kind) {
  Way way{kind, {}, {}};
  const double size = std::pow(10, random.uniform(-3, 3)),
               motion = std::pow(10, random.uniform(-2, 3)) * size;
  for (Vec3& p : way.start) p = random_vector(random, size);
  squeeze(random, way.start, kind);
  const Vec3 away = random_vector(random, size);
  for (int i = 0; i < first_count(kind); ++i) way.start[i] += away;
  // Both features may turn and stretch, or only one goes past the other.
  const bool rigid = random.below(3) == 0;
  const Vec3 together = random_vector(random, motion);
  for (int i = 0; i < 4; ++i)
    way.end[i] =
        way.start[i] + (rigid ? (i < first_count(kind) ? together : Vec3{}) : random_vector(random, motion));
  return way;
}

// What the header promises, with the distance sampled on the way to the time of impact.
void expect_kept(const Way& way, double gap) {
  const double t = way.impact(gap), at_start = way.distance_at(0);
  const double threshold = std::min(std::max(gap, 1e-12 * way.size()), 0.9 * at_start);
  const double rounding = 1e-12 * way.size();
  ASSERT_GE(t, 0);
  ASSERT_LE(t, 1);
  if (t < 1) {
    EXPECT_LE(way.distance_at(t), threshold + rounding);
    EXPECT_GE(way.distance_at(t), 0.5 * threshold - rounding);
  }
  for (int i = 0; i <= 40; ++i)
    EXPECT_GE(way.distance_at(t * i / 40), 0.5 * threshold - rounding) << t * i / 40;
}

TEST(Impact, the_distance_never_falls_below_half_of_the_gap_before_the_impact) {
  Random random(1);
  int hits = 0;
  for (int i = 0; i < 50'000; ++i)
    for (const Kind kind : kKinds) {
      const Way way = random_way(random, kind);
      const double gap = std::pow(10, random.uniform(-6, -0.5)) * distance(way.start[2], way.start[3]);
      if (way.distance_at(0) < 1e-6 * way.size()) continue;
      expect_kept(way, gap);
      hits += way.impact(gap) < 1;
      if (testing::Test::HasFailure()) FAIL() << i;
    }
  EXPECT_GT(hits, 5000);
}

TEST(Impact, a_crossing_at_a_known_time_is_never_missed) {
  Random random(2);
  for (int i = 0; i < 100'000; ++i) {
    const Kind kind = kKinds[i % 2];
    // The features meet at `time` in a random point of both.
    Points x, v;
    const double size = std::pow(10, random.uniform(-3, 3)),
                 motion = std::pow(10, random.uniform(-3, 3)) * size;
    for (Vec3& p : x) p = random_vector(random, size);
    for (Vec3& u : v) u = random_vector(random, motion);
    squeeze(random, x, kind);
    double r = random.uniform(), s = random.uniform();
    if (random.below(4) == 0) r = random.below(2), s = random.below(2);  // at corners and ends
    if (kind == Kind::kVertexTriangle) {
      x[0] = lerp(x[1], lerp(x[2], x[3], s), r);
    } else {
      const Vec3 by = lerp(x[2], x[3], s) - lerp(x[0], x[1], r);
      x[0] += by, x[1] += by;
    }
    const double time = random.below(8) == 0 ? 1 : random.uniform();
    Way way{kind, {}, {}};
    for (int k = 0; k < 4; ++k) way.start[k] = x[k] - time * v[k], way.end[k] = x[k] + (1 - time) * v[k];
    if (way.distance_at(0) < 1e-9 * way.size()) continue;
    const double gap = random.below(4) == 0 ? 0 : std::pow(10, random.uniform(-6, -1)) * size;
    const double t = way.impact(gap);
    EXPECT_LT(t, time) << i;
    EXPECT_GT(way.distance_at(t), 0) << i;
  }
}

TEST(Impact, a_vertex_that_falls_on_a_triangle_stops_at_half_of_the_gap) {
  const Points start = {Vec3{0.2, 0.2, 1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  Points end = start;
  end[0].z = -1;
  EXPECT_NEAR(impact_time(Kind::kVertexTriangle, start, end, 0.1), 0.475, 1e-12);
  // It may go down to the gap, slide along it, and pass beside the triangle.
  end[0].z = 0.11;
  EXPECT_EQ(impact_time(Kind::kVertexTriangle, start, end, 0.1), 1);
  end[0] = {50, 20, 1};
  EXPECT_EQ(impact_time(Kind::kVertexTriangle, start, end, 0.99), 1);
  end[0] = {5, 0.2, -4};
  EXPECT_EQ(impact_time(Kind::kVertexTriangle, start, end, 0.1), 1);
}

TEST(Impact, crossed_edges_stop_at_half_of_the_gap) {
  const Points start = {Vec3{-1, 0, 0.2}, {1, 0, 0.2}, {0, -1, 0}, {0, 1, 0}};
  Points end = start;
  end[0].z = end[1].z = -0.8;
  EXPECT_NEAR(impact_time(Kind::kEdgeEdge, start, end, 0.02), 0.19, 1e-12);
  for (int i = 0; i < 2; ++i) end[i] += Vec3{0, 8, 0};
  EXPECT_EQ(impact_time(Kind::kEdgeEdge, start, end, 0.02), 1);
}

TEST(Impact, parallel_edges_and_flat_triangles_in_one_plane_are_stopped) {
  // Two edges on one line, end to end; two parallel ones, side by side; a vertex in the triangle's plane.
  const Points line = {Vec3{0, 0, 0}, {1, 0, 0}, {1.5, 0, 0}, {2.5, 0, 0}};
  Points end = line;
  end[0].x += 3, end[1].x += 3;
  EXPECT_NEAR(impact_time(Kind::kEdgeEdge, line, end, 0.1), 0.45 / 3, 1e-12);
  const Points beside = {Vec3{0, 0, 0}, {1, 0, 0}, {0.5, 1, 0}, {1.5, 1, 0}};
  end = beside;
  end[0].y += 2, end[1].y += 2;
  EXPECT_NEAR(impact_time(Kind::kEdgeEdge, beside, end, 0.1), 0.95 / 2, 1e-12);
  const Points plane = {Vec3{-1, 0.2, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  end = plane;
  end[0].x = 3;
  const Way way{Kind::kVertexTriangle, plane, end};
  expect_kept(way, 0.1);
  EXPECT_LT(way.impact(0.1), 0.25);
  // A triangle that is a point, and a vertex that goes through it.
  const Points point = {Vec3{-1, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
  end = point;
  end[0].x = 1;
  EXPECT_NEAR(impact_time(Kind::kVertexTriangle, point, end, 0.1), 0.95 / 2, 1e-12);
}

TEST(Impact, features_that_do_not_move_against_each_other_do_not_meet) {
  Random random(3);
  for (int i = 0; i < 1000; ++i)
    for (const Kind kind : kKinds) {
      Way way = random_way(random, kind);
      for (int k = 0; k < 4; ++k) way.end[k] = way.start[k];
      EXPECT_EQ(way.impact(10), 1);
      const Vec3 together = random_vector(random, 100 * way.size());
      for (Vec3& p : way.end) p += together;
      EXPECT_EQ(way.impact(0), 1);
    }
}

TEST(Impact, features_nearer_than_the_gap_may_slide_and_part_and_keep_half_of_their_distance) {
  const Points start = {Vec3{0.2, 0.2, 0.01}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  Points end = start;
  end[0] += Vec3{0.3, 0.1, 0};
  EXPECT_EQ(impact_time(Kind::kVertexTriangle, start, end, 0.1), 1);
  end[0] = {0.2, 0.2, 5};
  EXPECT_EQ(impact_time(Kind::kVertexTriangle, start, end, 0.1), 1);
  end[0] = {0.2, 0.2, -0.09};
  EXPECT_NEAR(impact_time(Kind::kVertexTriangle, start, end, 0.1), 0.055, 1e-12);
}

TEST(Impact, features_that_touch_may_part_to_either_side_and_nothing_else) {
  const Points start = {Vec3{0.2, 0.2, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  for (const double z : {0.5, -0.5}) {
    Points end = start;
    end[0].z = z;
    EXPECT_EQ(impact_time(Kind::kVertexTriangle, start, end, 0.1), 1);
  }
  Points end = start;
  end[0] += Vec3{0.1, 0, 0};
  EXPECT_EQ(impact_time(Kind::kVertexTriangle, start, end, 0.1), 0);
  const Points crossed = {Vec3{-1, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 1, 0}};
  end = crossed;
  end[0].z = end[1].z = 0.1;
  EXPECT_EQ(impact_time(Kind::kEdgeEdge, crossed, end, 0.1), 1);
  end[0].z = -0.1;
  EXPECT_EQ(impact_time(Kind::kEdgeEdge, crossed, end, 0.1), 0);
}

TEST(Impact, numbers_that_are_not_finite_stop_everything) {
  const Points start = {Vec3{0.2, 0.2, 1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  for (const double bad : {std::nan(""), HUGE_VAL})
    for (int i = 0; i < 4; ++i) {
      Points end = start;
      end[i].y = bad;
      EXPECT_EQ(impact_time(Kind::kVertexTriangle, start, end, 0.1), 0);
      EXPECT_EQ(impact_time(Kind::kEdgeEdge, end, start, 0.1), 0);
    }
}

TEST(Impact, the_time_is_the_same_far_from_the_origin) {
  Random random(4);
  const Vec3 far{1e6, -4e6, 2e6};
  for (int i = 0; i < 2000; ++i)
    for (const Kind kind : kKinds) {
      // Coordinates are first rounded to what doubles can hold there.
      const Way way = moved(moved(random_way(random, kind), far), -far), away = moved(way, far);
      const double gap = 0.01 * distance(way.start[2], way.start[3]);
      if (way.size() < 1e-2 || way.distance_at(0) < 1e-5 * way.size()) continue;
      EXPECT_NEAR(way.impact(gap), away.impact(gap), 1e-9);
    }
}

TEST(Impact, features_that_a_plane_separates_stay_apart_on_the_whole_way) {
  Random random(5);
  int separated = 0;
  for (int i = 0; i < 20'000; ++i)
    for (const Kind kind : kKinds) {
      const Way way = random_way(random, kind);
      const Vec3 normal = closest_points(kind, way.start).normal;
      const double gap = 0.1 * way.distance_at(0);
      if (!separated_by_plane(kind, way.start, way.end, normal, gap)) continue;
      ++separated;
      for (int k = 0; k <= 10; ++k) EXPECT_GE(way.distance_at(0.1 * k), gap * (1 - 1e-9));
      EXPECT_EQ(way.impact(gap), 1);
    }
  EXPECT_GT(separated, 5000);
}

TEST(Impact, the_distance_is_never_less_than_a_slab_and_the_closest_points_give_the_widest) {
  Random random(6);
  for (int i = 0; i < 5000; ++i)
    for (const Kind kind : kKinds) {
      Points x;
      for (Vec3& p : x) p = random_vector(random, 1);
      const ClosestPoints closest = closest_points(kind, x);
      EXPECT_NEAR(slab_width(kind, x, closest.normal), closest.distance, 1e-9);
      EXPECT_LE(slab_width(kind, x, normalized(random_vector(random, 1))), closest.distance + 1e-12);
    }
}

}  // namespace
}  // namespace sinew
