#include <gtest/gtest.h>

#include "base/parallel.h"
#include "contact/step_checksums.h"
#include "greens_bodies.h"

namespace sinew {
namespace {

using test::CushionOptions;
using test::kStep;

// A rigid box on a cushion, half a millimetre above it at first.
World box_on_cushion() {
  World world;
  test::added(world, test::cushion({}));
  world.add(test::kilogram({0.02, 0.1005, 0.01}));
  world.set_contact({});
  return world;
}

TEST(GreensContact, a_cushion_carries_a_rigid_box_with_its_weight) {
  World world = box_on_cushion();
  test::steps(world, 120);
  const double weight = 9.81;
  EXPECT_NEAR(test::contact_force_on(world, "box").y / weight, 1, 1e-3);
  EXPECT_LT(test::largest_speed(world), 1e-4);
  // The hold of the cushion carries both.
  EXPECT_NEAR(world.frame().bodies[0].reactions[0].force.y / (weight + 16 * 9.81), 1, 1e-3);
}

TEST(GreensContact, bodies_at_rest_on_it_sleep_and_wake) {
  World world;
  test::added(world, test::cushion({}));
  test::BoxOptions box;
  box.size = {0.1, 0.1, 0.1}, box.at = {0.02, 0.1005, 0.01}, box.cells = {1, 1, 1}, box.young = 1e6;
  world.add(test::soft_box(box));
  world.set_contact({});
  for (int step = 0; step < 300 && world.frame().contact.asleep < 2; ++step) test::steps(world, 1);
  ASSERT_EQ(world.frame().contact.asleep, 2);
  const std::vector<Vec3> before = world.frame().bodies[0].positions;
  const std::int64_t steps = world.body("cushion").tally().steps;
  test::steps(world, 5);
  EXPECT_EQ(world.body("cushion").tally().steps, steps);
  EXPECT_TRUE(world.frame().bodies[0].positions == before);
  Pull pull = make_pull(world.frame().bodies[0], {-0.1, 0.1, -0.1}, 0.05);
  pull.target += Vec3{0, 0.005, 0};
  require_pullable(world.body("cushion")).set_pulls({pull});
  test::steps(world, 1);
  EXPECT_EQ(world.frame().contact.asleep, 0);
}

TEST(GreensContact, has_the_same_bits_for_any_number_of_threads_and_after_a_restart) {
  std::vector<std::vector<std::uint64_t>> sums;
  for (const int threads : {1, 2, 4}) {
    set_thread_count(threads);
    World world = box_on_cushion();
    sums.push_back(test::step_checksums(world, kStep, 12));
  }
  set_thread_count(0);
  EXPECT_EQ(sums[1], sums[0]);
  EXPECT_EQ(sums[2], sums[0]);

  World world = box_on_cushion(), other = box_on_cushion();
  test::steps(world, 8);
  other.restore(world.state());
  EXPECT_EQ(test::step_checksums(other, kStep, 8), test::step_checksums(world, kStep, 8));
}

TEST(GreensContact, a_soft_box_dropped_on_it_comes_to_rest_without_crossing) {
  World world;
  test::added(world, test::cushion({}));
  test::BoxOptions box;
  box.at = {0.03, 0.12, -0.02}, box.young = 5e4, box.rotation = test::turned_about_z(0.2);
  world.add(test::soft_box(box));
  world.set_contact({});
  for (int step = 0; step < 150; ++step) {
    test::steps(world, 1);
    ASSERT_EQ(test::crossings(world), 0) << step;
  }
  EXPECT_NEAR(test::contact_force_on(world, "box").y / test::weight_of(world.body("box")), 1, 0.01);
}

// The force with which a ball that has come this far into the body of that name is pressed out again, N.
double force_on_ball(std::unique_ptr<Body> body, double depth) {
  World world;
  world.add(std::move(body));
  world.set_contact({.themselves = false, .friction = 0, .gap = 1e-5});
  world.add(Obstacle{.name = "ball",
                     .shape = SphereShape{{0, 0.1502, 0}, 0.05},
                     .motion = {.velocity = {0, -depth - 0.0002, 0}, .during = {0, 1}}});
  for (int step = 0; step < 12; ++step) {
    world.step(0.1, {.forces = true});
    EXPECT_EQ(test::crossings(world), 0) << step;
  }
  return test::contact_force_on(world, "ball").y;
}

// Linear tetrahedra, whose responses are the inverse of their stiffness matrix, and the same ones stepped.
TEST(GreensContact, a_ball_is_pressed_in_by_the_force_that_the_same_elements_need) {
  CushionOptions options;
  options.gravity = {}, options.cells = {6, 2, 6};
  const std::vector<VolumeMesh> levels = nested_levels(test::cushion_mesh(options), 1);
  GreensBodyModel known;
  known.responses = test::responses_of_linear_elements(levels[0], options.material);
  known.holds = {{test::nodes_below(surface_of(*known.responses).positions, 1e-9), Motion{}}};
  TetBodyModel stepped;
  stepped.levels = levels;
  stepped.materials = {options.material};
  stepped.holds = {{test::nodes_below(levels[0].positions, 1e-9), Motion{}}};
  known.forces = stepped.forces = {Gravity{}};
  const ElasticParams statics{.strain = Strain::kCauchy,
                              .integrator = Integrator::kStatic,
                              .solver = {.method = SolverMethod::kCholesky},
                              .precision = Precision::kDouble};
  for (const double depth : {0.002, 0.006}) {
    const double force = force_on_ball(std::make_unique<GreensBody>("cushion", known), depth);
    const double reference = force_on_ball(std::make_unique<TetBody>("cushion", stepped, statics), depth);
    EXPECT_NEAR(force / reference, 1, 1e-3) << depth << ": " << force << " N";
  }
}

// The deeper, the more vertices carry: faster than d, about as d^1.5 as Hertz has it.
TEST(GreensContact, the_force_grows_faster_than_the_depth) {
  CushionOptions options;
  options.gravity = {}, options.cells = {10, 3, 10};
  const GreensBodyModel model = test::cushion_model(options);
  const auto force_at = [&](double depth) {
    return force_on_ball(std::make_unique<GreensBody>("cushion", model), depth);
  };
  const double power = std::log2(force_at(0.006) / force_at(0.003));
  EXPECT_GT(power, 1.2);
  EXPECT_LT(power, 1.8);
}

TEST(GreensContact, an_attachment_carries_what_hangs_from_it) {
  World world;
  CushionOptions ceiling;
  ceiling.placement = {test::turned_about_z(std::numbers::pi), {0, 0.4, 0}};
  test::added(world, test::cushion(ceiling));
  world.add(test::kilogram({0, 0.199, 0}));
  world.set_contact({});
  Attachment glue;
  glue.name = "glue", glue.body = "cushion", glue.to = "box";
  glue.region = {SphereRegion{{0, 0.3, 0}, 0.07}};
  glue.within = 0.01;
  world.attach(glue);
  test::steps(world, 150);
  EXPECT_NEAR(world.frame().contact.attachments[0].force.y / -9.81, 1, 5e-3);
}

}  // namespace
}  // namespace sinew
