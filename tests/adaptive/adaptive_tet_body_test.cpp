#include "sinew/adaptive/adaptive_tet_body.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "adaptive/hierarchies.h"
#include "base/error_of.h"
#include "base/one_thread.h"
#include "body/contact_side.h"
#include "sinew/world/world.h"

namespace sinew {
namespace {

TetBodyModel falling_bear() {
  TetBodyModel model;
  model.levels = test::bear_levels(2000, 4);
  model.materials = {test::kJelly};
  return model;
}

void steps(AdaptiveTetBody& body, int count, double dt, double& time) {
  for (int n = 0; n < count; ++n, time += dt) {
    body.predict(time, dt);
    body.commit();
  }
}

TetBodyModel held_bear() {
  TetBodyModel model = falling_bear();
  Hold hold;
  const double low = bounding_box(model.levels[0].positions).lower.y;
  for (Index v = 0; v < model.levels[0].node_count(); ++v)
    if (model.levels[0].positions[v].y < low + 0.004) hold.nodes.push_back(v);
  model.holds = {hold};
  model.forces = {Gravity{{6, -9.81, 0}}};
  return model;
}

TEST(AdaptiveTetBody, falls_as_weight_makes_it) {
  AdaptiveTetBody body("bear", falling_bear(), {});
  double time = 0;
  constexpr double kStep = 0.005;
  constexpr int kSteps = 100;
  steps(body, kSteps, kStep, time);
  // Backward Euler.
  const double fallen = 9.81 * kStep * kStep * kSteps * (kSteps + 1) / 2;
  for (const Vec3& u : body.displacements()) EXPECT_LT(distance(u, {0, -fallen, 0}), 1e-7 * fallen);
  EXPECT_EQ(body.resolution().active, body.resolution().active_of_level.back());
}

TEST(AdaptiveTetBody, a_held_bear_bends_as_a_tet_body_does) {
  ElasticParams params;
  params.integrator = Integrator::kBackwardEuler, params.lumped_mass = true, params.damping = {5, 0};
  params.solver.method = SolverMethod::kCholesky;
  TetBody fine("bear", held_bear(), params);
  AdaptiveTetBody body("bear", held_bear(), {.damping = {5, 0}, .tolerance = 0.002});
  double time = 0, difference = 0, size = 0;
  for (int n = 0; n < 200; ++n) {
    fine.predict(time, 0.01), fine.commit();
    steps(body, 1, 0.01, time);
  }
  const std::vector<Vec3> a = body.displacements(), b = fine.displacements();
  for (std::size_t i = 0; i < a.size(); ++i)
    difference += squared_norm(a[i] - b[i]), size += squared_norm(b[i]);
  std::printf("difference %.4f of the deflection, %d active\n", std::sqrt(difference / size),
              body.resolution().active);
  EXPECT_LT(std::sqrt(difference / size), 0.13);
  EXPECT_LT(body.resolution().active, 900);
}

TEST(AdaptiveTetBody, continues_with_the_same_bits_on_any_number_of_threads) {
  AdaptiveTetBody body("bear", held_bear(), {}), other("bear", held_bear(), {});
  double time = 0;
  steps(body, 30, 0.01, time);
  other.restore(body.state());
  double later = time;
  steps(body, 10, 0.01, time);
  const OneThread one;
  steps(other, 10, 0.01, later);
  const BodyState a = body.state(), b = other.state();
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t k = 0; k < a.size(); ++k)
    EXPECT_TRUE(a[k].name == b[k].name && a[k].values == b[k].values) << a[k].name;
}

TEST(AdaptiveTetBody, rests_on_a_floor_in_one_piece) {
  World world;
  TetBodyModel model = falling_bear();
  const Box3 box = bounding_box(model.levels[0].positions);
  model.placement.move = {0, 0.005 - box.lower.y, 0};
  auto made = std::make_unique<AdaptiveTetBody>("bear", model, AdaptiveTetParams{.damping = {1, 0}});
  const AdaptiveTetBody& body = *made;
  world.add(std::move(made));
  world.add(Obstacle{.name = "floor", .shape = PlaneShape{}});
  Index most = 0;
  double lowest = 0, kinetic = 0;
  for (int n = 0; n < 400; ++n) {
    world.step(0.005);
    most = std::max(most, body.resolution().active);
  }
  BodyFrame frame;
  body.publish({.energies = true}, frame);
  for (const Vec3& p : surface_positions(frame)) lowest = std::min(lowest, p.y);
  kinetic = frame.energies.kinetic;
  std::printf("active at most %d, at rest %d; lowest %.2e m, kinetic energy %.2e J\n", most,
              body.resolution().active, lowest, kinetic);
  EXPECT_GT(lowest, -1e-3 * box.diagonal());
  EXPECT_LT(kinetic, 1e-6);
}

double mass_of(const AdaptiveTetBody& body) { return body.measure().mass; }

// Forces pass through the fine elements at the hold; what meets coarse ones farther on is no reaction.
TEST(AdaptiveTetBody, holds_carry_its_weight_at_rest_within_a_seventh) {
  AdaptiveTetBody body("bear", held_bear(), {.damping = {8, 0.01}, .solver_tolerance = 1e-4});
  double time = 0;
  steps(body, 300, 0.01, time);
  const std::vector<HoldReaction> reactions = body.reactions();
  ASSERT_EQ(reactions.size(), 1U);
  const Vec3 weight = mass_of(body) * Vec3{6, -9.81, 0};
  EXPECT_LT(norm(reactions[0].force + weight), norm(weight) / 7);
}

TEST(AdaptiveTetBody, gains_no_energy_while_it_swings) {
  AdaptiveTetBody body("bear", held_bear(), {});
  double time = 0, largest = 0;
  for (int n = 0; n < 200; ++n) {
    steps(body, 1, 0.01, time);
    const Energies now = body.energies();
    largest = std::max(largest, now.kinetic + now.elastic + now.external);
  }
  // It starts at rest with none; what it has is of the size of the work of its weight.
  const double work = std::abs(body.energies().external);
  EXPECT_GT(work, 0);
  std::printf("energy: %.2e J at most, of %.2e J that weight did\n", largest, work);
  EXPECT_LT(largest, 0.1 * work);
  EXPECT_EQ(body.tally().unsolved, 0);
}

// The head is pulled to a place with a spring.
TEST(AdaptiveTetBody, a_pulled_head_goes_where_that_of_a_tet_body_goes) {
  ElasticParams params;
  params.integrator = Integrator::kBackwardEuler, params.lumped_mass = true, params.damping = {5, 0.01};
  params.solver.method = SolverMethod::kCholesky;
  TetBody fine("bear", held_bear(), params);
  AdaptiveTetBody body("bear", held_bear(), {.damping = {5, 0.01}, .tolerance = 0.002});
  const std::vector<Vec3> places = held_bear().levels[0].positions;
  const Index top = static_cast<Index>(std::ranges::max_element(places, {}, &Vec3::y) - places.begin());
  const Vec3 target = places[top] + Vec3{0.01, 0.004, 0};
  const Pull pull{.nodes = {top}, .weights = {1}, .target = target};
  for (Pullable* one : {body.pullable(), fine.pullable()}) one->set_pulls({pull});
  double time = 0;
  for (int n = 0; n < 150; ++n) {
    fine.predict(time, 0.01), fine.commit();
    steps(body, 1, 0.01, time);
  }
  const double reached = distance(places[top] + body.displacements()[top], target);
  const double of_fine = distance(places[top] + fine.displacements()[top], target);
  std::printf("left to the target: %.2e m, of a tet body %.2e m; force %.3f and %.3f N\n", reached, of_fine,
              norm(body.pull_forces()[0]), norm(fine.pull_forces()[0]));
  EXPECT_LT(reached, 2e-3);
  EXPECT_NEAR(norm(body.pull_forces()[0]), norm(fine.pull_forces()[0]), 0.4 * norm(fine.pull_forces()[0]));
}

TEST(AdaptiveTetBody, sags_twice_as_far_when_it_is_tuned_to_half_the_stiffness) {
  const auto sag = [](double young) {
    TetBodyModel model = held_bear();
    model.forces = {Gravity{{1, 0, 0}}};
    AdaptiveTetBody body("bear", model, {.damping = {20, 0.02}, .solver_tolerance = 1e-4, .adapts = false});
    body.tune("young", young);
    double time = 0, sum = 0;
    steps(body, 150, 0.02, time);
    for (const Vec3& u : body.displacements()) sum += u.x;
    return sum;
  };
  const double once = sag(test::kJelly.young);
  EXPECT_NEAR(sag(test::kJelly.young / 2), 2 * once, 0.05 * once);
}

TEST(AdaptiveTetBody, frames_show_what_is_fine) {
  AdaptiveTetBody body("bear", held_bear(), {});
  BodyFrame frame;
  body.publish({}, frame);
  const std::vector<std::uint8_t> levels = frame.topology.elements->levels;
  ASSERT_EQ(levels.size(), frame.topology.elements->tetrahedra.size());
  EXPECT_EQ(std::ranges::min(levels), 0);  // at the feet
  EXPECT_GE(std::ranges::max(levels), 2);
}

TEST(AdaptiveTetBody, refuses_what_it_cannot_do) {
  TetBodyModel one_level = falling_bear();
  one_level.levels.resize(1);
  EXPECT_EQ(
      error_of([&] { AdaptiveTetBody("bear", one_level, {}); }),
      "levels: body 'bear' has one level, and an adaptive body needs two or more\n  ask for 4 to 6 levels");
  TetBodyModel roller = held_bear();
  roller.holds[0].directions = {{0, 1, 0}};
  EXPECT_THROW(AdaptiveTetBody("bear", roller, {}), Error);
  EXPECT_THROW(AdaptiveTetBody("bear", falling_bear(), {.tolerance = 0}), Error);
  EXPECT_THROW(AdaptiveTetBody("bear", falling_bear(), {.solver_tolerance = -1}), Error);
  EXPECT_THROW(AdaptiveTetBody("bear", falling_bear(), {.patience = -1}), Error);
  AdaptiveTetBody body("bear", falling_bear(), {});
  BodyState state = body.state();
  for (StateArray& array : state)
    if (array.name == "front") array.values[0] = 7;
  EXPECT_THROW(body.restore(state), Error);
}

}  // namespace
}  // namespace sinew
