#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "base/error_of.h"
#include "rigid_bodies.h"

namespace sinew {
namespace {

using testing::HasSubstr;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

RigidBodyModel box_model() {
  RigidBodyModel model;
  model.surface = test::box_surface({1, 1, 1});
  return model;
}

// What making a body says if `change` was done to the model of a box.
template <typename Change>
std::string complaint(Change&& change) {
  RigidBodyModel model = box_model();
  change(model);
  return error_of([&] { RigidBody("box", model); });
}

TEST(BadRigidBody, a_surface_that_bounds_nothing_is_refused_with_a_remedy) {
  EXPECT_THAT(complaint([](auto& m) { m.surface = {}; }), HasSubstr("there are no triangles"));
  EXPECT_THAT(
      complaint([](auto& m) { m.surface.triangles.pop_back(); }),
      AllOf(HasSubstr("the surface is open: 3 edges have one triangle only"), HasSubstr("sinew mesh")));
  EXPECT_THAT(complaint([](auto& m) { std::swap(m.surface.triangles[3][0], m.surface.triangles[3][1]); }),
              AllOf(HasSubstr("3 edges have two that face opposite ways"), HasSubstr("sinew mesh")));
  EXPECT_THAT(complaint([](auto& m) {
                for (Triangle& t : m.surface.triangles) std::swap(t[0], t[1]);
              }),
              AllOf(HasSubstr("inside out"), HasSubstr("repair()")));
  EXPECT_THAT(complaint([](auto& m) {
                for (Vec3& p : m.surface.positions) p.y = 0;
              }),
              HasSubstr("next to nothing"));
  EXPECT_THAT(complaint([](auto& m) {
                m.surface.triangles[2] = {0, 0, 1};
              }),
              HasSubstr("has a vertex twice"));
  EXPECT_THAT(complaint([](auto& m) { m.surface.triangles[2] = {0, 8, 1}; }), HasSubstr("that is no vertex"));
  EXPECT_THAT(complaint([](auto& m) {
                m.surface.triangles[2] = {0, -1, 1};
              }),
              HasSubstr("that is no vertex"));
  EXPECT_THAT(complaint([](auto& m) { m.surface.positions[4].z = kNan; }), HasSubstr("not finite"));
}

TEST(BadRigidBody, numbers_that_cannot_be_are_refused) {
  for (const double density : {0.0, -1.0, kNan, std::numeric_limits<double>::infinity()})
    EXPECT_THAT(complaint([&](auto& m) { m.density = density; }), HasSubstr("density"));
  EXPECT_THAT(complaint([](auto& m) { m.velocity.x = kNan; }), HasSubstr("not finite"));
  EXPECT_THAT(complaint([](auto& m) { m.spin.z = kNan; }), HasSubstr("not finite"));
  EXPECT_THAT(complaint([](auto& m) { m.placement.rotation.column[0] = {2, 0, 0}; }), HasSubstr("rotation"));
}

TEST(BadRigidBody, forces_are_named_by_their_number) {
  EXPECT_THAT(complaint([](auto& m) { m.forces = {Gravity{}, Radial{.core = 0}}; }), HasSubstr("forces[1]"));
  EXPECT_THAT(complaint([](auto& m) {
                m.forces = {Gravity{}, Wind{}, PointForce{{100, 0, 0}, {1, 0, 0}, {}}};
              }),
              AllOf(HasSubstr("forces[2]"), HasSubstr("away from the body")));
  EXPECT_THAT(complaint([](auto& m) { m.forces = {CustomForce{.name = "mine", .add = {}}}; }),
              HasSubstr("forces[0]"));
}

TEST(BadRigidBody, a_needle_is_too_thin_for_its_inertia) {
  EXPECT_THAT(complaint([](auto& m) {
                m.surface = test::box_surface({1, 1e-7, 0.001});
              }),
              HasSubstr("too thin"));
  EXPECT_EQ(complaint([](auto& m) { m.surface = test::box_surface({1, 1e-4, 0.001}); }), "");
}

TEST(BadRigidBody, a_state_that_cannot_be_is_refused_and_nothing_changes) {
  RigidBody box("box", box_model());
  const BodyState good = box.state();
  const auto refused = [&](std::size_t array, std::size_t at, double value) {
    BodyState bad = good;
    bad[array].values.at(at) = value;
    return error_of([&] { box.restore(bad); });
  };
  for (std::size_t a = 0; a < good.size(); ++a) EXPECT_THAT(refused(a, 0, kNan), HasSubstr("not finite"));
  EXPECT_THAT(refused(1, 0, 0.5), HasSubstr("no rotation"));
  EXPECT_THAT(error_of([&] { box.restore({}); }), HasSubstr("has no 'orientation'"));
  const BodyState after = box.state();
  for (std::size_t a = 0; a < good.size(); ++a) EXPECT_EQ(after[a].values, good[a].values);
}

TEST(BadRigidBody, a_force_that_is_not_finite_stops_the_step_and_keeps_the_state) {
  RigidBodyModel model = box_model();
  model.forces = {
      CustomForce{.name = "mine", .add = [](double, auto, auto, std::span<Vec3> f) { f[0].x = 1e308; }}};
  model.density = 1e-300;
  World world;
  RigidBody& box = test::added(world, std::make_unique<RigidBody>("box", model));
  const Vec3 before = box.centre();
  EXPECT_THAT(error_of([&] { world.step(1); }), HasSubstr("not finite"));
  EXPECT_EQ(box.centre(), before);
}

TEST(BadRigidBody, pulls_that_cannot_be_are_refused) {
  RigidBody box("box", box_model());
  EXPECT_THAT(error_of([&] { box.set_pulls({Pull{{8}, {1}, {}, 0}}); }), HasSubstr("node 8 of a body of 8"));
  EXPECT_THAT(error_of([&] { box.set_pulls({Pull{{0}, {0.5}, {}, 0}}); }), HasSubstr("sum to"));
  EXPECT_EQ(error_of([&] { box.set_pulls({Pull{{0, 1}, {0.5, 0.5}, {}, 10}}); }), "");
}

TEST(BadRigidBody, it_cannot_be_cut) {
  RigidBody box("box", box_model());
  EXPECT_THAT(error_of([&] { require_cuttable(box); }), HasSubstr("cannot be cut"));
}

}  // namespace
}  // namespace sinew
