#include "haptics/felt_body.h"

#include <gtest/gtest.h>

#include <functional>

#include "base/parallel.h"
#include "greens/responses/known_responses.h"
#include "greens/solver/weighted_point.h"
#include "haptics/felt_loop.h"
#include "haptics/patches.h"
#include "linalg/inverse3.h"

namespace sinew {
namespace {

using test::FeltLoop;
using test::kTick;

ServoParams without_friction() {
  ServoParams params;
  params.touch.friction = 0;
  return params;
}

using MakeBody = std::function<std::unique_ptr<Body>(const ElasticParams&)>;

void expect_static_stiffness(const char* name, const MakeBody& make) {
  FeltLoop loop(test::world_of(make(test::felt_params(Strain::kCauchy))), 0.01, without_friction());
  const Vec3 above{0.003, 0.002, 0.004}, tool{0.003, 0.002, -0.002};
  loop.lead(above, above, 30);
  loop.lead(above, tool, 300);
  const Servo::Output output = loop.lead(tool, tool, 2500);
  ASSERT_TRUE(output.touch.touches) << name;

  // The same patch of a static twin.
  ElasticParams params = test::felt_params(Strain::kCauchy);
  params.integrator = Integrator::kStatic;
  World twin = test::world_of(make(params));
  twin.step(1);
  FeltSurface surface;
  surface.take(twin.frame().bodies[0]);
  const SurfacePoint at = output.touch.at;
  Pull patch = surface.patch_at(at, FeltParams{}.patch, twin.frame().bodies[0].positions);
  const Vec3 rest = surface.place(at);
  patch.target += Vec3{0, 0, -0.001};
  Pullable& pullable = *twin.bodies()[0]->pullable();
  pullable.set_pulls({patch});
  twin.step(1);
  surface.take(twin.frame().bodies[0]);
  const double compliance = (surface.place(at).z - rest.z) / pullable.pull_forces().front().z;
  const double expected = (rest.z - tool.z) / (compliance + 1 / FeltParams{}.coupling);
  EXPECT_NEAR(output.force.z, expected, 0.05 * expected) << name;
  EXPECT_GT(expected, 0.3) << name;
}

TEST(FeltBody, stiffness_at_rest_is_that_of_the_static_body_and_the_coupling_in_series) {
  expect_static_stiffness("tet", [](const ElasticParams& params) { return test::felt_tet(params); });
  expect_static_stiffness("octree", [](const ElasticParams& params) {
    return std::make_unique<OctreeBody>("body", test::felt_octree_model(), params);
  });
}

TEST(FeltBody, a_known_body_is_felt_as_its_responses_say) {
  World world = test::world_of(test::felt_greens());
  world.step(0.01);
  const KnownResponses known = *test::felt_responses();
  FeltLoop loop(std::move(world), 0.01, without_friction());
  const Vec3 above{0.003, 0.002, 0.004}, tool{0.003, 0.002, -0.002};
  loop.lead(above, above, 30);
  loop.lead(above, tool, 300);
  const Servo::Output output = loop.lead(tool, tool, 2500);
  ASSERT_TRUE(output.touch.touches);

  // What a force on the mask does to the touched point, by G alone, in series with the coupling.
  World rest = test::world_of(test::felt_greens());
  FeltSurface surface;
  surface.take(rest.frame().bodies[0]);
  const SurfacePoint at = output.touch.at;
  const Pull patch = surface.patch_at(at, FeltParams{}.patch, rest.frame().bodies[0].positions);
  const WeightedPoints points(known.problem);
  const WeightedPoint touched = points.in_triangle(at.triangle, at.weight);
  std::vector<Index> vertices;
  for (const Index node : patch.nodes) vertices.push_back(points.free_number(node));
  Mat3 C = (1 / FeltParams{}.coupling) * Mat3::identity();
  for (int axis = 0; axis < 3; ++axis) {
    std::vector<Vec3> forces(vertices.size()), u(static_cast<std::size_t>(known.G->count()));
    for (std::size_t k = 0; k < forces.size(); ++k) forces[k][axis] = patch.weights[k];
    known.G->sum(vertices, forces, u);
    C.column[axis] += value_at(touched, u);
  }
  const Vec3 wanted = tool - surface.place(at);
  const Vec3 expected = -solved(C, wanted);
  EXPECT_GT(expected.z, 0.3);
  EXPECT_LT(distance(output.force, expected), 0.01 * norm(expected));
}

TEST(FeltBody, at_rest_the_force_of_the_servo_is_the_force_on_the_body) {
  for (const test::FeltKind& kind : test::kFeltKinds) {
    FeltLoop loop(test::world_of(kind.make()), 0.01);
    const Vec3 above{0.013, 0.002, 0.004}, tool{0.013, 0.002, -0.002};
    loop.lead(above, above, 30);
    loop.lead(above, tool, 300);
    const Servo::Output output = loop.lead(tool, tool, 2000);
    ASSERT_TRUE(output.touch.touches) << kind.name;
    const Vec3 on_body = loop.world_.bodies()[0]->pullable()->pull_forces().front();
    EXPECT_GT(output.force.z, 0.01) << kind.name;
    EXPECT_LT(norm(output.force + on_body), 0.02 * norm(on_body)) << kind.name;
  }
}

TEST(FeltBody, closed_paths_give_back_no_energy_for_every_kind_of_body) {
  for (const test::FeltKind& kind : test::kFeltKinds)
    for (const std::uint64_t seed : {1, 2}) {
      Random random(seed);
      const double dt = random.uniform(1.0 / 300, 1.0 / 30);
      FeltLoop loop(test::world_of(kind.make()), dt);
      const ClosedPath path(random, 1500);
      double net = 0, put_in = 0;
      Vec3 force;
      for (int tick = 0; tick <= path.ticks() + 100; ++tick) {
        const Vec3 tool = path.at(std::min(tick, path.ticks()));
        const Vec3 before = path.at(std::min(std::max(0, tick - 1), path.ticks()));
        const double work = -dot(force, tool - before);
        net += work, put_in += std::max(0.0, work);
        force = loop.to(tool).force;
      }
      EXPECT_GT(put_in, 1e-5) << kind.name << " " << seed;
      EXPECT_GE(net, 0) << kind.name << " " << seed << " of " << put_in;
      EXPECT_LT(norm(force), 0.05) << kind.name << " " << seed;
    }
}

// On a device that measures late and sometimes not at all, over steps that come late; as stiff as it bears.
TEST(FeltBody, closed_paths_with_delay_and_jitter_give_back_no_energy_for_every_kind_of_body) {
  constexpr double kDamping = 2, kDelay = 0.003;  // of the device, N s/m, and s
  ServoParams params;
  FeltParams felt{.body = "body"};
  params.touch.coupling = felt.coupling = stiffest_coupling(kDamping, kTick, kDelay);
  for (const test::FeltKind& kind : test::kFeltKinds)
    for (const std::uint64_t seed : {3, 4}) {
      Random random(seed);
      FeltLoop loop(test::world_of(kind.make()), random.uniform(1.0 / 300, 1.0 / 30), params, felt);
      loop.lateness_ = 0.5;
      const ClosedPath path(random, 2000);
      double net = 0, put_in = 0, measured = 0;
      Vec3 force, tool = path.at(0);
      for (int tick = 0; tick <= path.ticks() + 100; ++tick) {
        const Vec3 before = tool;
        tool = path.at(std::min(tick, path.ticks()));
        const double work = -dot(force, tool - before);
        // The servo cannot see what happens between a measurement and its arrival: the device's damping covers that.
        net += work + kDamping * squared_norm(tool - before) / kTick, put_in += std::max(0.0, work);
        if (random.uniform() < 0.8) measured = std::max(measured, tick - random.uniform() * kDelay / kTick);
        force = loop.to(path.at(std::min<double>(measured, path.ticks())), (tick - measured) * kTick).force;
      }
      EXPECT_GT(put_in, 1e-5) << kind.name << " " << seed;
      EXPECT_GE(net, 0) << kind.name << " " << seed << " of " << put_in;
    }
}

TEST(FeltBody, a_slow_press_without_friction_is_given_back_but_for_what_the_step_damps) {
  for (const test::FeltKind& kind : {test::kFeltKinds[0], test::kFeltKinds[1]}) {
    FeltLoop loop(test::world_of(kind.make()), 0.01, without_friction());
    const Vec3 above{0.013, 0.002, 0.001}, pressed{0.013, 0.002, -0.003};
    loop.lead(above, above, 30);
    double put_in = 0, given_back = 0;
    Vec3 force, before = above;
    for (int tick = 0; tick <= 3000; ++tick) {
      const double t = std::min(tick, 3000 - tick) / 1500.0;
      const Vec3 tool = lerp(above, pressed, t * t * (3 - 2 * t));
      const double work = -dot(force, tool - before);
      (work > 0 ? put_in : given_back) += std::abs(work);
      force = loop.to(tool).force, before = tool;
    }
    EXPECT_LT(given_back, put_in) << kind.name;
    EXPECT_GT(given_back, 0.8 * put_in) << kind.name;
  }
}

TEST(FeltBody, the_force_is_continuous_at_thirty_to_three_hundred_steps_a_second) {
  for (const test::FeltKind& kind : test::kFeltKinds)
    for (const double rate : {30.0, 100.0, 300.0}) {
      FeltLoop loop(test::world_of(kind.make()), 1 / rate);
      const Vec3 above{0.013, 0.002, 0.004}, pressed{0.013, 0.002, -0.002}, slid{0.033, 0.012, -0.002};
      double most = 0;
      Vec3 before;
      const auto lead = [&](const Vec3& from, const Vec3& to, int ticks) {
        for (int k = 0; k <= ticks; ++k) {
          const double t = double(k) / ticks;
          const Vec3 force = loop.to(lerp(from, to, t * t * (3 - 2 * t))).force;
          most = std::max(most, distance(force, before));
          before = force;
        }
      };
      lead(above, above, 60);
      lead(above, pressed, 600);
      lead(pressed, slid, 500);
      lead(slid, slid + Vec3{0, 0, 0.006}, 600);
      EXPECT_LT(most, 0.1) << kind.name << " " << rate;
      EXPECT_GT(most, 0) << kind.name << " " << rate;
    }
}

TEST(FeltBody, the_compliance_of_a_step_is_what_a_pull_measures) {
  for (const test::FeltKind& kind : test::kFeltKinds) {
    World world;
    world.add(kind.make());
    Pullable& pullable = *world.bodies()[0]->pullable();
    FeltSurface surface;
    surface.take(world.frame().bodies[0]);
    Pull pull =
        surface.patch_at(surface.nearest_vertex({0.013, 0.002, 0}), 0.008, world.frame().bodies[0].positions);
    // A step at rest solves nothing, and some bodies make no matrix for it.
    Pull aside = pull;
    aside.target += Vec3{1e-9, 0, 0};
    pullable.set_pulls({aside});
    world.step(0.01);
    pullable.set_pulls({});
    pull.target = pulled_point(pull, world.frame().bodies[0].positions);
    const Mat3 C = pullable.step_compliance(pull);
    // The same step with and without a force of the pull: how far does it move the point?
    const WorldState state = world.state();
    world.step(0.01);
    const Vec3 free = pulled_point(pull, world.frame().bodies[0].positions);
    world.restore(state);
    pull.target += Vec3{1e-7, 2e-7, -2e-7};
    pullable.set_pulls({pull});
    world.step(0.01);
    const Vec3 moved = pulled_point(pull, world.frame().bodies[0].positions) - free;
    const Vec3 force = pullable.pull_forces().front();
    EXPECT_GT(norm(force), 0) << kind.name;
    EXPECT_LT(distance(moved, C * force), 0.1 * norm(moved)) << kind.name;
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) EXPECT_DOUBLE_EQ(C(a, b), C(b, a));
  }
}

TEST(FeltBody, a_body_that_is_cut_while_it_is_touched_is_felt_again) {
  FeltLoop loop(test::world_of(test::felt_octree()), 0.01);
  const Vec3 above{0.013, 0.002, 0.004}, tool{0.013, 0.002, -0.002};
  loop.lead(above, above, 30);
  loop.lead(above, tool, 200);
  EXPECT_GT(loop.lead(tool, tool, 300).force.z, 0.1);
  EXPECT_TRUE(loop.world_.cut("body", test::wall_at(0.002, {0.002, -1, -0.03}, {0.002, 1, 1})));
  Servo::Output output;
  for (int k = 0; k < 300; ++k) output = loop.to(tool);
  EXPECT_GT(output.force.z, 0.1);
  EXPECT_TRUE(output.touch.touches);
}

// A rigid box lies loosely on a soft one.
TEST(FeltBody, a_body_in_a_heap_is_felt_through_what_it_lies_on) {
  const auto heap = [] {
    World world;
    world.add(test::felt_rigid());
    TetBodyModel cushion = test::felt_tet_model();
    cushion.placement.move.z -= 0.0505;
    world.add(std::make_unique<TetBody>("cushion", cushion, test::felt_params()));
    world.set_contact({});
    return world;
  };
  FeltLoop loop(heap(), 0.01);
  const Vec3 above{0.013, 0.002, 0.004}, tool{0.013, 0.002, -0.004};
  loop.lead(above, above, 600);
  const std::int64_t before = loop.world_.frame().contact.active;
  EXPECT_GT(before, 0);
  double net = 0, put_in = 0;
  Vec3 force, last = above;
  Servo::Output pressed;
  for (int tick = 0; tick <= 4000; ++tick) {
    const double t = std::clamp(std::min(tick, 4000 - tick) / 1000.0, 0.0, 1.0);
    const Vec3 to = lerp(above, tool, t * t * (3 - 2 * t));
    const double work = -dot(force, to - last);
    net += work, put_in += std::max(0.0, work);
    const Servo::Output output = loop.to(to);
    if (tick == 2000) pressed = output;
    force = output.force, last = to;
  }
  EXPECT_TRUE(pressed.touch.touches);
  EXPECT_GT(pressed.force.z, 0.1);
  // The soft box gives way too: less than against a floor.
  EXPECT_LT(pressed.force.z, 0.9 * FeltParams{}.coupling * 0.004);
  EXPECT_GT(put_in, 1e-5);
  EXPECT_GE(net, 0) << put_in;
}

TEST(FeltBody, the_same_path_gives_the_same_bits_on_any_number_of_threads) {
  const auto checksum = [](int threads) {
    set_thread_count(threads);
    FeltLoop loop(test::world_of(test::felt_tet()), 0.01);
    Random random(9);
    const ClosedPath path(random, 600);
    for (int tick = 0; tick <= path.ticks(); ++tick) loop.to(path.at(tick));
    set_thread_count(0);
    return frame_checksum(loop.world_.frame());
  };
  const std::uint64_t one = checksum(1);
  EXPECT_EQ(checksum(2), one);
  EXPECT_EQ(checksum(4), one);
}

TEST(FeltBody, a_body_out_of_reach_hands_over_nothing) {
  World world = test::world_of(test::felt_tet());
  world.step(0.01);
  FeltBody felt({.body = "body"});
  LocalResponse response;
  felt.after_step(world, {.tool = {0, 0, 0.2}}, 0, response);
  EXPECT_TRUE(response.triangles.empty());
  felt.after_step(world, {.tool = {0, 0, 0.02}}, 0, response);
  EXPECT_GT(response.triangles.size(), 20u);
}

TEST(FeltBody, the_largest_patch_is_never_exceeded) {
  World world = test::world_of(test::felt_tet());
  world.step(0.01);
  FeltBody felt({.body = "body", .reach = 1});
  LocalResponse response;
  felt.after_step(world, {.tool = {0, 0, 0.02}}, 0, response);
  EXPECT_LE(response.positions.size(), kMostPatchVertices);
  EXPECT_LE(response.triangles.size(), kMostPatchTriangles);
}

std::string message_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(FeltBody, invalid_numbers_and_names_are_refused) {
  EXPECT_EQ(message_of([] { FeltBody({.body = "body", .patch = 0}); }),
            "the radius of a touch is 0 m\n  it must be more than 0");
  EXPECT_THROW(FeltBody({.body = "body", .coupling = -1}), Error);
  EXPECT_THROW(FeltBody({.body = "body", .reach = std::nan("")}), Error);
  EXPECT_THROW(FeltBody({.body = "body", .most_force = 0}), Error);
  World world = test::world_of(test::felt_tet());
  world.step(0.01);
  LocalResponse response;
  EXPECT_NE(message_of([&] { FeltBody({.body = "bodi"}).after_step(world, {}, 0, response); }).find("body"),
            std::string::npos);
}

}  // namespace
}  // namespace sinew
