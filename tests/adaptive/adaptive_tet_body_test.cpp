#include "sinew/adaptive/adaptive_tet_body.h"

#include <gtest/gtest.h>

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
  EXPECT_LT(std::sqrt(difference / size), 0.25);
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
  state[0].values[0] = 7;
  EXPECT_THROW(body.restore(state), Error);
}

}  // namespace
}  // namespace sinew
