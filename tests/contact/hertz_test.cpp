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
//   F = 4/3 E* sqrt(R) d^1.5,   E* = E / (1 - nu^2).
double hertz_force(double depth) {
  return 4.0 / 3 * kYoung / (1 - kPoisson * kPoisson) * std::sqrt(kRadius) * std::pow(depth, 1.5);
}

// There, d is against points infinitely far away. A point within, at a distance z from the contact, gives way itself by
//   u(z) = F (1 + nu) (3 - 2 nu) / (2 pi E z)
// (Boussinesq, on the axis, z much larger than the contact).
double pushed_at(double distance, double force) {
  return force * (1 + kPoisson) * (3 - 2 * kPoisson) / (2 * kPi * kYoung * distance);
}

// The centre of a ball between two planes is pushed equally by both. Against it, a contact goes by d less what the force
// opposite, at a distance of 2 R, pushes it: 5% less at d = 0.02 R, which is why the force over the depth of the centre is
// 1.10 of Hertz's (Tatara, 1991, J. Eng. Mater. Technol. 113, 285, has the same correction). A ball of the same mesh that
// lies on a plane and is pressed by its weight alone sinks by d - u(R) at its centre: there the force is 1.18 of Hertz's
// over that depth, and 1.002 over the depth with u(R).
double depth_of_centre(double depth) { return depth - pushed_at(2 * kRadius, hertz_force(depth)); }

TEST(Hertz, a_ball_of_40_elements_is_pressed_flat_by_the_force_that_theory_gives) {
  const double depth = 0.02 * kRadius;
  EXPECT_NEAR(depth_of_centre(depth) / depth, 0.948, 1e-3);
  EXPECT_NEAR(force_on_ball(20, depth_of_centre(depth)) / hertz_force(depth), 1, 0.03);
}

TEST(Hertz, the_force_grows_with_the_depth_as_theory_says) {
  const double one = 0.02 * kRadius, two = 2 * one;
  const double grown = force_on_ball(20, depth_of_centre(two)) / force_on_ball(20, depth_of_centre(one));
  EXPECT_NEAR(grown / std::pow(2, 1.5), 1, 0.03);
}

}  // namespace
}  // namespace sinew
