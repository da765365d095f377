#include <gtest/gtest.h>

#include <numbers>

#include "octree/octree_bodies.h"
#include "sinew/meshing/signed_distance.h"
#include "sinew/shape/models.h"

namespace sinew {
namespace {

using test::frame_of;

constexpr double kRadius = 0.1;
constexpr double kArea = 4 * std::numbers::pi * kRadius * kRadius;

OctreeBodyModel ball(Index resolution) {
  SurfaceMesh surface = make_model("sphere", 20'000, {{"radius", kRadius}});
  OctreeBodyModel model;
  const SignedDistance solid(surface);
  model.voxels = voxels_inside(surface, solid, voxel_frame(bounding_box(surface), resolution));
  model.materials.base = {1e6, 0.3, 1000};
  model.surface = OctreeSurface::kCells;
  return model;
}

// The resultant of a body's only surface force.
Vec3 resultant(const OctreeBody& body) { return frame_of(body).arrows.at(0).force; }

Vec3 resultant_on_ball(Index resolution, const SurfaceForce& force) {
  OctreeBodyModel model = ball(resolution);
  model.forces = {force};
  return resultant(OctreeBody("ball", std::move(model), {}));
}

TEST(BoundaryLoads, a_traction_on_a_sphere_sums_to_traction_times_area) {
  const Vec3 traction{100, -200, 50};
  const auto error = [&](Index resolution) {
    const Vec3 sum = resultant_on_ball(resolution, {.traction = traction});
    EXPECT_LT(norm(cross(sum, traction)), 1e-9 * norm(sum) * norm(traction));
    return std::abs(norm(sum) / (kArea * norm(traction)) - 1);
  };
  const double coarse = error(16), middle = error(32), fine = error(64);
  EXPECT_LT(coarse, 0.03);
  EXPECT_LT(middle, coarse);
  EXPECT_LT(fine, middle);
  EXPECT_LT(fine, 0.002);
}

TEST(BoundaryLoads, the_mass_of_a_sphere_of_voxels_converges) {
  const double expected = 1000 * kArea * kRadius / 3;
  const auto error = [&](Index resolution) {
    return std::abs(OctreeBody("ball", ball(resolution), {}).measure().mass / expected - 1);
  };
  EXPECT_LT(error(16), 0.02);
  EXPECT_LT(error(32), 0.007);
  EXPECT_LT(error(64), 0.002);
}

TEST(BoundaryLoads, a_pressure_on_half_a_sphere_acts_on_its_cross_section) {
  const Vec3 centre = bounding_box(make_model("sphere", 20'000, {{"radius", kRadius}})).center();
  for (const Vec3& up : {Vec3{0, 1, 0}, normalized({1, 2, 3})}) {
    const Vec3 sum = resultant_on_ball(64, {.region = {HalfSpaceRegion{centre, up}}, .pressure = 300});
    const double expected = 300 * kArea / 4;
    EXPECT_LT(distance(sum, -expected * up), 0.02 * expected);
  }
}

// Through a sphere: rho C v^2 / 2 times the integral of cos^3 over the half that faces the wind.
TEST(BoundaryLoads, the_drag_of_a_sphere_does_not_depend_on_the_axis) {
  const double dt = 1e-4, speed = 10;
  const Wind calm{.air_density = 1.2, .drag = 1};
  const double expected = 0.5 * 1.2 * speed * speed * kArea / 8;
  for (const Vec3& way : {Vec3{1, 0, 0}, Vec3{0, -1, 0}, normalized({1, 1, 0}), normalized({1, 1, 1})}) {
    OctreeBodyModel model = ball(48);
    Wind wind = calm;
    wind.velocity = speed * way;
    model.forces = {wind};
    OctreeBody body("ball", std::move(model), {});
    test::take_steps(body, 1, dt);
    const Vec3 force = test::momentum(body) / dt;
    EXPECT_NEAR(dot(force, way), expected, 0.015 * expected) << way.x << " " << way.y << " " << way.z;
    EXPECT_LT(norm(force - dot(force, way) * way), 0.01 * expected);
  }
}

// An oblique plane through the middle.
Blade oblique_cut() {
  const Vec3 n = normalized({1, 0.4, 0.3}), u = normalized(cross(n, {0, 0, 1})), v = cross(n, u);
  const Vec3 before[2] = {0.3 * (-1.0 * u - v) + 0.004 * n, 0.3 * (v - u) + 0.004 * n};
  const Vec3 after[2] = {0.3 * (u - v) + 0.004 * n, 0.3 * (u + v) + 0.004 * n};
  return swept_blade(before, after);
}

TEST(BoundaryLoads, a_load_is_the_same_after_a_closed_cut_unless_it_acts_on_cuts) {
  for (const bool on_cuts : {false, true}) {
    OctreeBodyModel model = ball(32);
    model.forces = {SurfaceForce{.traction = {100, 0, 0}, .on_cuts = on_cuts}};
    OctreeBody body("ball", std::move(model), {});
    const double before = norm(resultant(body));
    ASSERT_TRUE(body.cut(oblique_cut()));
    ASSERT_EQ(body.measure().pieces, 2);
    const double after = norm(resultant(body));
    if (on_cuts)
      EXPECT_NEAR(after, before + 100 * 1.5 * kArea / 2, 0.15 * before);
    else
      EXPECT_NEAR(after, before, 1e-9 * before);
  }
}

TEST(BoundaryLoads, wind_blows_on_cuts_only_if_asked_to) {
  const auto force = [](bool on_cuts, bool cut) {
    OctreeBodyModel model = test::box_model({8, 4, 4}, 0.05, {1e6, 0.3, 1000});
    model.forces = {Wind{.velocity = {10, 0, 0}, .on_cuts = on_cuts}};
    OctreeBody body("bar", std::move(model), {});
    EXPECT_EQ(cut && body.cut(test::wall_at(0.21, {-1, -1, -1}, {1, 1, 1})), cut);
    test::take_steps(body, 1, 1e-4);
    return test::momentum(body).x;
  };
  EXPECT_NEAR(force(false, true), force(false, false), 1e-9 * force(false, false));
  EXPECT_NEAR(force(true, true), 2 * force(false, false), 1e-3 * force(false, false));
}

}  // namespace
}  // namespace sinew
