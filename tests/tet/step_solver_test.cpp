#include "stepping/step_solver.h"

#include <gtest/gtest.h>

#include <cmath>

#include "linalg/conjugate_gradient.h"
#include "linalg/direct_solver.h"
#include "mesh/test_surfaces.h"
#include "sinew/meshing/signed_distance.h"
#include "sinew/meshing/tetrahedra.h"
#include "tet/bodies.h"
#include "tet/elastic_assembly.h"
#include "tet/tet_multigrid.h"
#include "tet/tet_system.h"

namespace sinew {
namespace {

using test::params_of;

std::vector<VolumeMesh> torus_levels() {
  const SurfaceMesh torus = test::torus(24, 10);
  HierarchyParams params;
  params.levels = 3;
  params.finest = 1500;
  return build_hierarchy(torus, SignedDistance(torus), params).levels;
}

// The largest difference of the solvers from Cholesky after one step.
double disagreement(const TetBodyModel& model, Integrator integrator, double dt) {
  std::vector<Vec3> reference;
  double most = 0;
  for (const SolverMethod method :
       {SolverMethod::kCholesky, SolverMethod::kMultigrid, SolverMethod::kMultigridCg, SolverMethod::kCg}) {
    TetBody body("bar", model, params_of(Strain::kCauchy, integrator, method));
    test::take_steps(body, 1, dt);
    EXPECT_TRUE(body.last_solve().converged) << kSolverMethodNames[static_cast<int>(method)];
    if (reference.empty()) reference = body.displacements();
    most = std::max(most, test::relative_difference(reference, body.displacements()));
  }
  return most;
}

TEST(StepSolver, multigrid_cg_and_cholesky_agree_on_nested_levels) {
  TetBodyModel model =
      test::held_model(nested_levels(box_mesh({2, 1, 1}, {4, 2, 2}), 1), {1e6, 0.3, 1000}, test::at_the_left);
  model.forces = {Gravity{}};
  EXPECT_LT(disagreement(model, Integrator::kStatic, 1), 1e-8);
  EXPECT_LT(disagreement(model, Integrator::kNewmark, 0.03), 1e-8);
}

TEST(StepSolver, multigrid_cg_and_cholesky_agree_on_levels_that_are_not_nested) {
  TetBodyModel model =
      test::held_model(torus_levels(), {1e6, 0.3, 1000}, [](const Vec3& p) { return p.x < -2; });
  model.forces = {Gravity{}};
  EXPECT_LT(disagreement(model, Integrator::kStatic, 1), 1e-8);
  EXPECT_LT(disagreement(model, Integrator::kNewmark, 0.03), 1e-8);
}

TEST(StepSolver, a_node_of_no_element_stays_where_it_is_and_bothers_no_solver) {
  TetBodyModel model =
      test::held_model({box_mesh({2, 1, 1}, {4, 2, 2})}, {1e6, 0.3, 1000}, test::at_the_left);
  model.levels[0].positions.push_back({1, 5, 0});
  model.forces = {Gravity{}};
  model.velocity = {1, 0, 0};
  EXPECT_LT(disagreement(model, Integrator::kStatic, 1), 1e-8);
  EXPECT_LT(disagreement(model, Integrator::kNewmark, 0.03), 1e-8);
  EXPECT_EQ(test::balanced(model, params_of(Strain::kGreen, Integrator::kStatic)).back(), Vec3{});
}

// Soft and stiff in layers along the bar.
TetBodyModel layered_bar(double soft, double stiff, int refinements) {
  TetBodyModel model = test::held_model(nested_levels(box_mesh({2, 1, 1}, {4, 2, 2}), refinements),
                                        Material{}, test::at_the_left);
  model.materials.clear();
  const VolumeMesh& mesh = model.levels[0];
  for (Index t = 0; t < mesh.tetrahedron_count(); ++t) {
    double x = 0;
    for (const Vec3& p : mesh.corners(t)) x += p.x / 4;
    model.materials.push_back({std::fmod(x, 1) < 0.5 ? stiff : soft, 0.3, 1000});
  }
  model.forces = {Gravity{{0, -0.1, 0}}};
  return model;
}

// One step from rest, its system assembled and factored in double.
std::vector<Vec3> step_in_double(const TetBodyModel& model, const StepScheme& scheme) {
  const ElasticRest rest = make_elastic_rest(model.levels[0], model.materials, model.holds[0].nodes);
  BlockMatrix<double> A(rest.pattern);
  assemble<double>(rest, stiffness_elements<double>(rest), mass_matrix(rest), {scheme.stiffness, scheme.mass},
                   HeldColumns::kDrop, A);
  const auto masses = nodal_masses(rest);
  const Vec3 load = scheme.load * std::get<Gravity>(model.forces[0]).acceleration;
  BlockVector<double> u(masses.size());
  for (std::size_t i = 0; i < u.size(); ++i)
    if (rest.held[i] == 0) u[i] = to_block(masses[i] * load);
  DirectSolver solver;
  solver.factor(A);
  solver.solve<double>(u, u);
  std::vector<Vec3> given(u.size());
  for (std::size_t i = 0; i < u.size(); ++i) given[rest.order.old_of_new[i]] = to_vec3(u[i]);
  return given;
}

TEST(StepSolver, soft_tissue_beside_steel_is_as_if_factored_in_double_precision) {
  for (const double stiff : {1e3, 9e4, 1e7, 1e9, 2e11}) {
    const TetBodyModel model = layered_bar(1e3, stiff, 1);
    for (const Integrator integrator : {Integrator::kStatic, Integrator::kNewmark})
      for (const SolverMethod method : {SolverMethod::kMultigridCg, SolverMethod::kCholesky}) {
        TetBody body("bar", model, params_of(Strain::kCauchy, integrator, method, 1e-10));
        test::take_steps(body, 1, 0.03);
        EXPECT_TRUE(body.last_solve().converged) << stiff;
        EXPECT_LE(body.last_solve().iterations, 60) << stiff;
        const auto reference = step_in_double(model, step_scheme(integrator, {}, 0.03));
        EXPECT_LT(test::relative_difference(reference, body.displacements()), stiff < 1e5 ? 5e-4 : 1e-5)
            << stiff;
      }
  }
}

TEST(StepSolver, a_slender_bar_bends_as_if_factored_in_double_precision) {
  TetBodyModel model = test::held_model(nested_levels(box_mesh({1, 0.1, 0.1}, {20, 2, 2}), 1),
                                        {1e8, 0.48, 1000}, test::at_the_left);
  model.forces = {Gravity{}};
  const auto u = test::balanced(
      model, params_of(Strain::kCauchy, Integrator::kStatic, SolverMethod::kMultigridCg, 1e-9));
  EXPECT_LT(test::relative_difference(step_in_double(model, step_scheme(Integrator::kStatic, {}, 1)), u),
            1e-6);
}

TEST(StepSolver, takes_single_precision_for_one_material_and_double_for_contrasts_and_short_steps) {
  const auto precision = [](const TetBodyModel& model, double dt) {
    TetBody body("bar", model, params_of(Strain::kCauchy, Integrator::kNewmark));
    test::take_steps(body, 1, dt);
    return body.system().precision();
  };
  EXPECT_EQ(precision(layered_bar(1e6, 1e6, 0), 0.03), Precision::kSingle);
  EXPECT_EQ(precision(layered_bar(1e6, 1e8, 0), 0.03), Precision::kSingle);
  EXPECT_EQ(precision(layered_bar(1e3, 1e8, 0), 0.03), Precision::kDouble);
  EXPECT_EQ(precision(layered_bar(1e6, 1e6, 0), 1e-5), Precision::kDouble);
}

TEST(StepSolver, takes_double_precision_for_what_is_stiff_but_not_for_a_sliver) {
  std::vector<VolumeMesh> levels{box_mesh({1, 1, 1}, {8, 8, 8})};
  const auto precision = [&](double young) {
    TetBody body("box", test::free_model(levels, {young, 0.3, 1000}),
                 params_of(Strain::kCorotated, Integrator::kBackwardEuler));
    test::take_steps(body, 1, 0.02);
    return body.system().precision();
  };
  EXPECT_EQ(precision(1e6), Precision::kSingle);
  EXPECT_EQ(precision(1e12), Precision::kDouble);
  // A node within comes near the opposite side of an element: K there grows a thousandfold.
  const auto inner = std::ranges::find(levels[0].positions, Vec3{0.5, 0.5, 0.5});
  ASSERT_NE(inner, levels[0].positions.end());
  *inner = {0.5, 0.5, 0.6249};
  EXPECT_EQ(precision(1e6), Precision::kSingle);
  EXPECT_EQ(precision(1e12), Precision::kDouble);
}

}  // namespace
}  // namespace sinew
