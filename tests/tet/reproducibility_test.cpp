#include <gtest/gtest.h>

#include "base/parallel.h"
#include "shape/structured.h"
#include "sinew/base/error.h"
#include "sinew/remeshing/sheet_hierarchy.h"
#include "tet/bodies.h"

namespace sinew {
namespace {

using test::take_steps;

constexpr std::array kMethods{SolverMethod::kMultigrid, SolverMethod::kMultigridCg, SolverMethod::kCg,
                              SolverMethod::kCholesky};

// Large enough for several chunks of every parallel loop, except for Cholesky, which is slow.
TetBodyModel bar(SolverMethod method) {
  const Index n = method == SolverMethod::kCholesky ? 2 : 6;
  TetBodyModel model =
      test::held_model(nested_levels(box_mesh({1, 1, 1}, {n, n, n}), 1), {1e4, 0.3, 1000}, test::at_the_left);
  model.forces = {Gravity{}, Wind{.velocity = {0, 0, 5}}};
  return model;
}

TetBodyModel flag() {
  TetBodyModel model;
  model.sheet = Sheet{nested_sheet_levels(structured_sheet(1, 1, 128), 3)};
  const SurfaceMesh& mesh = model.sheet->levels[0];
  Hold hold;
  for (Index v = 0; v < mesh.vertex_count(); ++v)
    if (mesh.positions[v].x < -0.5 + 1e-9) hold.nodes.push_back(v);
  model.holds = {hold};
  model.materials = {{1e5, 0.3, 300}};
  model.forces = {Gravity{}, Wind{.velocity = {1, 0, 5}}};
  return model;
}

ElasticParams cheap(Strain strain, SolverMethod method) {
  ElasticParams params;
  params.strain = strain;
  params.solver.method = method;
  params.newton_iterations = strain == Strain::kGreen ? 1 : 0;
  return params;
}

std::vector<std::vector<double>> arrays(const TetBody& body) {
  std::vector<std::vector<double>> values;
  for (const StateArray& array : body.state()) values.push_back(array.values);
  const BodyFrame frame = test::frame_of(body);
  values.emplace_back(frame.stress.begin(), frame.stress.end());
  values.push_back({frame.energies.kinetic, frame.energies.elastic, frame.energies.external});
  return values;
}

void expect_the_same_bits_for_any_number_of_threads(const TetBodyModel& model, const ElasticParams& params) {
  std::vector<std::vector<double>> one;
  for (const int threads : {1, 2, 4}) {
    set_thread_count(threads);
    TetBody body("body", model, params);
    take_steps(body, 5, 0.03);
    if (threads == 1)
      one = arrays(body);
    else
      EXPECT_EQ(arrays(body), one) << threads << " threads, " << static_cast<int>(params.strain)
                                   << static_cast<int>(params.solver.method);
  }
  set_thread_count(0);
}

TEST(Reproducibility, cauchy_strain_has_the_same_bits_for_1_2_and_4_threads) {
  for (const SolverMethod method : kMethods)
    expect_the_same_bits_for_any_number_of_threads(bar(method), cheap(Strain::kCauchy, method));
}

TEST(Reproducibility, corotated_strain_has_the_same_bits_for_1_2_and_4_threads) {
  for (const SolverMethod method : kMethods)
    expect_the_same_bits_for_any_number_of_threads(bar(method), cheap(Strain::kCorotated, method));
}

TEST(Reproducibility, green_strain_has_the_same_bits_for_1_2_and_4_threads) {
  for (const SolverMethod method : kMethods)
    expect_the_same_bits_for_any_number_of_threads(bar(method), cheap(Strain::kGreen, method));
}

TEST(Reproducibility, generalized_alpha_has_the_same_bits_for_1_2_and_4_threads) {
  for (const Strain strain : test::kStrains) {
    ElasticParams params = cheap(strain, SolverMethod::kMultigridCg);
    params.integrator = Integrator::kGeneralizedAlpha;
    expect_the_same_bits_for_any_number_of_threads(bar(SolverMethod::kMultigridCg), params);
  }
  ElasticParams params = cheap(Strain::kGreen, SolverMethod::kMultigridCg);
  params.integrator = Integrator::kGeneralizedAlpha;
  expect_the_same_bits_for_any_number_of_threads(flag(), params);
}

TEST(Reproducibility, a_sheet_has_the_same_bits_for_1_2_and_4_threads) {
  expect_the_same_bits_for_any_number_of_threads(flag(), cheap(Strain::kGreen, SolverMethod::kMultigridCg));
}

TEST(Reproducibility, a_body_restored_from_a_state_goes_on_bit_for_bit) {
  for (const Strain strain : test::kStrains)
    for (const Integrator integrator :
         {Integrator::kNewmark, Integrator::kBackwardEuler, Integrator::kGeneralizedAlpha}) {
      const TetBodyModel model = bar(SolverMethod::kCholesky);
      ElasticParams params = cheap(strain, SolverMethod::kMultigridCg);
      params.integrator = integrator;
      TetBody through("bar", model, params), before("bar", model, params), after("bar", model, params);
      take_steps(through, 10, 0.03);
      take_steps(before, 4, 0.03);
      after.restore(before.state());
      EXPECT_EQ(arrays(after), arrays(before));
      for (int step = 4; step < 10; ++step) take_steps(after, 1, 0.03, step * 0.03);
      EXPECT_EQ(arrays(after), arrays(through)) << kStrainNames[static_cast<int>(strain)];
    }
}

TEST(Reproducibility, a_state_of_another_scheme_begins_without_accelerations) {
  const TetBodyModel model = bar(SolverMethod::kCholesky);
  ElasticParams newmark = cheap(Strain::kCorotated, SolverMethod::kCholesky), alpha = newmark;
  newmark.integrator = Integrator::kNewmark, alpha.integrator = Integrator::kGeneralizedAlpha;
  TetBody before("bar", model, newmark), after("bar", model, alpha);
  take_steps(before, 3, 0.03);
  after.restore(before.state());
  take_steps(before, 1, 0.03, 0.09), take_steps(after, 1, 0.03, 0.09);
  EXPECT_EQ(after.displacements(), before.displacements());
  before.restore(after.state());
  EXPECT_EQ(before.displacements(), after.displacements());
}

TEST(Reproducibility, a_state_of_another_body_is_refused) {
  TetBody body("bar", bar(SolverMethod::kCholesky), cheap(Strain::kCorotated, SolverMethod::kCg));
  const BodyState good = body.state();
  const TetBody other("bar", bar(SolverMethod::kCg), cheap(Strain::kCorotated, SolverMethod::kCg));
  EXPECT_THROW(body.restore(other.state()), Error);
  EXPECT_THROW(body.restore({}), Error);
  BodyState without_rotations = good;
  without_rotations.back().values.clear();
  EXPECT_THROW(body.restore(without_rotations), Error);
  EXPECT_NO_THROW(body.restore(good));
}

}  // namespace
}  // namespace sinew
