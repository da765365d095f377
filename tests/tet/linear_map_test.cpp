#include <gtest/gtest.h>

#include "mesh/test_surfaces.h"
#include "sinew/meshing/signed_distance.h"
#include "sinew/meshing/tetrahedra.h"
#include "stepping/linear_map.h"
#include "tet/bodies.h"
#include "tet/tet_discretization.h"

namespace sinew {
namespace {

struct Kind {
  const char* name;
  Strain strain;
  SolverMethod method;
  Precision precision;
};
std::ostream& operator<<(std::ostream& out, const Kind& kind) { return out << kind.name; }

// A torus that is held at one side, in levels that are not nested.
const TetBodyModel& torus() {
  static const TetBodyModel model = [] {
    const SurfaceMesh surface = test::torus(24, 10);
    HierarchyParams params;
    params.levels = 3;
    params.finest = 1500;
    return test::held_model(build_hierarchy(surface, SignedDistance(surface), params).levels,
                            {1e5, 0.3, 1000}, [](const Vec3& p) { return p.x < -0.9; });
  }();
  return model;
}

// The same torus with a slanted symmetry plane, and rails at its other side.
const TetBodyModel& torus_on_rollers() {
  static const TetBodyModel model = [] {
    TetBodyModel made = torus();
    const auto near = [&](auto&& where) { return test::nodes_where(made.levels[0], where); };
    made.holds.push_back(
        {near([](const Vec3& p) { return std::abs(p.x + 2 * p.y) < 0.2; }), {}, {{1, 2, 0}}});
    made.holds.push_back({near([](const Vec3& p) { return p.x > 0.9; }), {}, {{0, 1, 1}, {0, 0, 1}}});
    return made;
  }();
  return model;
}

ElasticParams params_of(const Kind& kind) {
  ElasticParams params;
  params.strain = kind.strain;
  params.solver.method = kind.method;
  params.precision = kind.precision;
  return params;
}

// Its system in a step, displaced at random.
struct DisplacedTorus {
  TetDiscretization parts;
  const ElasticRest& rest = parts.rest();
  StepSystem* system = &parts.system();

  explicit DisplacedTorus(const Kind& kind, const TetBodyModel& model = torus())
      : parts("torus", model, params_of(kind)) {
    Random random(3);
    BlockVector<double> u = test::random_load(rest.held, random);
    axpby<double>(0, u, 0.01, u);
    system->set_scheme(step_scheme(Integrator::kBackwardEuler, {}, 0.05));
    system->update_rotations(u);
    system->linearise(u);
  }
};

class TetrahedraOf : public testing::TestWithParam<Kind> {};

TEST_P(TetrahedraOf, a_body_answer_by_one_symmetric_positive_map) {
  const DisplacedTorus body(GetParam());
  test::expect_linear_map(*body.system, body.rest.held);
}

TEST_P(TetrahedraOf, a_body_answer_by_one_symmetric_positive_map_of_three_cycles) {
  const DisplacedTorus body(GetParam());
  test::expect_linear_map(*body.system, body.rest.held, 3);
}

TEST_P(TetrahedraOf, a_body_are_solved_for_many_sides_as_for_each) {
  const DisplacedTorus body(GetParam());
  test::expect_many_as_alone(*body.system, body.rest.held, 1e-5);
}

TEST_P(TetrahedraOf, a_body_are_solved_at_once_as_in_turn) {
  const DisplacedTorus body(GetParam());
  test::expect_reentrant(*body.system, body.rest.held);
}

TEST_P(TetrahedraOf, a_body_in_the_wind_are_solved_for_many_sides_as_for_each) {
  const DisplacedTorus body(GetParam());
  body.system->set_drag(std::vector<Mat3>(body.rest.held.size(), 1e3 * Mat3::identity()));
  body.system->linearise(BlockVector<double>(body.rest.held.size()));
  test::expect_many_as_alone(*body.system, body.rest.held, 1e-5);
}

TEST_P(TetrahedraOf, a_body_on_rollers_answer_by_one_symmetric_positive_map) {
  const DisplacedTorus body(GetParam(), torus_on_rollers());
  EXPECT_GT(body.rest.rollers.size(), 10);
  test::expect_linear_map(*body.system, body.rest.held, 0, body.rest.rollers);
}

TEST_P(TetrahedraOf, a_body_on_rollers_are_solved_for_many_sides_as_for_each) {
  const DisplacedTorus body(GetParam(), torus_on_rollers());
  test::expect_many_as_alone(*body.system, body.rest.held, 1e-5, body.rest.rollers);
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, TetrahedraOf,
    testing::Values(Kind{"cauchy", Strain::kCauchy, SolverMethod::kMultigrid, Precision::kSingle},
                    Kind{"corotated", Strain::kCorotated, SolverMethod::kMultigridCg, Precision::kSingle},
                    Kind{"green", Strain::kGreen, SolverMethod::kMultigridCg, Precision::kSingle},
                    Kind{"corotated_in_double", Strain::kCorotated, SolverMethod::kMultigridCg,
                         Precision::kDouble},
                    Kind{"gradients", Strain::kCorotated, SolverMethod::kCg, Precision::kSingle},
                    Kind{"factors", Strain::kCorotated, SolverMethod::kCholesky, Precision::kSingle}),
    testing::PrintToStringParamName());

}  // namespace
}  // namespace sinew
