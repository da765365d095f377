#include "stepping/turning_path.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"

namespace sinew {
namespace {

constexpr double kAngle = 0.8;

// Points about (2, 0, 0), the first three of them on the z axis.
std::vector<Vec3> hinged_points() {
  Random random(3);
  std::vector<Vec3> points{{0, 0, 0}, {0, 0, 1}, {0, 0, -1}};
  for (int i = 0; i < 40; ++i) points.push_back(random.in_box({0.5, -1, -1}, {3, 1, 1}));
  return points;
}

// What a turn about the z axis begins with: straight on.
BlockVector<double> straight_turn(const std::vector<Vec3>& points, const Vec3& along) {
  BlockVector<double> e;
  for (const Vec3& p : points) e.push_back(to_block(along + cross({0, 0, kAngle}, p)));
  return e;
}

TEST(TurningPath, a_hinged_body_turns_about_its_hinge_and_keeps_its_shape) {
  const std::vector<Vec3> points = hinged_points();
  const BlockVector<double> u(points.size()), e = straight_turn(points, {});
  std::vector<char> held(points.size(), 0);
  held[0] = held[1] = held[2] = 1;
  const TurningPath path(points, u, e, held);
  EXPECT_NEAR(path.angle(), kAngle, 1e-12);
  BlockVector<double> d(points.size());
  for (const double s : {0.25, 1.0}) {
    path.go(s, d);
    const double c = std::cos(s * kAngle), sine = std::sin(s * kAngle);
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Vec3& p = points[i];
      const Vec3 expected{c * p.x - sine * p.y, sine * p.x + c * p.y, p.z};
      EXPECT_LT(distance(p + to_vec3(d[i]), expected), 1e-12);
    }
  }
}

TEST(TurningPath, the_middle_of_a_free_body_moves_straight_on_while_it_turns) {
  const std::vector<Vec3> points = hinged_points();
  const BlockVector<double> u(points.size()), e = straight_turn(points, {0.3, 0, -0.1});
  const std::vector<char> held(points.size(), 0);
  const TurningPath path(points, u, e, held);
  BlockVector<double> d(points.size());
  path.go(1, d);
  Vec3 mean, expected;
  for (std::size_t i = 0; i < points.size(); ++i) mean += to_vec3(d[i]), expected += to_vec3(e[i]);
  EXPECT_LT(distance(mean, expected), 1e-12 * norm(expected));
  for (std::size_t i = 1; i < points.size(); ++i)
    EXPECT_NEAR(distance(points[i] + to_vec3(d[i]), points[0] + to_vec3(d[0])),
                distance(points[i], points[0]), 1e-12);
}

TEST(TurningPath, what_does_not_turn_goes_straight) {
  const std::vector<Vec3> points = hinged_points();
  const BlockVector<double> u(points.size());
  BlockVector<double> e, d(points.size());
  for (const Vec3& p : points) e.push_back(to_block(0.1 * p));
  const std::vector<char> held(points.size(), 0);
  const TurningPath path(points, u, e, held);
  EXPECT_EQ(path.angle(), 0);
  path.go(0.5, d);
  for (std::size_t i = 0; i < points.size(); ++i) EXPECT_EQ(to_vec3(d[i]), 0.5 * to_vec3(e[i]));
}

}  // namespace
}  // namespace sinew
