#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "sinew/base/error.h"
#include "tet/bodies.h"
#include "tet/tet_system.h"

namespace sinew {
namespace {

using test::params_of;

const Vec3 kX{1, 0, 0}, kY{0, 1, 0}, kZ{0, 0, 1};

// A turn by an odd angle about an odd axis, and a move.
const Placement kTurned{to_matrix({0.5, 0.1, 0.7, 0.5}), {3, -1, 2}};
const std::array kPlacements{Placement{}, kTurned};

// Holds the nodes where the predicate holds along a direction in own axes.
template <typename Predicate>
Hold roller(const TetBodyModel& model, Predicate&& where, const Vec3& direction, const Motion& motion = {}) {
  return {test::nodes_where(model.levels[0], where), motion, {model.placement.direction(direction)}};
}

// A block between the symmetry planes x = 0, y = 0 and z = 0 of its own axes, and nothing else.
TetBodyModel block_in_the_corner(std::vector<VolumeMesh> levels, const Material& material,
                                 const Placement& placement) {
  TetBodyModel model = test::free_model(std::move(levels), material);
  model.placement = placement;
  model.holds = {roller(
                     model, [](const Vec3& p) { return p.x < 1e-9; }, 2 * kX),
                 roller(
                     model, [](const Vec3& p) { return p.y < 1e-9; }, kY),
                 roller(
                     model, [](const Vec3& p) { return p.z < 1e-9; }, kZ)};
  return model;
}

// The faces at the far end of a bar of this length along x, and a pull on them.
SurfaceForce pull_at_the_end(const Placement& placement, double length, double stress) {
  return {.region = {HalfSpaceRegion{placement.point({length - 1e-6, 0, 0}), placement.direction(kX)}},
          .traction = placement.direction(stress * kX)};
}

// The largest difference to homogeneous strain, relative to the largest displacement.
double error_of_uniform_stretch(const std::vector<Vec3>& u, const TetBodyModel& model, double strain) {
  const double nu = model.materials[0].poisson;
  std::vector<Vec3> exact;
  for (const Vec3& p : model.levels[0].positions)
    exact.push_back(model.placement.direction(strain * Vec3{p.x, -nu * p.y, -nu * p.z}));
  return test::relative_difference(exact, u);
}

class RollersBy : public testing::TestWithParam<SolverMethod> {};

TEST_P(RollersBy, a_pulled_bar_between_symmetry_planes_is_strained_homogeneously) {
  const Material material{1e5, 0.3, 1000};
  const double stress = 100;
  for (const Placement& placement : kPlacements) {
    TetBodyModel model = block_in_the_corner(test::small_bar(), material, placement);
    model.forces = {pull_at_the_end(placement, 2, stress)};
    const auto u = test::balanced(model, params_of(Strain::kCauchy, Integrator::kStatic, GetParam()));
    EXPECT_LT(error_of_uniform_stretch(u, model, stress / material.young), 1e-8);
  }
}

TEST_P(RollersBy, large_strains_agree_with_small_ones_under_small_loads) {
  const Material material{1e5, 0.3, 1000};
  for (const Strain strain : {Strain::kCorotated, Strain::kGreen})
    for (const Placement& placement : kPlacements) {
      TetBodyModel model = block_in_the_corner(test::small_bar(), material, placement);
      model.forces = {pull_at_the_end(placement, 2, 1e-3)};
      const auto u = test::balanced(model, params_of(strain, Integrator::kStatic, GetParam(), 1e-8));
      EXPECT_LT(error_of_uniform_stretch(u, model, 1e-3 / material.young), 1e-6) << test::name_of(strain);
    }
}

TEST_P(RollersBy, nodes_stay_in_their_plane_while_the_body_swings) {
  for (const Strain strain : test::kStrains) {
    TetBodyModel model = block_in_the_corner(test::small_bar(), {1e4, 0.3, 1000}, kTurned);
    model.holds.resize(1);
    model.velocity = {0.1, 0.5, -0.2};
    TetBody body("bar", model, params_of(strain, Integrator::kNewmark, GetParam(), 1e-6));
    test::take_steps(body, 10, 0.01);
    const std::vector<Vec3> u = body.displacements();
    const Vec3 normal = model.placement.direction(kX);
    double across = 0, along = 0;
    for (const Index v : model.holds[0].nodes) {
      across = std::max(across, std::abs(dot(u[v], normal)));
      along = std::max(along, norm(u[v]));
    }
    EXPECT_GT(along, 0.01);
    EXPECT_LT(across, 1e-12) << test::name_of(strain);
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, RollersBy,
                         testing::Values(SolverMethod::kMultigrid, SolverMethod::kMultigridCg,
                                         SolverMethod::kCg, SolverMethod::kCholesky));

// The mesh and its mirror image at x = 0, one mesh without double nodes. Sets `image` per node of the half.
VolumeMesh mirrored(const VolumeMesh& half, std::vector<Index>& image) {
  VolumeMesh whole = half;
  for (Index v = 0; v < half.node_count(); ++v) {
    const Vec3& p = half.positions[v];
    image.push_back(p.x < 1e-12 ? v : whole.node_count());
    if (p.x >= 1e-12) whole.positions.push_back({-p.x, p.y, p.z});
  }
  for (const auto& [a, b, c, d] : half.tetrahedra)
    whole.tetrahedra.push_back({image[a], image[c], image[b], image[d]});
  return whole;
}

TEST(Rollers, half_a_body_with_a_symmetry_plane_moves_as_the_whole_does) {
  const VolumeMesh half = box_mesh({2, 0.5, 0.5}, {8, 2, 2});
  std::vector<Index> image;
  const VolumeMesh whole = mirrored(half, image);
  const auto at_the_ends = [](const Vec3& p) { return std::abs(p.x) > 2 - 1e-9; };
  for (const Strain strain : test::kStrains)
    for (const Integrator integrator : {Integrator::kStatic, Integrator::kNewmark}) {
      ElasticParams params = params_of(strain, integrator);
      params.precision = Precision::kDouble;
      TetBodyModel all = test::held_model({whole}, {1e6, 0.3, 1000}, at_the_ends);
      all.forces = {Gravity{}};
      TetBodyModel part = test::held_model({half}, {1e6, 0.3, 1000}, at_the_ends);
      part.forces = all.forces;
      part.holds.push_back(roller(
          part, [](const Vec3& p) { return p.x < 1e-9; }, kX));
      TetBody whole_body("whole", all, params), half_body("half", part, params);
      test::take_steps(whole_body, 3, 0.05), test::take_steps(half_body, 3, 0.05);
      std::vector<Vec3> expected = whole_body.displacements();
      expected.resize(half.positions.size());
      EXPECT_LT(test::relative_difference(expected, half_body.displacements()), 1e-7)
          << test::name_of(strain);
    }
}

TEST(Rollers, a_led_end_stretches_a_bar_that_may_get_thinner) {
  const Material material{1e5, 0.4, 1000};
  for (const Placement& placement : kPlacements) {
    TetBodyModel model = block_in_the_corner(test::small_bar(), material, placement);
    const Motion away{.velocity = placement.direction({0.02, 0.3, 0})};  // only its part along x counts
    model.holds.push_back(roller(
        model, [](const Vec3& p) { return p.x > 2 - 1e-9; }, kX, away));
    TetBody body("bar", model, params_of(Strain::kCauchy, Integrator::kStatic));
    test::take_steps(body, 1, 1);
    EXPECT_LT(error_of_uniform_stretch(body.displacements(), model, 0.01), 1e-9);
    // E A eps along the bar, and nothing along free directions.
    const std::vector<HoldReaction> reactions = body.reactions();
    EXPECT_LT(distance(reactions[3].force, placement.direction({1e5 * 0.01, 0, 0})), 1e-6);
    EXPECT_LT(distance(reactions[0].force, placement.direction({-1e5 * 0.01, 0, 0})), 1e-6);
    EXPECT_LT(norm(reactions[1].force) + norm(reactions[2].force), 1e-6);
  }
}

// A node in two planes that are not at right angles, and in a third hold that leads it.
TEST(Rollers, directions_of_several_holds_add_up_and_the_last_counts_where_they_disagree) {
  const Vec3 slanted = normalized(Vec3{1, 2, 0});
  TetBodyModel model = test::free_model({box_mesh({1, 1, 1}, {1, 1, 1})}, {1e5, 0.3, 1000});
  const std::vector<Index> all = test::nodes_where(model.levels[0], [](const Vec3&) { return true; });
  model.holds = {{all, Motion{.velocity = {1, 1, 1}}},
                 {all, Motion{.velocity = {5, 0, 0}}, {kX}},
                 {all, Motion{.velocity = {0, 3, 0}}, {slanted}}};
  TetBody body("cube", model, params_of(Strain::kCauchy, Integrator::kBackwardEuler));
  test::take_steps(body, 1, 0.1);
  for (const Vec3& u : body.displacements()) {
    EXPECT_NEAR(dot(u, slanted), 0.1 * 3 * slanted.y, 1e-12);
    EXPECT_NEAR(u.x, 0.5, 1e-12);
    EXPECT_NEAR(u.z, 0.1, 1e-12);
  }
}

TEST(Rollers, a_sheet_in_its_plane_is_stretched_as_plane_stress_says) {
  const double strain = 0.01, nu = 0.3, young = 1e6, thickness = 2e-3;
  TetBodyModel model;
  SurfaceMesh mesh;
  for (int i = 0; i <= 4; ++i)
    for (int k = 0; k <= 2; ++k) mesh.positions.push_back({0.5 * i, 0, 0.5 * k});
  for (Index i = 0; i < 4; ++i)
    for (Index k = 0; k < 2; ++k) {
      const Index a = 3 * i + k;
      mesh.triangles.push_back({a, a + 1, a + 3}), mesh.triangles.push_back({a + 1, a + 4, a + 3});
    }
  model.sheet = Sheet{{mesh}, thickness};
  model.materials = {{young, nu, 1000}};
  model.forces.clear();
  const auto where = [&](auto&& predicate) {
    std::vector<Index> nodes;
    for (std::size_t v = 0; v < mesh.positions.size(); ++v)
      if (predicate(mesh.positions[v])) nodes.push_back(static_cast<Index>(v));
    return nodes;
  };
  model.holds = {{where([](const Vec3&) { return true; }), {}, {kY}},
                 {where([](const Vec3& p) { return p.x == 0; }), {}, {kX}},
                 {where([](const Vec3& p) { return p.z == 0; }), {}, {kZ}},
                 {where([](const Vec3& p) { return p.x == 2; }), {.velocity = {2 * strain, 0, 0}}, {kX}}};
  for (const SolverMethod method : {SolverMethod::kMultigrid, SolverMethod::kCg}) {
    TetBody body("sheet", model, params_of(Strain::kCauchy, Integrator::kStatic, method));
    test::take_steps(body, 1, 1);
    std::vector<Vec3> exact;
    for (const Vec3& p : mesh.positions) exact.push_back(strain * Vec3{p.x, 0, -nu * p.z});
    EXPECT_LT(test::relative_difference(exact, body.displacements()), 1e-8);
    EXPECT_NEAR(body.reactions()[3].force.x, young * thickness * strain, 1e-6);
  }
}

TEST(Rollers, cycles_take_hardly_more_iterations_than_with_the_nodes_clamped) {
  const auto levels = nested_levels(box_mesh({2, 1, 1}, {4, 2, 2}), 2);
  const auto iterations = [&](const TetBodyModel& model) {
    TetBody body("bar", model,
                 params_of(Strain::kCauchy, Integrator::kStatic, SolverMethod::kMultigrid, 1e-6));
    test::take_steps(body, 1, 1);
    return body.last_solve().iterations;
  };
  for (const Placement& placement : kPlacements) {
    TetBodyModel rollers = block_in_the_corner(levels, {1e5, 0.3, 1000}, placement);
    rollers.forces = {Gravity{{3, -5, 7}}};
    TetBodyModel clamped = rollers;
    clamped.holds.resize(1), clamped.holds[0].directions.clear();
    EXPECT_LE(iterations(rollers), iterations(clamped) + 3);
  }
}

TEST(Rollers, a_pull_at_nodes_of_a_plane_drags_them_along_it_alone) {
  for (const double stiffness : {0.0, 1e4}) {
    TetBodyModel model = block_in_the_corner(test::small_bar(), {1e4, 0.3, 1000}, kTurned);
    model.holds.resize(1);
    TetBody body("bar", model, params_of(Strain::kCorotated, Integrator::kBackwardEuler));
    const Vec3 normal = kTurned.direction(kX), along = kTurned.direction(kY);
    Pull pull = make_pull(test::frame_of(body), kTurned.point({0, 0.5, 0.5}), 0.3);
    pull.target += 0.2 * along + 0.3 * normal, pull.stiffness = stiffness;
    const Vec3 start = pulled_point(pull, test::frame_of(body).positions);
    body.set_pulls({pull});
    test::take_steps(body, 20, 0.02);
    const Vec3 moved = pulled_point(pull, test::frame_of(body).positions) - start;
    EXPECT_GT(dot(moved, along), 0.05);
    EXPECT_LT(std::abs(dot(moved, normal)), 1e-10);
    BodyFrame frame;
    body.publish({.forces = true}, frame);
    EXPECT_LT(std::abs(dot(frame.arrows.back().force, normal)), 1e-6 * norm(frame.arrows.back().force));
  }
}

TEST(Rollers, a_state_goes_on_with_the_same_bits) {
  TetBodyModel model = block_in_the_corner(test::small_bar(), {1e4, 0.3, 1000}, kTurned);
  model.forces = {Gravity{{3, -5, 7}}};
  const ElasticParams params =
      params_of(Strain::kCorotated, Integrator::kBackwardEuler, SolverMethod::kMultigridCg);
  TetBody first("bar", model, params), second("bar", model, params);
  const double time = test::take_steps(first, 3, 0.02);
  second.restore(first.state());
  test::take_steps(first, 3, 0.02, time), test::take_steps(second, 3, 0.02, time);
  EXPECT_EQ(first.displacements(), second.displacements());
  for (std::size_t h = 0; h < 3; ++h) EXPECT_EQ(first.reactions()[h].force, second.reactions()[h].force);
}

TEST(Rollers, a_static_body_that_can_still_slide_is_refused) {
  TetBodyModel model = block_in_the_corner(test::small_bar(), {1e5, 0.3, 1000}, kTurned);
  const ElasticParams params = params_of(Strain::kCauchy, Integrator::kStatic);
  EXPECT_NO_THROW(TetBody("bar", model, params));
  model.holds.resize(2);
  try {
    const TetBody body("bar", model, params);
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("in too few directions"));
  }
}

TEST(Rollers, directions_that_are_none_are_refused) {
  TetBodyModel model = block_in_the_corner(test::small_bar(), {1e5, 0.3, 1000}, {});
  const auto refusal = [&](const std::vector<Vec3>& directions) -> std::string {
    model.holds[1].directions = directions;
    try {
      const TetBody body("bar", model, params_of(Strain::kCauchy, Integrator::kBackwardEuler));
    } catch (const Error& error) {
      return error.where() + ": " + error.what();
    }
    return "";
  };
  EXPECT_THAT(refusal({{0, 0, 0}}), testing::HasSubstr("holds[1]"));
  EXPECT_THAT(refusal({{0, 0, 0}}), testing::HasSubstr("without length"));
  EXPECT_THAT(refusal({{1, 0, std::nan("")}}), testing::HasSubstr("not finite"));
  EXPECT_THAT(refusal({kX, kY, kX + kY}), testing::HasSubstr("not independent"));
  EXPECT_EQ(refusal({kX, kX + kY, kZ}), "");
}

}  // namespace
}  // namespace sinew
