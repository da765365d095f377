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

// A bend of 60 steps a period; random velocities would be mostly what the scheme is to damp.
TEST(Stability, energy_hardly_falls_and_never_grows_under_generalized_alpha_in_the_linear_case) {
  const auto bar = test::released_bar({box_mesh({4, 1, 1}, {4, 1, 1})}, {1e5, 0, 1000},
                                      params_of(Strain::kCauchy, Integrator::kGeneralizedAlpha), 1e-4);
  const double start = bar->energies().total();
  EXPECT_LT(growth_of_energy(*bar, 600, 0.06), 1 + 1e-9);
  EXPECT_GT(bar->energies().total(), 0.9 * start);
}

TEST(Stability, generalized_alpha_takes_the_energy_of_stiff_modes) {
  TetBody body("bar", test::held_model(test::small_bar(), {1e9, 0.3, 1000}, test::at_the_left),
               params_of(Strain::kCauchy, Integrator::kGeneralizedAlpha));
  test::set_random_velocities(body, 1);
  const double start = body.energies().total();
  take_steps(body, 30, 0.03);
  EXPECT_LT(body.energies().total(), 1e-6 * start);
}

TEST(Stability, energy_stays_bounded_where_every_step_is_left_after_one_cycle) {
  for (const Integrator integrator : {Integrator::kNewmark, Integrator::kGeneralizedAlpha})
    for (const double young : {1e5, 1e9})
      for (const double dt : {0.001, 0.03, 1.0}) {
        ElasticParams params = params_of(Strain::kCauchy, integrator, SolverMethod::kMultigrid);
        params.solver.cycles = 1;
        TetBody body("bar", test::held_model(test::small_bar(), {young, 0.3, 1000}, test::at_the_left),
                     params);
        test::set_random_velocities(body, 1);
        const double start = body.energies().total();
        const double early = start * growth_of_energy(body, 200, dt);
        const double late = body.energies().total() * growth_of_energy(body, 1800, dt);
        EXPECT_LT(late, 1.5 * early) << young << " " << dt;
      }
}

TEST(Stability, a_weight_hung_on_a_stiff_bar_stays_bounded_where_every_step_is_left_after_one_cycle) {
  for (const double dt : {0.03, 1.0}) {
    ElasticParams params = params_of(Strain::kCauchy, Integrator::kNewmark, SolverMethod::kMultigrid);
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

// A beam under its weight, with the default integrator of each strain.
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
        // Backward Euler comes to rest, too, where forces are in balance: one of Green strain's two places
        // for the softer bar.
        if (strain == Strain::kCauchy || dt < 1) continue;
        TetBody balanced("bar", model, params_of(strain, Integrator::kStatic));
        balanced.restore(body.state());
        take_steps(balanced, 1, dt, 30 * dt);
        EXPECT_LT(test::relative_difference(balanced.displacements(), body.displacements()), 1e-2)
            << test::name_of(strain);
      }
    }
}

TEST(Stability, a_body_that_turns_by_a_radian_in_every_step_holds_together) {
  TetBody body("stone", test::free_model(test::small_cube(), {1e6, 0.3, 1000}), {});
  test::spin(body, {0, 0, 40}, {0.5, 0.5, 0.5});
  EXPECT_LT(growth_of_energy(body, 100, 0.025), 1);
}

// The most that total energy rises above its start, over the work of gravity.
double gain_under_gravity(TetBody& body, int steps, double dt) {
  const Energies start = body.energies();
  double work = 0, above = 0;
  for (int step = 0; step < steps; ++step) {
    take_steps(body, 1, dt, step * dt);
    work = std::max(work, std::abs(body.energies().external - start.external));
    above = std::max(above, body.energies().total() - start.total());
  }
  return above / work;
}

const Material kSteel{2e11, 0.3, 7800};

bool on_an_edge(const Vec3& p) { return p.x < 1e-9 && p.y < 1e-9; }

// Their matrices in single precision hold rigid motion by the rounding of their entries.
TEST(Stability, free_hinged_and_thin_bodies_of_steel_gain_no_energy) {
  const auto nowhere = [](const Vec3&) { return false; };
  const std::vector<VolumeMesh> bar{box_mesh({1, 0.1, 0.1}, {20, 2, 2})},
      plate{box_mesh({1, 1, 0.001}, {12, 12, 1})};
  for (TetBodyModel model :
       {test::held_model(bar, kSteel, nowhere), test::held_model(bar, kSteel, on_an_edge),
        test::held_model(plate, kSteel, test::at_the_left)})
    for (const Strain strain : test::kStrains) {
      model.forces = {Gravity{}};
      TetBody body("part", model, {.strain = strain, .integrator = Integrator::kBackwardEuler});
      EXPECT_LT(gain_under_gravity(body, 20, 1.0 / 60), 1e-2) << test::name_of(strain);
      EXPECT_EQ(body.tally().unsolved, 0) << test::name_of(strain);
    }
}

