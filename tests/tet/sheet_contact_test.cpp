#include "body/contact_side.h"
#include "shape/structured.h"
#include "stepping/contact_steps.h"
#include "tet/bodies.h"
#include "tet/tet_discretization.h"

namespace sinew {
namespace {

constexpr double kStep = 0.02;
constexpr std::array kSheetStrains{Strain::kCauchy, Strain::kGreen};

// Cloth that is held at one edge.
TetBodyModel cloth(const Vec3& gravity) {
  TetBodyModel model;
  std::vector<SurfaceMesh> levels;
  for (const Index triangles : {128, 32}) levels.push_back(structured_sheet(1, 1, triangles));
  Hold hold;
  for (Index v = 0; v < levels[0].vertex_count(); ++v)
    if (levels[0].positions[v].x < -0.5 + 1e-9) hold.nodes.push_back(v);
  model.holds = {hold};
  model.sheet = Sheet{std::move(levels), 1e-3, 1};
  model.materials = {{1e6, 0.3, 300}};
  model.forces = {Gravity{gravity}};
  return model;
}

TEST(SheetContact, a_step_in_three_parts_has_the_bits_of_predict) {
  for (const Strain strain : kSheetStrains)
    for (const Integrator integrator : {Integrator::kBackwardEuler, Integrator::kGeneralizedAlpha}) {
      SCOPED_TRACE(test::name_of(strain));
      const ElasticParams params = test::params_of(strain, integrator, SolverMethod::kMultigridCg, 1e-4);
      TetBody whole("cloth", cloth({0, -9.81, 0}), params), parts("cloth", cloth({0, -9.81, 0}), params);
      for (int step = 0; step < 4; ++step) {
        whole.predict(step * kStep, kStep);
        whole.commit();
        test::step_with(parts, step * kStep, kStep, {});
      }
      test::expect_same_state(whole, parts);
    }
}

TEST(SheetContact, forces_handed_in_act_as_applied_ones_do) {
  for (const Strain strain : kSheetStrains) {
    SCOPED_TRACE(test::name_of(strain));
    const ElasticParams params =
        test::params_of(strain, Integrator::kBackwardEuler, SolverMethod::kMultigridCg, 1e-11);
    TetBody expected("cloth", cloth({0, -9.81, 3}), params), pushed("cloth", cloth({0, -9.81, 0}), params);
    const TetDiscretization masses("cloth", cloth({}), params);
    const auto forces = test::weights(masses.tet_system().nodal_masses(), {0, 0, 3});
    for (int step = 0; step < 3; ++step) {
      expected.predict(step * kStep, kStep);
      expected.commit();
      test::step_with(pushed, step * kStep, kStep, forces);
    }
    EXPECT_LT(test::difference(pushed, expected), 1e-6);
  }
}

TEST(SheetContact, moves_are_exact) {
  for (const Strain strain : kSheetStrains) {
    TetBody body("cloth", cloth({0, -9.81, 0}), test::params_of(strain, Integrator::kBackwardEuler));
    test::expect_exact_moves(body, kStep);
  }
}

}  // namespace
}  // namespace sinew
