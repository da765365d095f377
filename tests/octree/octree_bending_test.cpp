#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "octree/octree_bodies.h"

namespace sinew {
namespace {

using test::frame_of;
using test::held_box;
using test::octree_params;
using test::take_steps;

ElasticParams in_balance() {
  return octree_params(Strain::kCauchy, Integrator::kStatic, SolverMethod::kMultigridCg, 1e-9);
}

Region right_end(double length) { return {HalfSpaceRegion{{length - 1e-6, 0, 0}, {1, 0, 0}}}; }

struct Cantilever {
  Index length, height, width;  // voxels
  double poisson;
  int coarsest = 3;
};

// The deflection of the tip over Timoshenko's, with a shear correction of 5/6.
double tip_over_timoshenko(const Cantilever& of) {
  const Material material{1e6, of.poisson, 1000};
  const double spacing = 0.1, load = 1;
  OctreeBodyModel model = held_box({of.length, of.height, of.width}, spacing, material);
  const double length = spacing * of.length, height = spacing * of.height, width = spacing * of.width;
  model.coarsest = of.coarsest;
  model.forces = {SurfaceForce{.region = right_end(length), .traction = {0, -load / (height * width), 0}}};
  OctreeBody body("bar", model, in_balance());
  take_steps(body, 1, 1);
  const double moment_of_area = width * height * height * height / 12;
  const double expected = load * length * length * length / (3 * material.young * moment_of_area) +
                          load * length / (material.mu() * 5.0 / 6 * height * width);
  double sum = 0;
  int count = 0;
  const std::vector<Vec3> u = body.displacements();
  for (std::size_t v = 0; v < u.size(); ++v)
    if (body.rest().positions[v].x > length - 1e-9) sum -= u[v].y, ++count;
  return sum / count / expected;
}

// Trilinear cubes give 0.64, 0.87 and 0.96 for 1, 2 and 4 voxels at 0.3, and 0.41, 0.62 and 0.79 at 0.49. What
// is missing here is the clamp's: the end cannot contract.
TEST(OctreeBending, a_cantilever_deflects_as_timoshenko_says_from_one_voxel_on) {
  for (const Index thick : {1, 2, 4}) {
    EXPECT_NEAR(tip_over_timoshenko({10 * thick + 10, thick, thick, 0}), 1, 2e-3) << thick;
    EXPECT_NEAR(tip_over_timoshenko({10 * thick + 10, thick, thick, 0.3}), 1, 0.012) << thick;
    EXPECT_NEAR(tip_over_timoshenko({10 * thick + 10, thick, thick, 0.49}), 1, 0.06) << thick;
  }
  EXPECT_NEAR(tip_over_timoshenko({40, 4, 1, 0.3}), 1, 0.01);
  EXPECT_NEAR(tip_over_timoshenko({64, 16, 4, 0}), 1, 0.02);
}

TEST(OctreeBending, large_cells_within_cost_a_third_of_a_percent) {
  for (const double poisson : {0.0, 0.3, 0.49}) {
    const double uniform = tip_over_timoshenko({80, 8, 8, poisson, 0});
    EXPECT_NEAR(tip_over_timoshenko({80, 8, 8, poisson}), uniform, 0.004) << poisson;
  }
}

// The first mode of a clamped beam of length 1, and its slope.
constexpr double kFirstMode = 1.87510407;
Vec3 first_mode(double x) {
  const double z = kFirstMode * x, share = 0.73409551;
  return {std::cosh(z) - std::cos(z) - share * (std::sinh(z) - std::sin(z)),
          kFirstMode * (std::sinh(z) + std::sin(z) - share * (std::cosh(z) - std::cos(z))), 0};
}

// Released from the first mode: its tip turns at half a period, and after a whole one.
double period_of_first_mode(Index thick, const Material& material, double dt) {
  const double height = 0.1 * thick, length = 20 * height;
  OctreeBody body("bar", held_box({20 * thick, thick, thick}, 0.1, material),
                  octree_params(Strain::kCauchy, Integrator::kNewmark, SolverMethod::kMultigridCg, 1e-9));
  test::set_state(body, "displacement", [&](const Vec3& p) {
    const Vec3 mode = first_mode(p.x / length);
    return 0.01 * Vec3{-(p.y - height / 2) * mode.y / length, mode.x, 0};
  });
  const auto tip_velocity = [&] {
    const BodyFrame frame = frame_of(body);
    double sum = 0;
    for (std::size_t v = 0; v < frame.velocities.size(); ++v)
      if (frame.topology.elements->rest_positions[v].x > length - 1e-9) sum += frame.velocities[v].y;
    return sum;
  };
  double last = 0, time = 0;
  for (int turns = 0; turns < 2; time += dt) {
    take_steps(body, 1, dt, time);
    const double now = tip_velocity();
    if (last * now < 0 && ++turns == 2) return time + dt * last / (last - now);
    last = now;
  }
  return 0;
}

// Shear and the inertia of turning sections, which they leave out, make it a little longer.
TEST(OctreeBending, a_cantilever_swings_in_the_time_of_euler_and_bernoulli) {
  const Material material{1e6, 0.3, 1000};
  for (const Index thick : {1, 2}) {
    const double height = 0.1 * thick, length = 20 * height;
    const double expected = 2 * std::numbers::pi / (kFirstMode * kFirstMode) * length * length *
                            std::sqrt(12 * material.density / (material.young * height * height));
    EXPECT_NEAR(period_of_first_mode(thick, material, expected / 100), expected, 0.003 * expected);
  }
}

// Torsional rigidity over that of Saint-Venant for a square bar, 0.1406 mu a^4, from the elastic energy of a bar
// whose ends are turned against each other.
double torsion_over_saint_venant(Index side, Index length) {
  const Material material{1e6, 0.3, 1000};
  const double a = 0.1 * side, along = 0.1 * length, angle = 1e-3;
  OctreeBodyModel model = held_box({length, side, side}, 0.1, material);
  model.holds.push_back(
      {right_end(along), {.centre = {0, a / 2, a / 2}, .axis = {1, 0, 0}, .turning = angle}});
  OctreeBody body("bar", model, in_balance());
  take_steps(body, 1, 1);
  const double energy = frame_of(body).energies.elastic;
  return 2 * energy * along / (angle * angle) / (0.1406 * material.mu() * a * a * a * a);
}

TEST(OctreeBending, torsion_comes_nearer_to_saint_venants_with_every_voxel) {
  EXPECT_NEAR(torsion_over_saint_venant(1, 8), 1.0 / 6 / 0.1406, 1e-3);  // a square that cannot warp
  EXPECT_NEAR(torsion_over_saint_venant(4, 32), 1, 0.06);
  EXPECT_NEAR(torsion_over_saint_venant(8, 64), 1, 0.02);
}

}  // namespace
}  // namespace sinew
