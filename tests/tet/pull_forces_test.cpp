#include "stepping/pull_forces.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/parallel.h"
#include "sinew/base/error.h"
#include "tet/bodies.h"
#include "tet/elastic_assembly.h"

namespace sinew {
namespace {

using test::params_of;
using test::take_steps;

constexpr std::array kIntegrators{Integrator::kNewmark, Integrator::kBackwardEuler};
constexpr std::array kAllIntegrators{Integrator::kNewmark, Integrator::kBackwardEuler,
                                     Integrator::kGeneralizedAlpha};

BodyFrame frame_with_forces(const TetBody& body) {
  BodyFrame frame;
  body.publish({.forces = true}, frame);
  return frame;
}

// A pull at the middle of the bar's right end, or of that side of a cube.
Pull pull_at_the_right(const TetBody& body, double x, double stiffness = 0) {
  Pull pull = make_pull(frame_with_forces(body), {x, 0.5, 0.5}, 0.4);
  pull.stiffness = stiffness;
  return pull;
}

Vec3 point_of(const TetBody& body, const Pull& pull) {
  return pulled_point(pull, frame_with_forces(body).positions);
}

// Small, for many steps.
TetBodyModel bar_model(double young) {
  return test::held_model(nested_levels(box_mesh({2, 1, 1}, {2, 1, 1}), 1), {young, 0.3, 1000},
                          test::at_the_left);
}

TetBody soft_bar(Strain strain, Integrator integrator) {
  return TetBody("bar", bar_model(1e4), {.strain = strain, .integrator = integrator});
}

void expect_to_come_near_the_target(double dt) {
  for (const Strain strain : test::kStrains)
    for (const Integrator integrator : kAllIntegrators) {
      TetBody bar = soft_bar(strain, integrator);
      Pull pull = pull_at_the_right(bar, 2, 1e12);
      const Vec3 start = pull.target;
      pull.target += {0.2, 0.5, -0.1};
      bar.set_pulls({pull});
      double farthest = 0;
      for (int step = 0; step < 300; ++step) {
        take_steps(bar, 1, dt, step * dt);
        farthest = std::max(farthest, distance(point_of(bar, pull), start));
      }
      const std::string what =
          fmt::format("{} {}", test::name_of(strain), kIntegratorNames[static_cast<int>(integrator)]);
      EXPECT_LT(distance(point_of(bar, pull), pull.target), 0.2 * distance(start, pull.target)) << what;
      EXPECT_LT(farthest, 1.5 * distance(start, pull.target)) << what;
    }
}

TEST(PullForces, a_soft_bar_pulled_as_hard_as_can_be_stays_finite_and_comes_near_the_target) {
  expect_to_come_near_the_target(1.0 / 60);
}

TEST(PullForces, so_it_does_in_short_steps) { expect_to_come_near_the_target(1e-3); }

// The modes of stiff bodies, or of any in long steps, turn round in every step; one cycle leaves every step
// unfinished.
TEST(PullForces, stiff_bodies_long_steps_and_unfinished_solves_stay_bounded) {
  for (const Strain strain : test::kStrains)
    for (const Integrator integrator : kIntegrators)
      for (const double young : {1e5, 1e9})
        for (const double dt : {0.02, 1.0})
          for (const int cycles : {0, 1}) {
            ElasticParams params = params_of(strain, integrator, SolverMethod::kMultigrid, 1e-4);
            params.solver.cycles = cycles;
            params.newton_iterations = 1;
            TetBody bar("bar", bar_model(young), params);
            Pull pull = pull_at_the_right(bar, 2, 1e12);
            const Vec3 start = pull.target;
            pull.target += {0.02, 0.05, -0.01};
            bar.set_pulls({pull});
            double late = 0;
            for (int step = 0; step < 80; ++step) {
              take_steps(bar, 1, dt, step * dt);
              if (step > 50) late = std::max(late, distance(point_of(bar, pull), start));
            }
            EXPECT_LT(late, 1.5 * distance(start, pull.target))
                << test::name_of(strain) << " " << static_cast<int>(integrator) << " " << young << " " << dt
                << " " << cycles;
          }
}

Vec3 momentum_of(const TetBody& body) {
  const std::vector<double> masses = nodal_masses(body.rest());
  const BodyState state = body.state();
  Vec3 sum;
  for (std::size_t i = 0; i < masses.size(); ++i)
    for (int k = 0; k < 3; ++k) sum[k] += masses[i] * state[1].values[3 * i + k];
  return sum;
}

TEST(PullForces, a_free_body_gets_the_momentum_of_the_forces_that_are_shown) {
  for (const Strain strain : test::kStrains)
    for (const Integrator integrator : kIntegrators)
      for (const double stiffness : {0.0, 50.0}) {
        TetBody body("stone", test::free_model(test::small_cube(), {1e4, 0.3, 1000}),
                     params_of(strain, integrator));
        Pull pull = pull_at_the_right(body, 1, stiffness);
        pull.target += {0.3, 0.1, 0.2};
        body.set_pulls({pull});
        Vec3 impulse;
        for (int step = 0; step < 8; ++step) {
          take_steps(body, 1, 0.01, 0.01 * step);
          const auto arrows = frame_with_forces(body).arrows;
          ASSERT_EQ(arrows.size(), 1u);
          EXPECT_EQ(arrows[0].kind, ForceArrow::Kind::kPull);
          EXPECT_LT(distance(arrows[0].at, point_of(body, pull)), 1e-12);
          impulse += 0.01 * arrows[0].force;
        }
        EXPECT_GT(norm(impulse), 0.1);
        EXPECT_LT(distance(momentum_of(body), impulse), 1e-6 * norm(impulse)) << test::name_of(strain);
      }
}

TEST(PullForces, a_soft_spring_pulls_by_its_law) {
  for (const Strain strain : test::kStrains)
    for (const Integrator integrator : kIntegrators) {
      TetBody body("stone", test::free_model(test::small_cube(), {1e5, 0.3, 1000}),
                   params_of(strain, integrator));
      Pull pull = pull_at_the_right(body, 1, 1e-4);
      pull.target += {0.3, 0, 0.4};
      body.set_pulls({pull});
      take_steps(body, 1, 0.01);
      const Vec3 wanted = 1e-4 * Vec3{0.3, 0, 0.4};
      EXPECT_LT(distance(frame_with_forces(body).arrows[0].force, wanted), 1e-3 * norm(wanted));
      EXPECT_LT(distance(momentum_of(body), 0.01 * wanted), 1e-3 * 0.01 * norm(wanted));
    }
}

// The lone mass of the derivation, whose stiffness is known as a multiple of its compliance.
TEST(PullForces, a_stone_comes_to_its_target_by_the_closed_form_without_swinging_about_it) {
  for (const Integrator integrator : kIntegrators) {
    TetBody stone("stone", test::free_model(test::small_cube(), {1e7, 0.3, 1}),
                  params_of(Strain::kCauchy, integrator));
    // By all of its surface, so that it does not turn.
    Pull pull = make_pull(frame_with_forces(stone), {0.5, 0.5, 0.5}, 100);
    pull.target.x += 1;
    stone.set_pulls({pull});
    const double kappa = 4, rho = integrator == Integrator::kNewmark ? 2 : 1;
    const double delta = 2 * std::sqrt(kappa / rho) + (1 - 1 / rho) * kappa;
    double x = 1, y = 0;  // the way that is left, and what it loses in a step
    for (int step = 0; step < 20; ++step) {
      take_steps(stone, 1, 0.05, 0.05 * step);
      const double y1 = (y - rho * kappa * (x + (1 - 1 / rho) * y)) / (1 + kappa + rho * delta);
      x += y + (y1 - y) / rho, y = y1;
      EXPECT_NEAR(pull.target.x - point_of(stone, pull).x, x, 1e-4) << step;
      EXPECT_GT(x, 0);
    }
    EXPECT_LT(x, 1e-8);
  }
}

TEST(PullForces, pulling_at_held_nodes_does_nothing) {
  for (const Strain strain : test::kStrains)
    for (const double stiffness : {0.0, 1e6}) {
      TetBody pulled = soft_bar(strain, Integrator::kBackwardEuler),
              left = soft_bar(strain, Integrator::kBackwardEuler);
      Pull pull = make_pull(frame_with_forces(pulled), {0, 0.5, 0.5}, 0.3);
      pull.target += {1, 1, 1}, pull.stiffness = stiffness;
      pulled.set_pulls({pull});
      take_steps(pulled, 5, 0.01), take_steps(left, 5, 0.01);
      EXPECT_EQ(pulled.displacements(), left.displacements());
      EXPECT_EQ(frame_with_forces(pulled).arrows[0].force, Vec3{});
    }
}

TEST(PullForces, a_body_let_go_goes_on_as_one_that_never_was_pulled) {
  TetBody pulled = soft_bar(Strain::kCorotated, Integrator::kBackwardEuler);
  Pull pull = pull_at_the_right(pulled, 2);
  pull.target += {0, 0.3, 0};
  pulled.set_pulls({pull});
  take_steps(pulled, 5, 0.01);
  TetBody other = soft_bar(Strain::kCorotated, Integrator::kBackwardEuler);
  other.restore(pulled.state());
  pulled.set_pulls({});
  take_steps(pulled, 5, 0.01, 0.05), take_steps(other, 5, 0.01, 0.05);
  EXPECT_EQ(pulled.displacements(), other.displacements());
  EXPECT_TRUE(frame_with_forces(pulled).arrows.empty());
}

TEST(PullForces, a_target_that_moves_drags_the_patch_along_and_two_pulls_act_at_once) {
  TetBody body("stone", test::free_model(test::small_cube(), {1e4, 0.3, 1000}), {});
  Pull right = pull_at_the_right(body, 1), left = make_pull(frame_with_forces(body), {0, 0.5, 0.5}, 0.4);
  for (int step = 0; step < 100; ++step) {
    right.target += {0.002, 0.01, 0}, left.target += {-0.002, 0.01, 0};
    body.set_pulls({right, left});
    take_steps(body, 1, 0.02, 0.02 * step);
  }
  EXPECT_EQ(frame_with_forces(body).arrows.size(), 2u);
  for (const Pull& pull : {right, left}) EXPECT_LT(distance(point_of(body, pull), pull.target), 0.15);
}

// Four fifths: its spring is four times as stiff as the body, along it as across.
TEST(PullForces, a_body_without_inertia_is_drawn_four_fifths_of_the_way_in_every_direction) {
  for (const Strain strain : test::kStrains)
    for (const Vec3& way : {Vec3{1e-3, 0, 0}, Vec3{0, 1e-3, 0}, Vec3{6e-4, 8e-4, 0}}) {
      TetBodyModel slender = test::held_model(nested_levels(box_mesh({4, 0.5, 0.5}, {8, 1, 1}), 1),
                                              {1e4, 0.3, 1000}, test::at_the_left);
      TetBody bar("bar", slender, params_of(strain, Integrator::kStatic));
      Pull pull = make_pull(frame_with_forces(bar), {4, 0.25, 0.25}, 0.4);
      const Vec3 start = pull.target;
      pull.target += way;
      bar.set_pulls({pull});
      take_steps(bar, 1, 1);
      EXPECT_LT(distance(point_of(bar, pull), start + 0.8 * way), 1e-2 * norm(way)) << test::name_of(strain);
    }
}

TEST(PullForces, a_slender_bar_that_spins_is_held_by_its_end) {
  for (const Strain strain : {Strain::kCorotated, Strain::kGreen})
    for (const Integrator integrator : kIntegrators) {
      TetBody bar("bar", test::free_model({box_mesh({2, 0.5, 0.5}, {4, 1, 1})}, {1e6, 0.3, 1000}),
                  {.strain = strain, .integrator = integrator});
      test::spin(bar, {3, 2, 5}, {1, 0.25, 0.25});
      const Pull pull = make_pull(frame_with_forces(bar), {2, 0.25, 0.25}, 0.5);
      bar.set_pulls({pull});
      const double energy = bar.energies().total();
      for (int step = 0; step < 150; ++step) take_steps(bar, 1, 0.01, 0.01 * step);
      EXPECT_LT(distance(point_of(bar, pull), pull.target), 0.1) << test::name_of(strain);
      EXPECT_LT(bar.energies().total(), 1.1 * energy) << test::name_of(strain);
    }
}

TEST(PullForces, the_bits_are_the_same_for_any_number_of_threads) {
  std::vector<Vec3> one;
  for (const int threads : {1, 2, 4}) {
    set_thread_count(threads);
    TetBody bar("bar",
                test::held_model(nested_levels(box_mesh({2, 1, 1}, {10, 5, 5}), 1), {1e4, 0.3, 1000},
                                 test::at_the_left),
                {});
    Pull pull = pull_at_the_right(bar, 2);
    pull.target += {0, 0.3, 0};
    bar.set_pulls({pull});
    take_steps(bar, 3, 0.02);
    if (threads == 1) one = bar.displacements();
    EXPECT_EQ(bar.displacements(), one) << threads;
  }
  set_thread_count(0);
}

TEST(PullForces, a_pull_that_does_not_fit_is_refused_and_those_there_were_stay) {
  TetBody bar = soft_bar(Strain::kCauchy, Integrator::kNewmark);
  const Pull good = pull_at_the_right(bar, 2);
  bar.set_pulls({good});
  Pull bad = good;
  bad.nodes[0] = 1000000;
  EXPECT_THROW(bar.set_pulls({good, bad}), Error);
  EXPECT_EQ(frame_with_forces(bar).arrows.size(), 1u);
}

}  // namespace
}  // namespace sinew
