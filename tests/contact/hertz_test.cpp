#include <gtest/gtest.h>

#include <cmath>

#include "contact_bodies.h"

namespace sinew {
namespace {

constexpr double kPi = std::numbers::pi, kRadius = 0.1, kYoung = 1e5, kPoisson = 0.3;

// An eighth of a ball around the origin, x and z >= 0 and y <= 0: a cube of this many cells along its sides whose shells
// around the origin are pushed onto spheres.
VolumeMesh eighth_of_a_ball(Index cells) {
  VolumeMesh mesh = box_mesh({1, 1, 1}, {cells, cells, cells});
  for (Vec3& p : mesh.positions)
    if (const double shell = std::max({p.x, p.y, p.z}); shell > 0) {
      p = kRadius * shell * normalized(p);
      p.y = -p.y;
    }
  for (Tetrahedron& t : mesh.tetrahedra) std::swap(t[0], t[1]);
  return mesh;
}

// Holds the nodes for which the predicate holds along one direction.
template <typename Predicate>
Hold rollers(const VolumeMesh& mesh, const Vec3& direction, Predicate&& held) {
  Hold hold;
  hold.directions = {direction};
  for (Index v = 0; v < static_cast<Index>(mesh.positions.size()); ++v)
    if (held(mesh.positions[v])) hold.nodes.push_back(v);
  return hold;
}

// What a plane exerts on a ball whose centre has come nearer to it by `depth`. The flat faces of the eighth are symmetry planes, so
// that there is an equal plane on the opposite side.
double force_on_ball(Index cells, double depth) {
  constexpr double kGap = 1e-6;
  TetBodyModel model;
  for (Index level = cells; level >= 5; level /= 2) model.levels.push_back(eighth_of_a_ball(level));
  model.materials = {{.young = kYoung, .poisson = kPoisson, .density = 1000}};
  model.forces = {};
  model.holds = {rollers(model.levels[0], {1, 0, 0}, [](const Vec3& p) { return p.x < 1e-9; }),
                 rollers(model.levels[0], {0, 0, 1}, [](const Vec3& p) { return p.z < 1e-9; }),
                 rollers(model.levels[0], {0, 1, 0}, [](const Vec3& p) { return p.y > -1e-9; })};
  model.holds[2].motion = {.velocity = {0, -depth, 0}, .during = {0, 1}};
  World world;
  const ElasticParams params{.strain = Strain::kCauchy, .integrator = Integrator::kStatic};
  world.add(std::make_unique<TetBody>("ball", model, params));
  world.set_contact({.themselves = false, .friction = 0, .gap = kGap});
  world.add(Obstacle{.name = "plane", .shape = PlaneShape{.point = {0, -kRadius - kGap, 0}}});
  for (int step = 0; step < 2; ++step) world.step(1, {.forces = true});
  return 4 * test::contact_force_on(world, "ball").y;
}

// Hertz: a half-space that touches a rigid plane like a ball of radius R comes nearer by d under a force of
//   F = 4/3 E* sqrt(R) d^1.5,   E* = E / (1 - nu^2),
// with a contact of radius a = sqrt(R d). A ball is no half-space: the points opposite move too. For a ball between two planes
// Tatara (1991, J. Eng. Mater. Technol. 113, 285) has
//   d = 3 (1 - nu^2) F / (4 E a) - F / (pi E) (2 (1 + nu) R^2 / (a^2 + 4 R^2)^1.5 + (1 - nu^2) / (a^2 + 4 R^2)^0.5),
//   a^3 = 3 (1 - nu^2) F R / (4 E),
// a force that is 8.5% larger at d = 0.02 R.
double tatara_force(double depth) {
  const double compliance = 3 * (1 - kPoisson * kPoisson) / (4 * kYoung);
  const auto depth_of = [&](double F) {
    const double a = std::cbrt(compliance * F * kRadius), reach = std::hypot(a, 2 * kRadius);
    return compliance * F / a - F / (kPi * kYoung) *
                                    (2 * (1 + kPoisson) * kRadius * kRadius / std::pow(reach, 3) +
                                     (1 - kPoisson * kPoisson) / reach);
  };
  double low = 0, high = kYoung * kRadius * kRadius;
  for (int i = 0; i < 60; ++i) (depth_of((low + high) / 2) < depth ? low : high) = (low + high) / 2;
  return low;
}

TEST(Hertz, a_ball_of_40_elements_is_pressed_flat_by_the_force_that_theory_gives) {
  const double depth = 0.02 * kRadius;
  const double hertz =
      4.0 / 3 * kYoung / (1 - kPoisson * kPoisson) * std::sqrt(kRadius) * std::pow(depth, 1.5);
  EXPECT_NEAR(tatara_force(depth) / hertz, 1.085, 1e-3);
  EXPECT_NEAR(force_on_ball(20, depth) / tatara_force(depth), 1, 0.05);
}

// Without the far side, F grows as d^1.5; with it, a little faster.
TEST(Hertz, the_force_grows_with_the_depth_as_theory_says) {
  const double grown = force_on_ball(20, 0.04 * kRadius) / force_on_ball(20, 0.02 * kRadius);
  EXPECT_NEAR(grown / (tatara_force(0.04 * kRadius) / tatara_force(0.02 * kRadius)), 1, 0.03);
}

}  // namespace
}  // namespace sinew
