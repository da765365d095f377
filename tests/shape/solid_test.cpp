#include "shape/solid.h"

#include <gtest/gtest.h>

#include <numbers>

#include "base/random.h"
#include "shape/distance.h"

namespace sinew {
namespace {

// The distance to an ellipsoid by brute force: the nearest of many points of it.
double nearest_sample(const Vec3& p, const Vec3& radii) {
  constexpr int kSteps = 400;
  double nearest = 1e30;
  for (int i = 0; i <= kSteps; ++i)
    for (int j = 0; j < 2 * kSteps; ++j) {
      const double theta = std::numbers::pi * i / kSteps, phi = std::numbers::pi * j / kSteps;
      const Vec3 q{radii.x * std::sin(theta) * std::cos(phi), radii.y * std::cos(theta),
                   radii.z * std::sin(theta) * std::sin(phi)};
      nearest = std::min(nearest, squared_norm(p - q));
    }
  return std::sqrt(nearest);
}

TEST(Solid, an_ellipsoids_distance_is_that_to_its_nearest_point) {
  const Vec3 radii{0.3, 1, 0.5};
  const Solid solid = ellipsoid({}, radii);
  Random random(1);
  for (int i = 0; i < 12; ++i) {
    const Vec3 p = random.in_box({-1.2, -1.2, -1.2}, {1.2, 1.2, 1.2});
    EXPECT_NEAR(std::abs(solid.distance(p)), nearest_sample(p, radii), 1e-4);
    const double level = squared_norm({p.x / radii.x, p.y / radii.y, p.z / radii.z});
    EXPECT_EQ(solid.distance(p) < 0, level < 1);
  }
}

TEST(Solid, an_ellipsoid_is_exact_on_its_axes_and_at_its_centre) {
  const Solid solid = ellipsoid({1, 2, 3}, {0.3, 1, 0.5});
  EXPECT_NEAR(solid.distance({1, 2, 3}), -0.3, 1e-6);
  EXPECT_NEAR(solid.distance({1, 4, 3}), 1, 1e-9);
  EXPECT_NEAR(solid.distance({1, 2, 3.25}), -0.25, 0.05);
  EXPECT_NEAR(solid.distance({2, 2, 3}), 0.7, 1e-9);
}

TEST(Solid, box_cylinder_and_torus_agree_with_plain_geometry) {
  const Solid block = box({0, 0, 0}, {2, 4, 6});
  EXPECT_DOUBLE_EQ(block.distance({2, 0, 0}), 1);
  EXPECT_DOUBLE_EQ(block.distance({4, 6, 3}), 5);
  EXPECT_DOUBLE_EQ(block.distance({0, 0.5, 0}), -1);
  EXPECT_NEAR(box({}, {2, 2, 2}, 0.5).distance({1, 1, 1}), 0.5 * (std::sqrt(3.0) - 1), 1e-15);
  const Solid drum = cylinder({0, -1, 0}, {0, 1, 0}, 2);
  EXPECT_NEAR(drum.distance({5, 5, 0}), 5, 1e-12);
  EXPECT_NEAR(drum.distance({0, 0.25, 0}), -0.75, 1e-12);
  EXPECT_NEAR(torus({}, 3, 1).distance({0, 0, 3}), -1, 1e-12);
  EXPECT_NEAR(torus({}, 3, 1).distance({0, 4, 0}), 4, 1e-12);
}

TEST(Solid, a_round_cone_is_the_hull_of_its_two_balls) {
  const Vec3 a{0, 0, 0}, b{0, 2, 0};
  const Solid cone = round_cone(a, b, 1, 0.5);
  // The hull is the union of the balls in between; the nearest of many is the distance outside.
  Random random(2);
  for (int i = 0; i < 50; ++i) {
    const Vec3 p = random.in_box({-3, -3, -3}, {3, 4, 3});
    double nearest = 1e30;
    for (int k = 0; k <= 4000; ++k) {
      const double t = k / 4000.0;
      nearest = std::min(nearest, distance(p, lerp(a, b, t)) - (1 - 0.5 * t));
    }
    EXPECT_NEAR(cone.distance(p), nearest, 1e-5);
  }
  EXPECT_DOUBLE_EQ(round_cone(a, {0, 0.1, 0}, 1, 0.2).distance({0, 3, 0}), 2);
}

TEST(Solid, a_mirrored_solid_stands_on_both_sides) {
  const Solid both = sphere({2, 0, 0}, 0.5).mirrored(0);
  EXPECT_DOUBLE_EQ(both.distance({-2, 0, 0}), -0.5);
  EXPECT_DOUBLE_EQ(both.distance({2, 0, 0}), -0.5);
}

TEST(Solid, turning_moving_and_scaling_carry_the_distance_along) {
  const Solid solid = box({}, {1, 2, 3}, 0.1);
  const Solid placed = solid.turned({0, 0, 1}, 90).moved({5, 0, 0}).scaled(2);
  Random random(3);
  for (int i = 0; i < 20; ++i) {
    const Vec3 p = random.in_box({-2, -2, -2}, {2, 2, 2});
    EXPECT_NEAR(placed.distance(2 * (Vec3{-p.y, p.x, p.z} + Vec3{5, 0, 0})), 2 * solid.distance(p), 1e-12);
  }
}

TEST(Solid, a_squashed_ball_is_an_ellipsoid) {
  const Solid squashed = sphere({}, 1).squashed({1, 0.5, 0.25}), exact = ellipsoid({}, {1, 0.5, 0.25});
  Random random(4);
  for (int i = 0; i < 200; ++i) {
    const Vec3 p = random.in_box({-1.5, -1.5, -1.5}, {1.5, 1.5, 1.5});
    EXPECT_EQ(squashed.distance(p) < 0, exact.distance(p) < 0);
    EXPECT_LE(std::abs(squashed.distance(p)), std::abs(exact.distance(p)) + 1e-9);
  }
}

TEST(BentTube, passes_through_its_points_with_their_radii) {
  const TubePoint points[] = {{{0, 0, 0}, 0.1}, {{1, 0, 0}, 0.2}, {{1, 1, 0}, 0.15}, {{1, 1, 2}, 0.3}};
  const Solid solid = bent_tube(points);
  for (const TubePoint& p : points) EXPECT_LE(solid.distance(p.at), -p.radius + 1e-12);
  EXPECT_NEAR(solid.distance({1, 1, 2.5}), 0.2, 1e-3);
}

Distance two_balls_and_a_hole() {
  Distance d;
  const TubePoint arc[] = {{{-1, 1, 0}, 0.2}, {{0, 1.5, 0}, 0.1}, {{1, 1, 0}, 0.2}};
  d.add(sphere({0, 0, 0}, 1)).add(ellipsoid({1, 0.2, 0}, {0.5, 0.7, 0.3}).mirrored(), 0.3);
  d.add(bent_tube(arc), 0.1).carve(sphere({0, 0, 1}, 0.4), 0.2);
  return d.keep(half_space({0, -0.5, 0}, {0, -1, 0}), 0.1);
}

TEST(Distance, changes_by_at_most_one_per_metre) {
  const Distance d = two_balls_and_a_hole();
  Random random(5);
  for (int i = 0; i < 5000; ++i) {
    const Vec3 p = random.in_box({-3, -3, -3}, {3, 3, 3}),
               q = p + random.in_box({-0.2, -0.2, -0.2}, {0.2, 0.2, 0.2});
    ASSERT_LE(std::abs(d(p) - d(q)), distance(p, q) * (1 + 1e-9));
  }
}

TEST(Distance, near_a_place_has_the_same_bits) {
  const Distance d = two_balls_and_a_hole();
  Random random(6);
  for (int i = 0; i < 200; ++i) {
    const Vec3 center = random.in_box({-2, -2, -2}, {2, 2, 2});
    const Distance nearby = d.near(center, 0.3);
    for (int k = 0; k < 10; ++k) {
      const Vec3 p = center + random.in_box({-0.17, -0.17, -0.17}, {0.17, 0.17, 0.17});
      ASSERT_EQ(nearby(p), d(p));
    }
  }
}

TEST(Distance, strokes_act_in_order) {
  Distance d;
  d.add(sphere({}, 1)).carve(sphere({}, 0.5)).add(sphere({}, 0.2));
  EXPECT_DOUBLE_EQ(d({0, 0, 0}), -0.2);
  EXPECT_GT(d({0.35, 0, 0}), 0);
  EXPECT_LT(d({0.75, 0, 0}), 0);
}

TEST(Distance, a_smooth_minimum_reaches_a_quarter_of_its_radius_below) {
  EXPECT_DOUBLE_EQ(smooth_min(1, 1, 0.4), 0.9);
  EXPECT_DOUBLE_EQ(smooth_min(1, 1.4, 0.4), 1);
  EXPECT_DOUBLE_EQ(smooth_min(2, 1, 0), 1);
}

TEST(Distance, moved_and_scaled_carry_the_value_along) {
  const Distance d = two_balls_and_a_hole(), placed = d.moved({1, 2, 3}).scaled(0.5);
  EXPECT_NEAR(placed({0.6, 1.2, 1.6}), 0.5 * d({0.2, 0.4, 0.2}), 1e-12);
  EXPECT_TRUE(placed.box().contains({0.5, 1, 1.5}));
}

}  // namespace
}  // namespace sinew
