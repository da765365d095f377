#include <gtest/gtest.h>

#include "tet/bodies.h"

namespace sinew {
namespace {

using test::params_of;
using test::take_steps;

// The largest energy on the way over that at the start.
double growth_of_energy(TetBody& body, int steps, double dt) {
  const double start = body.energies().total();
  double most = 0;
  for (int step = 0; step < steps; ++step) {
    take_steps(body, 1, dt, step * dt);
    most = std::max(most, body.energies().total());
  }
  return most / start;
}

TEST(Stability, energy_stays_the_same_under_newmark_over_a_thousand_small_steps) {
  const TetBodyModel model =
      test::held_model({box_mesh({2, 1, 1}, {4, 2, 2})}, {1e5, 0.3, 1000}, test::at_the_left);
  TetBody body("bar", model, params_of(Strain::kCauchy, Integrator::kNewmark));
  test::set_random_velocities(body, 1);
  body.predict(0, 1e-3);
  body.commit();
  const double start = body.energies().total();
  const double growth = growth_of_energy(body, 1000, 1e-3);
  EXPECT_LT(growth, 1 + 1e-4);
  EXPECT_GT(body.energies().total(), (1 - 1e-4) * start);
}

TEST(Stability, energy_stays_bounded_where_every_step_is_left_after_one_cycle) {
  for (const double young : {1e5, 1e9})
    for (const double dt : {0.001, 0.03, 1.0}) {
      TetBodyParams params = params_of(Strain::kCauchy, Integrator::kNewmark, SolverMethod::kMultigrid);
      params.solver.cycles = 1;
      TetBody body("bar", test::held_model(test::small_bar(), {young, 0.3, 1000}, test::at_the_left), params);
      test::set_random_velocities(body, 1);
      const double start = body.energies().total();
      const double early = start * growth_of_energy(body, 200, dt);
      const double late = body.energies().total() * growth_of_energy(body, 1800, dt);
      EXPECT_LT(late, 1.5 * early) << young << " " << dt;
    }
}

TEST(Stability, a_weight_hung_on_a_stiff_bar_stays_bounded_where_every_step_is_left_after_one_cycle) {
  for (const double dt : {0.03, 1.0}) {
    TetBodyParams params = params_of(Strain::kCauchy, Integrator::kNewmark, SolverMethod::kMultigrid);
    params.solver.cycles = 1;
    TetBodyModel model = test::held_model(test::small_bar(), {1e9, 0.3, 1000}, test::at_the_left);
    model.forces = {Gravity{}};
    TetBody body("bar", model, params);
    const auto still = test::balanced(model, params_of(Strain::kCauchy, Integrator::kStatic));
    double most = 0;
    for (int step = 0; step < 1000; ++step) {
      take_steps(body, 1, dt, step * dt);
      most = std::max(most, test::relative_difference(still, body.displacements()));
    }
    EXPECT_LT(most, 3);
  }
}

// A beam under its weight, in the integrator that each strain takes by itself.
TEST(Stability, steps_of_up_to_a_second_stay_stable) {
  for (const Strain strain : test::kStrains)
    for (const double young : {1e5, 1e7}) {
      TetBodyModel model = test::held_model(test::small_bar(), {young, 0.3, 1000}, test::at_the_left);
      model.forces = {Gravity{}};
      const auto still = test::balanced(model, params_of(strain, Integrator::kStatic));
      for (const double dt : {0.1, 1.0}) {
        TetBody body("bar", model, {.strain = strain});
        double most = 0;
        for (int step = 0; step < 30; ++step) {
          take_steps(body, 1, dt, step * dt);
          most = std::max(most, test::largest_distance(body.displacements(), {}));
        }
        EXPECT_LT(most, 3 * test::largest_distance(still, {})) << test::name_of(strain) << " " << dt;
        // Backward Euler comes to rest, too.
        if (strain == Strain::kCauchy || dt < 1) continue;
        EXPECT_LT(test::relative_difference(still, body.displacements()), 1e-2) << test::name_of(strain);
      }
    }
}

TEST(Stability, a_body_that_turns_by_a_radian_in_every_step_holds_together) {
  TetBody body("stone", test::free_model(test::small_cube(), {1e6, 0.3, 1000}), {});
  test::spin(body, {0, 0, 40}, {0.5, 0.5, 0.5});
  EXPECT_LT(growth_of_energy(body, 100, 0.025), 10);
}

}  // namespace
}  // namespace sinew
