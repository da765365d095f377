#include <fmt/format.h>
#include <gtest/gtest.h>

#include "meshing/bcc_lattice.h"
#include "shape/structured.h"
#include "sinew/base/error.h"
#include "sinew/remeshing/sheet_hierarchy.h"
#include "tet/bodies.h"

namespace sinew {
namespace {

constexpr double kDt = 0.02;
constexpr int kSteps = 20;

Placement somewhere() { return {{rotation_axes({1, 2, -1}, 1.1)}, {0.3, -0.7, 2}}; }

// The same body, with the placement in its rest positions.
TetBodyModel baked(TetBodyModel model) {
  for (VolumeMesh& level : model.levels) level.positions = placed(model.placement, level.positions);
  if (model.sheet)
    for (SurfaceMesh& level : model.sheet->levels) level.positions = placed(model.placement, level.positions);
  model.surface.positions = placed(model.placement, model.surface.positions);
  model.placement = {};
  return model;
}

// A bar with one of each: a hold that moves, and all kinds of forces, in world coordinates.
TetBodyModel busy_bar() {
  TetBodyModel model =
      test::held_model({box_mesh({2, 1, 1}, {4, 2, 2})}, {3e4, 0.3, 1000}, test::at_the_left);
  model.placement = somewhere();
  const Vec3 tip = model.placement.point({2, 0.4, 0.6});
  model.holds[0].motion = {.velocity = {0.1, 0, 0.2},
                           .centre = model.placement.point({0, 0.5, 0.5}),
                           .axis = {1, 0, 1},
                           .turning = 0.5};
  model.velocity = {0.1, 0.2, -0.3};
  CustomForce spring;
  spring.name = "spring";
  spring.add = [tip](double, std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f) {
    f[40] += 30.0 * (tip - x[40]) - 2.0 * v[40];
  };
  model.forces = {Gravity{{0.5, -9, 1}},
                  Wind{.velocity = {8, 0, 3}, .drag = 2},
                  Radial{.centre = tip + Vec3{1, 1, 0}, .strength = 3},
                  PointForce{tip, {20, 30, -10}},
                  SurfaceForce{.region = {SphereRegion{tip, 0.9}}, .traction = {50, 0, 20}, .pressure = 40},
                  spring};
  model.surface = boundary_surface(model.levels[0]);
  return model;
}

double size_of(const std::vector<Vec3>& positions) { return bounding_box(positions).diagonal(); }

double farthest(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, distance(a[i], b[i]));
  return most;
}

void expect_same_motion(const TetBodyModel& model, const ElasticParams& params, const std::string& what) {
  TetBody own("own", model, params), in_world("world", baked(model), params);
  if (params.chosen_integrator() != Integrator::kStatic) {
    BodyFrame shown;
    own.publish({}, shown);
    Pull pull = make_pull(shown, model.placement.point({2, 1, 1}), 0.6);
    pull.target = pull.target + Vec3{0.2, 0.1, 0};
    own.set_pulls({pull}), in_world.set_pulls({pull});
  }
  test::take_steps(own, kSteps, kDt), test::take_steps(in_world, kSteps, kDt);
  BodyFrame a, b;
  own.publish({true, true, true}, a), in_world.publish({true, true, true}, b);
  const double size = size_of(b.positions);
  EXPECT_GT(farthest(b.positions, rest_positions(b)), 0.01 * size) << what;
  // Newton iterations of Green strain leave more than rounding.
  const double rounding = params.strain == Strain::kGreen ? 1e-11 : 1e-12;
  EXPECT_LT(farthest(a.positions, b.positions), rounding * size) << what;
  EXPECT_LT(farthest(a.velocities, b.velocities), 100 * rounding * size) << what;
  EXPECT_LT(farthest(rest_positions(a), rest_positions(b)), 1e-15 * size) << what;
  EXPECT_LT(farthest(own.displacements(), in_world.displacements()), rounding * size) << what;
  EXPECT_LT(farthest(surface_positions(a), surface_positions(b)), 1e-6 * size) << what;
  EXPECT_NEAR(a.energies.total(), b.energies.total(), 1e-9 * std::abs(b.energies.kinetic) + 1e-9) << what;
  for (std::size_t e = 0; e < a.stress.size(); ++e) EXPECT_NEAR(a.stress[e], b.stress[e], 1e-4 * b.stress[e]);
  ASSERT_EQ(a.arrows.size(), b.arrows.size());
  for (std::size_t i = 0; i < a.arrows.size(); ++i) {
    EXPECT_LT(distance(a.arrows[i].at, b.arrows[i].at), 1e-10 * size) << what;
    EXPECT_LT(distance(a.arrows[i].force, b.arrows[i].force), 1e-8 * (1 + norm(b.arrows[i].force))) << what;
  }
}

TEST(PlacedTet, a_placed_body_moves_as_one_that_is_at_rest_there) {
  for (const Strain strain : test::kStrains)
    for (const Integrator integrator : {Integrator::kBackwardEuler, Integrator::kNewmark}) {
      ElasticParams params = test::params_of(strain, integrator, SolverMethod::kCholesky, 1e-13);
      params.precision = Precision::kDouble;
      params.newton_iterations = strain == Strain::kCauchy ? 0 : 20;
      params.newton_tolerance = 1e-12;
      expect_same_motion(busy_bar(), params,
                         fmt::format("{} {}", test::name_of(strain), static_cast<int>(integrator)));
    }
}

TEST(PlacedTet, a_placed_body_comes_into_the_same_balance) {
  TetBodyModel model = busy_bar();
  model.holds[0].motion = {};
  model.forces = {Gravity{{0.5, -3, 1}}, PointForce{model.placement.point({2, 0.4, 0.6}), {20, 30, -10}}};
  for (const Strain strain : test::kStrains)
    expect_same_motion(model, test::params_of(strain, Integrator::kStatic, SolverMethod::kCholesky, 1e-13),
                       fmt::format("static {}", test::name_of(strain)));
}

TEST(PlacedTet, a_placed_sheet_moves_as_one_that_is_at_rest_there) {
  TetBodyModel model;
  model.sheet = Sheet{nested_sheet_levels(structured_sheet(1, 1, 4), 1), 0.01, 1};
  model.holds = {{{0, 1, 2}, Motion{}}};
  model.materials = {{1e5, 0.3, 500}};
  model.forces = {Gravity{}, Wind{{2, 1, 0}}};
  model.placement = somewhere();
  ElasticParams params =
      test::params_of(Strain::kGreen, Integrator::kBackwardEuler, SolverMethod::kCholesky, 1e-13);
  params.precision = Precision::kDouble;
  params.newton_iterations = 30;
  TetBody own("own", model, params), in_world("world", baked(model), params);
  test::take_steps(own, kSteps, kDt), test::take_steps(in_world, kSteps, kDt);
  const std::vector<Vec3> expected = test::frame_of(in_world).positions;
  EXPECT_LT(farthest(test::frame_of(own).positions, expected), 1e-10 * size_of(expected));
}

TEST(PlacedTet, equal_bodies_at_different_places_share_their_rest_data_and_fall_alike) {
  TetBodyModel here = test::free_model(test::small_cube(), {1e5, 0.3, 1000});
  here.forces = {Gravity{}};
  TetBodyModel there = here;
  there.placement = somewhere();
  TetBody a("a", here, {}), b("b", there, {});
  EXPECT_EQ(&a.rest(), &b.rest());
  EXPECT_EQ(test::frame_of(a).topology, test::frame_of(b).topology);
  test::take_steps(a, 5, kDt), test::take_steps(b, 5, kDt);
  const std::vector<Vec3> fallen = a.displacements(), also = b.displacements();
  EXPECT_LT(farthest(fallen, also), 1e-6);
  EXPECT_LT(fallen[0].y, -0.05);
}

TEST(PlacedTet, a_placement_that_is_not_rigid_is_refused) {
  TetBodyModel model = test::free_model(test::small_cube(), {1e5, 0.3, 1000});
  model.placement.rotation = 2.0 * Mat3::identity();
  EXPECT_THROW(TetBody("b", model, {}), Error);
}

}  // namespace
}  // namespace sinew
