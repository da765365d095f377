#include <gmock/gmock.h>

#include "base/error_of.h"
#include "greens_bodies.h"
#include "tet/quadratic_statics.h"

namespace sinew {
namespace {

using test::CushionOptions;
using testing::HasSubstr;

// What quadratic elements give for the nodes of the boundary, in their order.
std::vector<Vec3> reference(const CushionOptions& options, const PointForce* point) {
  const VolumeMesh mesh = test::cushion_mesh(options);
  QuadraticStatics statics =
      QuadraticStatics::held_where(mesh, {&options.material, 1}, [](const Vec3& p) { return p.y < 1e-9; });
  std::vector<Vec3> forces = statics.weight(options.gravity);
  const std::vector<Vec3>& at = statics.mesh().positions;
  if (point != nullptr)
    for (Index v = 0; v < statics.mesh().corner_count; ++v)
      if (norm(at[v] - point->at) < 1e-9) forces[v] += point->force;
  const std::vector<Vec3> u = statics.solve(forces);
  std::vector<Vec3> on_surface;
  std::vector<char> used(static_cast<std::size_t>(mesh.node_count()));
  for (const Triangle& t : boundary_surface(mesh).triangles)
    for (const Index v : t) used[v] = 1;
  for (Index v = 0; v < mesh.node_count(); ++v)
    if (used[v] != 0) on_surface.push_back(u[v]);
  return on_surface;
}

double worst_difference(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  double most = 0, size = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    most = std::max(most, norm(a[i] - b[i])), size = std::max(size, norm(b[i]));
  return most / size;
}

TEST(GreensBody, sags_and_yields_as_finite_elements_do) {
  const CushionOptions options;
  GreensBodyModel model = test::cushion_model(options);
  const PointForce point{.at = {0, 0.1, 0}, .force = {1, -3, 2}};
  model.forces.push_back(point);
  World world;
  GreensBody& body = test::added(world, std::make_unique<GreensBody>("cushion", model));
  test::steps(world, 1);
  EXPECT_LT(worst_difference(body.displacements(), reference(options, &point)), 1e-9);
}

TEST(GreensBody, its_hold_carries_its_weight_and_what_acts_on_it) {
  const CushionOptions options;
  GreensBodyModel model = test::cushion_model(options);
  model.forces.push_back(PointForce{.at = {0.1, 0.1, 0}, .force = {0, -2, 0}});
  World world;
  GreensBody& body = test::added(world, std::make_unique<GreensBody>("cushion", model));
  EXPECT_TRUE(std::isnan(body.reactions()[0].force.x));
  test::steps(world, 1);
  const HoldReaction hold = world.frame().bodies[0].reactions[0];
  EXPECT_NEAR(hold.force.y, 9.81 * 16 + 2, 1e-9);
  EXPECT_NEAR(body.measure().mass, 16, 1e-12);
  EXPECT_EQ(hold.hold, "hold0");
  // The moment of the force about the middle of the lower face; that of the weight is none, but for what the sides bulge.
  EXPECT_NEAR(hold.torque.z, 0.1 * 2, 2e-3);
}

// Linear bodies under dead loads take up half of the work that the loads do.
TEST(GreensBody, half_of_the_work_of_dead_loads_becomes_elastic_energy) {
  GreensBodyModel model = test::cushion_model({});
  model.forces.push_back(PointForce{.at = {0.1, 0.1, 0}, .force = {0, -2, 1}});
  World world;
  GreensBody& body = test::added(world, std::make_unique<GreensBody>("cushion", model));
  test::steps(world, 1);
  const Energies energies = body.energies();
  EXPECT_GT(energies.elastic, 0);
  EXPECT_NEAR(energies.external / energies.elastic, -2, 1e-9);
}

TEST(GreensBody, goes_along_with_its_hold_and_sags_as_it_is_turned) {
  CushionOptions options;
  const Vec3 g = options.gravity;
  const double quarter = std::numbers::pi / 2;
  // Half of the turn by the placement, half by the hold: upside down.
  options.placement = {test::turned_about_z(quarter), {1, 2, 3}};
  options.motion = {.centre = {1, 2, 3}, .axis = {0, 0, 1}, .turning = quarter, .during = {0, 1}};
  World world;
  GreensBody& body = test::added(world, test::cushion(options));
  world.step(1);
  CushionOptions upside_down;
  upside_down.gravity = -g;
  const std::vector<Vec3> sag = reference(upside_down, nullptr);
  const Mat3 R = test::turned_about_z(2 * quarter);
  double most = 0;
  for (std::size_t v = 0; v < sag.size(); ++v) {
    const Vec3 rest = rest_positions(world.frame().bodies[0])[v];
    const Vec3 own = transposed(options.placement.rotation) * (rest - Vec3{1, 2, 3});
    most = std::max(most, norm(world.frame().bodies[0].positions[v] - (Vec3{1, 2, 3} + R * (own + sag[v]))));
  }
  EXPECT_LT(most, 1e-12);
  EXPECT_EQ(body.tally().steps, 1);
}

TEST(GreensBody, a_pull_is_a_spring_in_balance) {
  CushionOptions options;
  options.gravity = {};
  World world;
  GreensBody& body = test::added(world, test::cushion(options));
  Pull pull = make_pull(world.frame().bodies[0], {0.05, 0.1, 0.02}, 0.08);
  const Vec3 before = pulled_point(pull, world.frame().bodies[0].positions);
  pull.target = before + Vec3{0.01, 0.02, 0};
  // As firm as it can be, it gets the point 1 / (1 + 1/4) of its way.
  body.set_pulls({pull});
  test::steps(world, 1);
  const Vec3 firm = pulled_point(pull, world.frame().bodies[0].positions) - before;
  EXPECT_LT(norm(firm - 0.8 * (pull.target - before)), 1e-12);
  const Vec3 force = world.frame().bodies[0].arrows[0].force;
  EXPECT_NEAR(norm(world.frame().bodies[0].reactions[0].force + force), 0, 1e-9 * norm(force));
  pull.stiffness = 10;
  body.set_pulls({pull});
  test::steps(world, 1);
  const Vec3 soft = pulled_point(pull, world.frame().bodies[0].positions) - before;
  // Of the spring and a quarter of the body in series.
  EXPECT_LT(norm(10 * ((pull.target - before) - 1.25 * soft) - world.frame().bodies[0].arrows[0].force),
            1e-9);
}

// The same material from the start, or tuned.
TEST(GreensBody, is_tuned_without_other_responses) {
  CushionOptions heavy;
  heavy.material.young = 3e5, heavy.material.density = 2000;
  World tuned, made;
  GreensBody& body = test::added(tuned, test::cushion({}));
  GreensBody& other = test::added(made, test::cushion(heavy));
  body.tune("young", 3e5), body.tune("density", 2000);
  Pull pull = make_pull(tuned.frame().bodies[0], {0.05, 0.1, 0.02}, 0.08);
  pull.target += Vec3{0.01, 0.02, 0};
  body.set_pulls({pull}), other.set_pulls({pull});
  test::steps(tuned, 1), test::steps(made, 1);
  EXPECT_LT(worst_difference(body.displacements(), other.displacements()), 1e-9);
  EXPECT_NEAR(body.energies().elastic / other.energies().elastic, 1, 1e-9);
  EXPECT_NEAR(body.reactions()[0].force.y / other.reactions()[0].force.y, 1, 1e-9);
  EXPECT_THAT(error_of([&] { body.tune("yung", 1); }), HasSubstr("young"));
}

TEST(GreensBody, goes_on_with_the_same_bits_after_a_restart) {
  const auto model = test::cushion_model({});
  World world, other;
  test::added(world, std::make_unique<GreensBody>("cushion", model));
  test::added(other, std::make_unique<GreensBody>("cushion", model));
  test::steps(world, 3);
  other.restore(world.state());
  for (int i = 0; i < 3; ++i) {
    test::steps(world, 1), test::steps(other, 1);
    EXPECT_EQ(frame_checksum(other.frame()), frame_checksum(world.frame()));
  }
}

TEST(GreensBody, refuses_what_it_is_not_known_for) {
  const GreensBodyModel good = test::cushion_model({});
  const auto complaint = [&](auto&& change) {
    GreensBodyModel model = good;
    change(model);
    return error_of([&] { GreensBody("cushion", model); });
  };
  EXPECT_EQ(complaint([](GreensBodyModel&) {}), "");
  EXPECT_THAT(complaint([](GreensBodyModel& m) { m.responses = nullptr; }), HasSubstr("has none"));
  EXPECT_THAT(complaint([](GreensBodyModel& m) { m.holds.clear(); }), HasSubstr("held in the responses"));
  EXPECT_THAT(complaint([](GreensBodyModel& m) { m.holds[0].nodes.pop_back(); }),
              HasSubstr("compute the responses again"));
  EXPECT_THAT(complaint([](GreensBodyModel& m) { m.holds[0].nodes.push_back(9999); }),
              HasSubstr("vertex 9999"));
  EXPECT_THAT(complaint([](GreensBodyModel& m) {
                m.holds[0].directions = {{1, 0, 0}};
              }),
              HasSubstr("some directions alone"));
  EXPECT_THAT(complaint([](GreensBodyModel& m) {
                m.holds.push_back(m.holds[0]);
                m.holds[1].motion.velocity = {1, 0, 0};
              }),
              HasSubstr("must move alike"));
  EXPECT_THAT(complaint([](GreensBodyModel& m) { m.forces.push_back(Radial{}); }), HasSubstr("forces[1]"));
  const VolumeMesh mesh = test::cushion_mesh({});
  EXPECT_THAT(error_of([&] { responses_of_elements(mesh, {}, {0, 1}); }), HasSubstr("held"));
  EXPECT_THAT(error_of([&] { responses_of_elements(mesh, {}, {-1}); }), HasSubstr("node -1"));
}

}  // namespace
}  // namespace sinew
