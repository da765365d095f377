#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tet/beam.h"
#include "tet/bodies.h"

namespace sinew {
namespace {

using test::params_of;
using test::take_steps;

constexpr double kPi = std::numbers::pi;

// The circular frequency at which a bar swings that is let go from a slight bend, 1/s. `guess`: about that.
double measured_frequency(const test::Beam& beam, const VolumeMesh& mesh, double guess) {
  const double dt = 2 * kPi / guess / 60;
  const auto bar =
      test::released_bar({mesh}, beam.material, params_of(Strain::kCauchy, Integrator::kNewmark), 1e-3);
  const auto tip = test::nodes_where(mesh, [&](const Vec3& p) { return p.x > beam.length - 1e-9; });
  std::vector<double> crossings;
  double before = test::mean_over(bar->displacements(), tip).y;
  for (double time = 0; crossings.size() < 4; time += dt) {
    take_steps(*bar, 1, dt, time);
    const double now = test::mean_over(bar->displacements(), tip).y;
    if (now * before < 0) crossings.push_back(time + dt * before / (before - now));
    before = now;
  }
  return 3 * kPi / (crossings.back() - crossings.front());
}

// The first frequency of Euler's beam, 1/s. Shear and rotary inertia lower it by 0.7 percent at ten heights.
double euler_frequency(const test::Beam& beam) {
  const double I_over_A = beam.height * beam.height / 12;
  return 1.8751 * 1.8751 *
         std::sqrt(beam.material.young * I_over_A / (beam.material.density * std::pow(beam.length, 4)));
}

// Without Poisson's effect: linear elements, sixteen through the height, raise the frequency by as much as
// shear lowers it.
TEST(Dynamics, a_cantilever_swings_at_the_first_frequency_of_the_beam) {
  const test::Beam beam{.width = 0.5, .material = {1e6, 0, 1000}};
  const double omega = euler_frequency(beam);
  const VolumeMesh mesh = box_mesh(beam.size(), {80, 16, 1});
  EXPECT_NEAR(measured_frequency(beam, mesh, omega), omega, 0.01 * omega);
}

// With Poisson's effect linear elements lock, and the frequency is too high by the root of what the bar is too
// stiff, compared with quadratic elements.
TEST(Dynamics, a_bar_that_is_too_stiff_swings_too_fast_by_the_root_of_it) {
  const test::Beam beam{.width = 0.5};
  const double stiffness =
      test::quadratic_deflection(beam, {20, 2, 1}) / test::linear_deflection(beam, {40, 4, 1});
  EXPECT_NEAR(stiffness, 1.24, 0.01);
  const double expected = std::sqrt(stiffness) * euler_frequency(beam);
  const VolumeMesh mesh = box_mesh(beam.size(), {40, 4, 1});
  EXPECT_NEAR(measured_frequency(beam, mesh, expected), expected, 0.01 * expected);
}

// Where a bar is a while after it is let go from a slight bend, alike for all strains.
std::vector<Vec3> after_a_while(Strain strain, Integrator integrator, int steps) {
  ElasticParams params = params_of(strain, integrator);
  params.newton_iterations = 5;
  const auto bar = test::released_bar({box_mesh({4, 1, 1}, {4, 1, 1})}, {1e5, 0, 1000}, params, 1e-4);
  take_steps(*bar, steps, 2.5 / steps);
  return bar->displacements();
}

TEST(Dynamics, newmark_and_generalized_alpha_are_of_second_order_and_backward_euler_of_first) {
  for (const Strain strain : test::kStrains) {
    const auto reference = after_a_while(strain, Integrator::kNewmark, 2000);
    const auto error = [&](Integrator integrator, int steps) {
      return test::relative_difference(reference, after_a_while(strain, integrator, steps));
    };
    const auto order = [&](Integrator integrator) {
      return std::log2(error(integrator, 200) / error(integrator, 400));
    };
    EXPECT_NEAR(order(Integrator::kNewmark), 2, 0.2) << test::name_of(strain);
    EXPECT_NEAR(order(Integrator::kGeneralizedAlpha), 2, 0.2) << test::name_of(strain);
    EXPECT_NEAR(order(Integrator::kBackwardEuler), 1, 0.2) << test::name_of(strain);
  }
}

TEST(Dynamics, generalized_alpha_is_of_second_order_with_damping_too) {
  const auto damped = [](Strain strain, Integrator integrator, int steps) {
    ElasticParams params = params_of(strain, integrator);
    params.damping = {0.5, 0.02};
    params.newton_iterations = 5;
    const auto bar = test::released_bar({box_mesh({4, 1, 1}, {4, 1, 1})}, {1e5, 0, 1000}, params, 1e-4);
    take_steps(*bar, steps, 2.5 / steps);
    return bar->displacements();
  };
  for (const Strain strain : {Strain::kCauchy, Strain::kCorotated}) {
    const auto reference = damped(strain, Integrator::kNewmark, 2000);
    const auto off = [&](int steps) {
      return test::relative_difference(reference, damped(strain, Integrator::kGeneralizedAlpha, steps));
    };
    EXPECT_NEAR(std::log2(off(100) / off(200)), 2, 0.2) << test::name_of(strain);
  }
}

// Newmark's scheme begins the run, and gives the accelerations of the second step.
TEST(Dynamics, generalized_alpha_falls_as_galilei_says) {
  for (const Strain strain : test::kStrains) {
    TetBodyModel model = test::free_model(test::small_cube(), {1e5, 0.3, 1000});
    model.forces = {Gravity{{0, -10, 0}}};
    TetBody body("stone", model, params_of(strain, Integrator::kGeneralizedAlpha));
    const double t = take_steps(body, 20, 0.05);
    EXPECT_LT(test::largest_distance(body.displacements(), {0, -5 * t * t, 0}), 1e-6)
        << test::name_of(strain);
  }
}

TEST(Dynamics, damping_by_mass_takes_a_swing_down_at_half_its_rate) {
  ElasticParams params = params_of(Strain::kCauchy, Integrator::kNewmark);
  params.damping.mass = 2;
  const auto bar = test::released_bar({box_mesh({4, 1, 1}, {4, 1, 1})}, {1e8, 0, 1000}, params, 1e-3);
  const double before = bar->energies().total();
  take_steps(*bar, 1000, 0.002);
  // Amplitude as exp(-alpha t / 2), energy as exp(-alpha t).
  EXPECT_NEAR(std::log(before / bar->energies().total()) / 2, 2, 0.05);
}

TEST(Dynamics, damping_by_mass_stops_a_free_body_and_damping_by_stiffness_does_not) {
  TetBodyModel model = test::free_model({box_mesh({1, 1, 1}, {2, 2, 2})}, {1e5, 0.3, 1000});
  model.velocity = {1, 2, 3};
  for (const Strain strain : test::kStrains) {
    ElasticParams params = params_of(strain, Integrator::kNewmark);
    params.damping = {0, 0.1};
    TetBody glider("glider", model, params);
    take_steps(glider, 50, 0.02);
    EXPECT_LT(test::largest_distance(glider.displacements(), model.velocity), 1e-5);
    params.damping = {1, 0};
    TetBody stopping("stopping", model, params);
    take_steps(stopping, 50, 0.02);
    EXPECT_LT(test::largest_distance(stopping.displacements(), (1 - std::exp(-1)) * model.velocity), 1e-3);
  }
}

TEST(Dynamics, damping_by_stiffness_stops_a_shaking_body) {
  for (const Strain strain : test::kStrains)
    for (const Integrator integrator : {Integrator::kNewmark, Integrator::kBackwardEuler}) {
      ElasticParams params = params_of(strain, integrator);
      params.damping.stiffness = 0.05;
      TetBody body("bar",
                   test::held_model({box_mesh({2, 1, 1}, {4, 2, 2})}, {1e5, 0.3, 1000}, test::at_the_left),
                   params);
      test::set_random_velocities(body, 1);
      const double before = body.energies().total();
      take_steps(body, 60, 0.03);
      EXPECT_LT(body.energies().total(), 0.1 * before);
    }
}

TEST(Dynamics, an_end_that_is_pulled_takes_the_bar_along) {
  const double length = 2;
  const VolumeMesh mesh = box_mesh({length, 0.5, 0.5}, {8, 2, 2});
  const auto end = test::nodes_where(mesh, [&](const Vec3& p) { return p.x > length - 1e-9; });
  for (const Strain strain : test::kStrains) {
    TetBodyModel model = test::held_model({mesh}, {1e6, 0, 1000}, test::at_the_left);
    Motion pull;
    pull.velocity = {0.01, 0, 0};
    pull.during = {0, 1};
    model.holds.push_back({end, pull});
    ElasticParams params = params_of(strain, Integrator::kBackwardEuler);
    TetBody body("bar", model, params);
    take_steps(body, 30, 0.1);
    const auto u = body.displacements();
    double off = 0;
    for (std::size_t v = 0; v < u.size(); ++v)
      off = std::max(off, distance(u[v], {0.01 * mesh.positions[v].x / length, 0, 0}));
    EXPECT_LT(off, 1e-4);
  }
}

TEST(Dynamics, a_turntable_turns_a_body_as_if_it_were_rigid) {
  const VolumeMesh mesh = box_mesh({1, 0.5, 0.5}, {4, 2, 2});
  for (const Strain strain : {Strain::kCorotated, Strain::kGreen}) {
    TetBodyModel model = test::free_model({mesh}, {1e6, 0.3, 1000});
    Motion turn;
    turn.centre = {0.5, 0, 0.25};
    turn.axis = {0, 1, 0};
    turn.turning = 1;
    model.holds = {{test::nodes_where(mesh, [](const Vec3& p) { return p.y == 0; }), turn}};
    TetBody body("table", model, params_of(strain, Integrator::kBackwardEuler));
    const double t = take_steps(body, 80, 0.05);
    const auto u = body.displacements();
    double off = 0;
    for (std::size_t v = 0; v < u.size(); ++v)
      off = std::max(off, distance(u[v], displacement_at(turn, mesh.positions[v], t)));
    EXPECT_LT(off, 1e-2);
  }
}

}  // namespace
}  // namespace sinew
