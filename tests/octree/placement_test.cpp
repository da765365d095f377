#include <gtest/gtest.h>

#include "meshing/bcc_lattice.h"
#include "octree/octree_bodies.h"
#include "sinew/base/error.h"

namespace sinew {
namespace {

using test::frame_of;
using test::octree_params;
using test::take_steps;

constexpr double kDt = 0.02;

Placement somewhere() { return {{rotation_axes({1, 2, -1}, 1.1)}, {0.3, -0.7, 2}}; }

// A bar with a hold that moves and forces of several kinds; all of it is described in own axes and placed.
OctreeBodyModel busy_bar(const Placement& at) {
  OctreeBodyModel model = test::box_model({10, 5, 5}, 0.2, {3e4, 0.3, 1000});
  model.placement = at;
  Motion motion{.velocity = at.direction({0.1, 0, 0.2}),
                .centre = at.point({0, 0.5, 0.5}),
                .axis = at.direction({1, 0, 1}),
                .turning = 0.5};
  model.holds = {{{HalfSpaceRegion{at.point({1e-6, 0, 0}), at.direction({-1, 0, 0})}}, motion}};
  // Stiffer in a ball at the tip.
  const Region ball{SphereRegion{at.point({2, 0.5, 0.5}), 0.6}};
  model.materials.rules = {RegionMaterial{ball, {2e5, 0.3, 1200}}};
  model.velocity = at.direction({0.1, 0.2, -0.3});
  model.forces = {Gravity{at.direction({0.5, -9, 1})}, Wind{.velocity = at.direction({8, 0, 3}), .drag = 2},
                  Radial{.centre = at.point({3, 1, 0}), .strength = 3},
                  PointForce{at.point({2, 0.4, 0.6}), at.direction({20, 30, -10})},
                  SurfaceForce{.region = ball, .traction = at.direction({50, 0, 20}), .pressure = 40}};
  return model;
}

Blade placed_blade(const Placement& at, Blade blade) {
  blade.points = placed(at, blade.points);
  return blade;
}

BladeSweep placed_sweep(const Placement& at, std::vector<BladeSweep::Line> lines) {
  BladeSweep sweep{7, std::move(lines), true, false};
  for (BladeSweep::Line& line : sweep.lines) line = placed(at, line);
  return sweep;
}

// Steps it, pulls it, strikes it and begins a stroke.
std::unique_ptr<OctreeBody> moved_body(const Placement& at, const ElasticParams& params) {
  auto body = std::make_unique<OctreeBody>("bar", busy_bar(at), params);
  double time = take_steps(*body, 5, kDt);
  Pull pull = make_pull(frame_of(*body), at.point({1.7, 0.7, 0.7}), 0.5);
  pull.target = pull.target + at.direction({0.2, 0.1, 0});
  body->set_pulls({pull});
  EXPECT_TRUE(body->cut(placed_blade(at, test::wall_at(1.07, {-1, -1, -1}, {3, 0.4, 3}))));
  time = take_steps(*body, 3, kDt, time);
  EXPECT_TRUE(body->sweep(placed_sweep(at, {{{0.5, 2, -2}, {0.5, 2, 3}}, {{0.7, 0.1, -2}, {0.7, 0.1, 3}}})));
  take_steps(*body, 3, kDt, time);
  return body;
}

void expect_near(const std::vector<Vec3>& a, const std::vector<Vec3>& b, double most) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) ASSERT_LT(distance(a[i], b[i]), most) << i;
}

TEST(PlacedOctree, moves_pulls_and_cuts_are_those_of_the_body_in_its_own_axes) {
  const Placement at = somewhere();
  for (const Strain strain : {Strain::kCauchy, Strain::kCorotated}) {
    ElasticParams params =
        octree_params(strain, Integrator::kBackwardEuler, SolverMethod::kMultigridCg, 1e-12);
    const auto own = moved_body({}, params), in_place = moved_body(at, params);
    const BodyFrame a = frame_of(*in_place), b = frame_of(*own);
    EXPECT_EQ(a.topology.surface->mesh.triangles, b.topology.surface->mesh.triangles);
    EXPECT_GT(distance(b.positions.back(), rest_positions(b).back()), 0.05);
    expect_near(a.positions, placed(at, b.positions), 1e-9);
    expect_near(rest_positions(a), placed(at, rest_positions(b)), 1e-14);
    expect_near(surface_positions(a), placed(at, surface_positions(b)), 1e-6);
    EXPECT_NEAR(a.energies.kinetic, b.energies.kinetic, 1e-8 * b.energies.kinetic);
    ASSERT_EQ(a.arrows.size(), b.arrows.size());
    for (std::size_t i = 0; i < a.arrows.size(); ++i) {
      EXPECT_LT(distance(a.arrows[i].at, at.point(b.arrows[i].at)), 1e-7);
      EXPECT_LT(distance(a.arrows[i].force, at.direction(b.arrows[i].force)),
                1e-6 * (1 + norm(b.arrows[i].force)));
    }
  }
}

TEST(PlacedOctree, bodies_at_different_places_share_their_rest_unless_regions_choose_from_them) {
  const auto free_box = [](const Placement& at) {
    OctreeBodyModel model = test::box_model({4, 4, 4}, 0.1, {1e5, 0.3, 1000});
    model.placement = at;
    return model;
  };
  const OctreeBody a("a", free_box({}), {}), b("b", free_box(somewhere()), {});
  EXPECT_EQ(&a.rest(), &b.rest());
  const OctreeBody c("c", busy_bar({}), {}), d("d", busy_bar(somewhere()), {});
  EXPECT_NE(&c.rest(), &d.rest());
}

TEST(PlacedOctree, a_cut_of_one_leaves_its_twin_elsewhere_whole) {
  OctreeBodyModel model = test::box_model({4, 4, 4}, 0.1, {1e5, 0.3, 1000});
  OctreeBody a("a", model, {});
  model.placement = somewhere();
  OctreeBody b("b", model, {});
  EXPECT_FALSE(b.cut(test::wall_at(0.21, {-1, -1, -1}, {1, 1, 1})));
  EXPECT_TRUE(a.cut(test::wall_at(0.21, {-1, -1, -1}, {1, 1, 1})));
  EXPECT_EQ(a.measure().pieces, 2);
  EXPECT_EQ(b.measure().pieces, 1);
}

TEST(PlacedOctree, a_state_is_restored_in_place) {
  const auto body = moved_body(somewhere(), {});
  OctreeBody other("bar", busy_bar(somewhere()), {});
  other.restore(body->state());
  EXPECT_EQ(frame_of(other).positions, frame_of(*body).positions);
}

}  // namespace
}  // namespace sinew
