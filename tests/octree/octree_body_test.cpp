#include "sinew/octree/octree_body.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "base/error_of.h"
#include "linalg/conjugate_gradient.h"
#include "octree/octree_bodies.h"

namespace sinew {
namespace {

using test::box_model;
using test::frame_of;
using test::held_box;
using test::octree_params;
using test::take_steps;
using testing::HasSubstr;

const Material kRubber{1e5, 0.3, 1000};

double largest(const std::vector<Vec3>& values) {
  double most = 0;
  for (const Vec3& v : values) most = std::max(most, norm(v));
  return most;
}

TEST(OctreeBody, a_bar_under_its_weight_stretches_by_the_closed_form) {
  // u(L) = rho g L^2 / (2 E) if there is no lateral contraction.
  const double length = 2, g = 1;
  const Material material{1e5, 0, 1000};
  OctreeBodyModel model = held_box({32, 16, 16}, length / 32, material);
  model.forces = {Gravity{{g, 0, 0}}};
  for (const int coarsest : {0, 1, 3}) {
    model.coarsest = coarsest;
    OctreeBody body("bar", model,
                    octree_params(Strain::kCauchy, Integrator::kStatic, SolverMethod::kMultigridCg, 1e-10));
    take_steps(body, 1, 1);
    const double expected = material.density * g * length * length / (2 * material.young);
    const BodyFrame frame = frame_of(body);
    for (std::size_t v = 0; v < frame.positions.size(); ++v) {
      const Vec3& rest = frame.topology.elements->rest_positions[v];
      if (rest.x > length - 1e-9) {
        EXPECT_NEAR(frame.positions[v].x - rest.x, expected, 2e-3 * expected);
      }
    }
  }
}

// The total, 0 at the start, swings by a fifth of the elastic energy (E from 0.8e6 to 1.3e6, 8 to 40 steps).
// With axes of their own at either end of a step it has 1e11 times the energy after ten.
TEST(OctreeBody, after_ten_long_steps_of_newmark_a_bar_has_gained_less_than_a_fifth_of_its_elastic_energy) {
  OctreeBodyModel model = held_box({24, 4, 4}, 0.005, {1e6, 0.3, 1000});
  model.forces = {Gravity{{0, -9.81, 0}}};
  OctreeBody body("bar", model,
                  octree_params(Strain::kCorotated, Integrator::kNewmark, SolverMethod::kMultigridCg, 1e-8));
  double most_elastic = 0;
  for (int step = 0; step < 10; ++step) {
    take_steps(body, 1, 0.03, 0.03 * step);
    most_elastic = std::max(most_elastic, frame_of(body).energies.elastic);
  }
  EXPECT_LT(std::abs(frame_of(body).energies.total()), 0.2 * most_elastic);
}

TEST(OctreeBody, a_rigid_motion_gives_no_force_and_no_stress) {
  OctreeBody body("box", box_model({20, 16, 18}, 0.1, kRubber), {});
  ASSERT_GT(body.rest().grid.vertices.hanging(), 0);
  const Mat3 R = to_matrix({0.5, 0.5, -0.5, 0.5});
  test::set_state(body, "displacement", [&](const Vec3& p) { return R * p + Vec3{3, -1, 2} - p; });
  const BodyFrame frame = frame_of(body);
  EXPECT_LT(frame.energies.elastic, 1e-20);
  for (const float stress : frame.stress) EXPECT_LT(stress, 1e-3);
  take_steps(body, 2, 0.01);
  const BodyFrame after = frame_of(body);
  EXPECT_LT(largest(after.velocities), 1e-9);
}

TEST(OctreeBody, free_fall_is_exact) {
  for (const Strain strain : {Strain::kCauchy, Strain::kCorotated}) {
    OctreeBodyModel model = box_model({10, 10, 10}, 0.1, kRubber);
    model.forces = {Gravity{}};
    model.velocity = {1, 2, 0};
    OctreeBody body("box", model,
                    octree_params(strain, Integrator::kNewmark, SolverMethod::kMultigridCg, 1e-9));
    const double t = take_steps(body, 10, 0.02);
    const Vec3 expected = t * model.velocity + Vec3{0, -9.81 * t * t / 2, 0};
    for (const Vec3& u : body.displacements()) EXPECT_LT(distance(u, expected), 1e-9);
  }
}

TEST(OctreeBody, all_solvers_agree) {
  OctreeBodyModel model = held_box({16, 12, 12}, 0.1, kRubber);
  model.forces = {Gravity{}};
  std::vector<std::vector<Vec3>> all;
  for (const SolverMethod method :
       {SolverMethod::kCholesky, SolverMethod::kMultigrid, SolverMethod::kMultigridCg, SolverMethod::kCg}) {
    OctreeBody body("bar", model, octree_params(Strain::kCauchy, Integrator::kStatic, method, 1e-10));
    take_steps(body, 1, 1);
    EXPECT_TRUE(body.last_solve().converged) << kSolverMethodNames[static_cast<int>(method)];
    all.push_back(body.displacements());
  }
  for (const auto& u : all)
    for (std::size_t v = 0; v < u.size(); ++v) EXPECT_LT(distance(u[v], all[0][v]), 1e-7 * largest(all[0]));
}

TEST(OctreeBody, cycles_converge_as_fast_with_large_cells_within) {
  OctreeBodyModel model = held_box({32, 24, 24}, 0.1, kRubber);
  model.forces = {Gravity{}};
  for (const int coarsest : {0, 3}) {
    model.coarsest = coarsest;
    OctreeBody body("bar", model,
                    octree_params(Strain::kCauchy, Integrator::kStatic, SolverMethod::kMultigridCg, 1e-8));
    take_steps(body, 1, 1);
    EXPECT_LT(body.last_solve().iterations, 20) << coarsest;
  }
}

TEST(OctreeBody, an_elastic_bar_keeps_its_energy_under_newmark) {
  OctreeBodyModel model = held_box({24, 12, 12}, 1.0 / 12, kRubber);
  OctreeBody body("bar", model,
                  octree_params(Strain::kCauchy, Integrator::kNewmark, SolverMethod::kMultigridCg, 1e-10));
  test::set_state(body, "velocity", [](const Vec3& p) { return Vec3{0, p.x * p.x, 0}; });
  const double before = body.energies().total();
  take_steps(body, 30, 0.02);
  EXPECT_NEAR(body.energies().total(), before, 1e-6 * before);
}

TEST(OctreeBody, damping_takes_energy_out) {
  for (const Damping& damping : {Damping{2, 0}, Damping{0, 0.01}}) {
    ElasticParams params =
        octree_params(Strain::kCorotated, Integrator::kNewmark, SolverMethod::kMultigridCg, 1e-6);
    params.damping = damping;
    OctreeBody body("bar", held_box({16, 8, 8}, 1.0 / 8, kRubber), params);
    test::set_state(body, "velocity", [](const Vec3& p) { return Vec3{0, p.x, 0}; });
    double last = body.energies().total();
    for (int step = 0; step < 10; ++step) {
      take_steps(body, 1, 0.02, 0.02 * step);
      EXPECT_LT(body.energies().total(), last);
      last = body.energies().total();
    }
  }
}

TEST(OctreeBody, held_vertices_go_where_the_world_moves_them) {
  OctreeBodyModel model = held_box({16, 8, 8}, 1.0 / 8, kRubber);
  model.holds[0].motion.velocity = {0.5, 0, 0};
  OctreeBody body("bar", model, {});
  const double t = take_steps(body, 10, 0.02);
  const std::vector<Vec3> u = body.displacements();
  for (std::size_t v = 0; v < u.size(); ++v)
    if (body.rest().positions[v].x < 1e-9) {
      EXPECT_LT(distance(u[v], {0.5 * t, 0, 0}), 1e-12);
    }
}

TEST(OctreeBody, a_hanging_vertex_in_a_region_holds_what_it_follows) {
  OctreeBodyModel model = box_model({16, 16, 16}, 1, kRubber);
  OctreeBody probe("box", model, {});
  const Vertices& vertices = probe.rest().grid.vertices;
  const Vec3 at = probe.rest().positions[vertices.unknowns];
  model.holds = {{{SphereRegion{at, 1e-3}}, {}}};
  OctreeBody body("box", model, {});
  std::vector<Index> expected(vertices.row_vertex.begin(),
                              vertices.row_vertex.begin() + vertices.row_start[1]);
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(body.rest().holds[0].nodes, expected);
}

TEST(OctreeBody, a_stiff_half_is_of_small_cells_at_the_jump_and_bends_less) {
  OctreeBodyModel model = held_box({24, 12, 12}, 1.0 / 12, kRubber);
  model.forces = {Gravity{}};
  const Index cells_before = OctreeBody("bar", model, {}).rest().grid.cells.count();
  model.materials.rules = {RegionMaterial{test::left_of(1), {1e8, 0.3, 1000}}};
  OctreeBody body("bar", model, {});
  EXPECT_GT(body.rest().grid.cells.count(), cells_before);
  for (Index c = 0; c < body.rest().grid.cells.count(); ++c) {
    const double side = body.rest().grid.side(c), x = body.rest().grid.centre(c).x;
    EXPECT_FALSE(x - side / 2 < 1 - 1e-9 && x + side / 2 > 1 + 1e-9);
    EXPECT_EQ(body.rest().material(c).young, x < 1 ? 1e8 : 1e5);
  }
  take_steps(body, 3, 0.02);
  double stiff = 0, soft = 0;
  const std::vector<Vec3> u = body.displacements();
  for (std::size_t v = 0; v < u.size(); ++v) {
    double& most = body.rest().positions[v].x <= 1 ? stiff : soft;
    most = std::max(most, norm(u[v]));
  }
  EXPECT_LT(20 * stiff, soft);
}

TEST(OctreeBody, a_pull_moves_a_free_body_to_its_target) {
  OctreeBody body("box", box_model({8, 8, 8}, 0.15, kRubber), {});
  Pull pull = make_pull(frame_of(body), {1.2, 0.6, 0.6}, 0.5);
  pull.target += Vec3{0.5, 0, 0};
  body.set_pulls({pull});
  take_steps(body, 60, 0.02);
  EXPECT_LT(distance(pulled_point(pull, frame_of(body).positions), pull.target), 1e-2);
  EXPECT_EQ(frame_of(body).arrows.size(), 1u);
  pull.nodes.back() = 1'000'000;
  EXPECT_THAT(error_of([&] { body.set_pulls({pull}); }), HasSubstr("node 1000000"));
}

TEST(OctreeBody, tuned_parameters_act_from_the_next_step_on) {
  OctreeBodyModel model = held_box({16, 8, 8}, 1.0 / 8, kRubber);
  model.forces = {Gravity{}};
  const ElasticParams params = octree_params(Strain::kCauchy, Integrator::kStatic);
  OctreeBody body("bar", model, params);
  take_steps(body, 1, 1);
  const double before = largest(body.displacements());
  body.tune("young", 2e5);
  take_steps(body, 1, 1);
  EXPECT_NEAR(largest(body.displacements()), before / 2, 1e-6 * before);
  body.tune("density", 3000);
  take_steps(body, 1, 1);
  EXPECT_NEAR(largest(body.displacements()), 1.5 * before, 1e-6 * before);
  EXPECT_NEAR(test::total_mass(body), 3000 * 2, 1e-6);
  EXPECT_THAT(error_of([&] { body.tune("yuong", 1); }), HasSubstr("young"));
}

TEST(OctreeBody, bad_models_are_refused_with_the_part_that_is_wrong) {
  const OctreeBodyModel good = held_box({8, 8, 8}, 0.1, kRubber);
  const auto refused = [&](auto&& change, const ElasticParams& params = {}) {
    OctreeBodyModel model = good;
    change(model);
    return error_of([&] { OctreeBody("jelly", model, params); });
  };
  EXPECT_EQ(refused([](OctreeBodyModel&) {}), "");
  EXPECT_THAT(refused([](auto&) {}, {.strain = Strain::kGreen}), HasSubstr("'jelly'"));
  EXPECT_THAT(refused([](auto& m) { m.coarsest = 4; }), HasSubstr("level 4"));
  EXPECT_THAT(refused([](auto& m) { m.coarsest = -1; }), HasSubstr("level -1"));
  EXPECT_THAT(refused([](auto& m) { m.holds.push_back({test::left_of(-5), {}}); }), HasSubstr("holds[1]"));
  EXPECT_THAT(refused([](auto& m) { m.holds[0].motion.velocity.x = NAN; }), HasSubstr("holds[0]"));
  EXPECT_THAT(refused([](auto& m) { m.materials.base.young = -1; }), HasSubstr("base material"));
  EXPECT_THAT(refused([](auto& m) { m.materials.rules = {FieldMaterial{}}; }), HasSubstr("rules[0]"));
  EXPECT_THAT(refused([](auto& m) { m.forces = {Gravity{}, Gravity{{NAN, 0, 0}}}; }), HasSubstr("forces[1]"));
  for (const SolverMethod method : {SolverMethod::kMultigridCg, SolverMethod::kCg})
    EXPECT_THAT(refused([](auto& m) { m.holds.clear(); },
                        octree_params(Strain::kCorotated, Integrator::kStatic, method)),
                HasSubstr("'jelly' cannot be in balance"));
}

TEST(OctreeBody, states_that_do_not_fit_are_refused_and_leave_the_body_alone) {
  OctreeBody body("box", box_model({8, 8, 8}, 0.1, kRubber), {});
  take_steps(body, 2, 0.01);
  const BodyState good = body.state();
  for (std::size_t missing = 0; missing < good.size(); ++missing) {
    BodyState bad = good;
    bad.erase(bad.begin() + static_cast<std::ptrdiff_t>(missing));
    EXPECT_THAT(error_of([&] { body.restore(bad); }), HasSubstr(good[missing].name));
    bad = good;
    bad[missing].values.push_back(1);
    EXPECT_NE(error_of([&] { body.restore(bad); }), "") << good[missing].name;
  }
  EXPECT_TRUE(test::same_bits(body.state(), good));
}

TEST(OctreeBody, the_surface_is_closed_and_moves_with_the_body) {
  for (const OctreeSurface surface : {OctreeSurface::kSmooth, OctreeSurface::kCells}) {
    OctreeBodyModel model = box_model({10, 9, 8}, 0.1, kRubber);
    model.surface = surface;
    OctreeBody body("box", model, {});
    test::set_state(body, "displacement", [](const Vec3& p) { return Vec3{0, 0.5 * p.x, 2}; });
    const BodyFrame frame = frame_of(body);
    const std::vector<Vec3> seen = surface_positions(frame);
    double volume = 0;
    for (const auto& [a, b, c] : frame.topology.surface->mesh.triangles)
      volume += dot(cross(seen[a], seen[b]), seen[c]) / 6;
    EXPECT_NEAR(volume, 0.72, 1e-5);
    for (std::size_t v = 0; v < seen.size(); ++v) {
      const Vec3& rest = frame.topology.surface->mesh.positions[v];
      EXPECT_LT(distance(seen[v], rest + Vec3{0, 0.5 * rest.x, 2}), 1e-5);
    }
  }
}

}  // namespace
}  // namespace sinew
