#include <gtest/gtest.h>

#include "base/parallel.h"
#include "contact/step_checksums.h"
#include "greens/greens_step.h"
#include "greens/known_body.h"
#include "greens_bodies.h"
#include "remeshing/subdivision.h"
#include "stepping/applied_forces.h"

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

// A block of the size of the cushion, whose surface is a box that is split three times.
std::shared_ptr<KnownResponses> known_block(double threshold) {
  ReferenceProblem problem;
  problem.surface = surface_of(BoxShape{{-0.2, 0, -0.2}, {0.2, 0.1, 0.2}}, 0);
  problem.levels.count = {problem.surface.vertex_count()};
  for (int level = 0; level < 3; ++level) {
    const SubdivisionStep step = subdivide(problem.surface.triangles, problem.surface.vertex_count());
    problem.surface = subdivide_midpoint(problem.surface);
    problem.levels.count.push_back(problem.surface.vertex_count());
    problem.levels.parents.insert(problem.levels.parents.end(), step.parents.begin(), step.parents.end());
  }
  for (const Vec3& p : problem.surface.positions) problem.held.push_back(p.y < 1e-9 ? 1 : 0);
  problem.material = {1e5, 0.3, 1000};
  auto known = std::make_shared<KnownResponses>(known_by_finite_elements(problem));
  if (threshold > 0) compress_known(threshold, *known);
  return known;
}

GreensBodyModel block(double threshold) {
  GreensBodyModel model;
  model.responses = known_block(threshold);
  model.holds = {{test::nodes_below(surface_of(*model.responses).positions, 1e-9), Motion{}}};
  return model;
}

// What blocks promise to the sweeps of contact is what sums do then.
TEST(GreensContact, a_compressed_body_moves_where_it_is_touched_by_the_symmetric_blocks) {
  const auto rest = GreensRest::of(known_block(0.2));
  const std::vector<double> masses(static_cast<std::size_t>(rest->count()));
  AppliedForces none({}, rest->positions(), masses, {rest->known->problem.surface.triangles}, false);
  const Placement placement;
  GreensStep step(rest, Motion{}, placement, none);
  const auto n = static_cast<std::size_t>(rest->count());
  step.stand_at(std::vector<Vec3>(n));
  step.begin(0, kStep, std::vector<Vec3>(n), {});
  std::vector<Index> touched;
  for (std::size_t k = 0; k < rest->free.size(); k += 3) touched.push_back(rest->free[k]);
  std::ranges::reverse(touched);
  step.expect_touch(touched);
  const std::size_t rows = 3 * touched.size();
  std::vector<float> G(rows * rows);
  step.system_levels().known_inverse->extract(touched, static_cast<int>(rows), G);
  double asymmetry = 0;
  for (std::size_t c = 0; c < rows; ++c)
    for (std::size_t r = 0; r < c; ++r)
      asymmetry = std::max(asymmetry, double(std::abs(G[c * rows + r] - G[r * rows + c])));
  EXPECT_EQ(asymmetry, 0);

  BlockVector<double> forces(n);
  for (std::size_t j = 0; j < touched.size(); j += 2)
    forces[touched[j]] = {std::sin(double(j)), 1, std::cos(double(j))};
  step.relax(forces, 0);
  std::vector<Vec3> as_kept(rest->free.size());
  std::vector<Index> loaded;
  std::vector<Vec3> loads;
  for (const Index v : touched) loaded.push_back(rest->free_of[v]), loads.push_back(to_vec3(forces[v]));
  rest->known->G->sum(loaded, loads, as_kept);
  double size = 0, most = 0, corrected = 0;
  for (std::size_t i = 0; i < touched.size(); ++i) {
    Vec3 promised;
    for (std::size_t j = 0; j < touched.size(); ++j)
      for (int c = 0; c < 3; ++c)
        for (int r = 0; r < 3; ++r)
          promised[r] += double(G[(3 * j + c) * rows + 3 * i + r]) * to_vec3(forces[touched[j]])[c];
    const Vec3 moved = to_vec3(step.increment()[touched[i]]);
    size = std::max(size, norm(moved)), most = std::max(most, distance(moved, promised));
    corrected = std::max(corrected, distance(moved, as_kept[loaded[i]]));
  }
  EXPECT_LT(most, 1e-5 * size);
  EXPECT_GT(corrected, 1e-3 * size);
}

// A plate presses on all of its upper face, and along it.
World pressed(const GreensBodyModel& model) {
  World world;
  world.add(std::make_unique<GreensBody>("block", model));
  world.set_contact({});
  world.add(Obstacle{.name = "plate",
                     .shape = BoxShape{{-0.3, 0.101, -0.3}, {0.3, 0.2, 0.3}},
                     .motion = {.velocity = {0.02, -0.05, 0}, .during = {0, 1}}});
  return world;
}

TEST(GreensContact, a_compressed_body_is_pressed_with_the_force_of_the_uncompressed_one) {
  World compressed = pressed(block(0.05)), exact = pressed(block(0));
  test::steps(compressed, 8), test::steps(exact, 8);
  const Vec3 force = test::contact_force_on(exact, "block");
  EXPECT_LT(force.y, -10);
  EXPECT_LT(distance(test::contact_force_on(compressed, "block"), force), 0.01 * norm(force));
  const double energy = exact.frame().bodies[0].energies.elastic;
  EXPECT_GT(energy, 0);
  EXPECT_NEAR(compressed.frame().bodies[0].energies.elastic / energy, 1, 0.01);
}

TEST(GreensContact, a_compressed_body_has_the_same_bits_for_any_threads_and_after_a_restart) {
  const GreensBodyModel model = block(0.05);
  std::vector<std::vector<std::uint64_t>> sums;
  for (const int threads : {1, 2, 4}) {
    set_thread_count(threads);
    World world = pressed(model);
    sums.push_back(test::step_checksums(world, kStep, 12));
    EXPECT_LT(test::contact_force_on(world, "block").y, -10);
  }
  set_thread_count(0);
  EXPECT_EQ(sums[1], sums[0]);
  EXPECT_EQ(sums[2], sums[0]);
  World world = pressed(model), other = pressed(model);
  test::steps(world, 8);
  other.restore(world.state());
  EXPECT_EQ(test::step_checksums(other, kStep, 4), test::step_checksums(world, kStep, 4));
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