TEST(Stability, a_body_too_stiff_and_light_for_its_step_falls_as_galilei_says) {
  for (const Strain strain : test::kStrains) {
    TetBodyModel model = test::free_model({box_mesh({1e-5, 1e-5, 1e-5}, {3, 3, 3})}, {1e12, 0.3, 100});
    model.forces = {Gravity{{0, -10, 0}}};
    TetBody body("grain", model, {.strain = strain, .integrator = Integrator::kNewmark});
    const double t = take_steps(body, 10, 0.1);
    EXPECT_LT(test::largest_distance(body.displacements(), Vec3{0, -5 * t * t, 0}), 1e-3 * 5 * t * t)
        << test::name_of(strain);
  }
}

// Straight turns would stretch it: 76 kJ of elastic energy beside 236 J of motion.
TEST(Stability, a_bar_of_wood_that_swings_on_a_hinge_holds_hardly_any_elastic_energy) {
  TetBodyModel model = test::held_model({box_mesh({1, 0.25, 0.25}, {8, 2, 2})}, {1e10, 0.3, 600}, on_an_edge);
  model.forces = {Gravity{}};
  for (const int iterations : {0, 20}) {
    ElasticParams params;
    params.newton_iterations = iterations;
    TetBody body("bar", model, params);
    double elastic = 0, kinetic = 0;
    for (int step = 0; step < 30; ++step) {
      take_steps(body, 1, 0.02, 0.02 * step);
      elastic = std::max(elastic, body.energies().elastic);
      kinetic = std::max(kinetic, body.energies().kinetic);
    }
    EXPECT_GT(kinetic, 50);
    EXPECT_LT(elastic, 0.1 * kinetic) << iterations;
    EXPECT_EQ(body.tally().unsolved, 0) << iterations;
  }
}

TEST(Stability, a_bar_that_swings_for_thousands_of_corotated_newmark_steps_gains_no_energy) {
  TetBodyModel model =
      test::held_model({box_mesh({1, 0.2, 0.2}, {10, 2, 2})}, {1e6, 0.3, 1000}, test::at_the_left);
  model.forces = {Gravity{}};
  TetBody body("bar", model, {.integrator = Integrator::kNewmark});
  EXPECT_LT(gain_under_gravity(body, 3000, 0.01), 0.5);
  EXPECT_GT(body.tally().damped, 0);
  EXPECT_LT(body.tally().damped, 600);  // most steps are Newmark's own
}

// Damped steps depend on the energy that the body may have, which its history gave it.
TEST(Stability, a_run_that_is_damped_goes_on_from_a_saved_state_with_the_same_bits) {
  TetBodyModel model =
      test::held_model({box_mesh({1, 0.2, 0.2}, {10, 2, 2})}, {1e6, 0.3, 1000}, test::at_the_left);
  model.forces = {Gravity{}};
  const ElasticParams params{.integrator = Integrator::kNewmark};
  TetBody whole("bar", model, params), resumed("bar", model, params);
  take_steps(whole, 700, 0.01);
  resumed.restore(whole.state());
  const std::int64_t damped_before = whole.tally().damped;
  take_steps(whole, 200, 0.01, 7);
  take_steps(resumed, 200, 0.01, 7);
  EXPECT_GT(whole.tally().damped, damped_before);
  EXPECT_EQ(resumed.displacements(), whole.displacements());
  EXPECT_EQ(resumed.tally().damped, whole.tally().damped - damped_before);
}

TEST(Stability, a_state_edited_by_hand_has_an_energy_budget_of_its_own) {
  TetBodyModel model =
      test::held_model({box_mesh({1, 0.2, 0.2}, {10, 2, 2})}, {1e6, 0.3, 1000}, test::at_the_left);
  TetBody body("bar", model, {});
  take_steps(body, 3, 0.01);
  test::set_random_velocities(body, 1);
  const double start = body.energies().total();
  take_steps(body, 1, 0.001, 0.03);
  EXPECT_GT(body.energies().total(), 0.5 * start);
  EXPECT_EQ(body.tally().damped, 0);
}

}  // namespace
}  // namespace sinew
