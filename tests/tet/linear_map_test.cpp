#include <gtest/gtest.h>

#include "mesh/test_surfaces.h"
#include "shape/structured.h"
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
  std::optional<Precision> precision;
  Integrator integrator = Integrator::kBackwardEuler;
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

// A square of cloth of 1 mm that bends as a plate does (Morley's triangle), clamped along one edge.
const TetBodyModel& cloth() {
  static const TetBodyModel model = [] {
    TetBodyModel made;
    std::vector<SurfaceMesh> levels;
    for (const Index triangles : {512, 128, 32}) levels.push_back(structured_sheet(1, 1, triangles));
    made.holds.push_back({});
    for (Index v = 0; v < levels[0].vertex_count(); ++v)
      if (levels[0].positions[v].x < -0.4) made.holds[0].nodes.push_back(v);
    made.sheet = Sheet{std::move(levels), 1e-3, 1};
    made.materials = {{1e6, 0.3, 300}};
    made.forces.clear();
    return made;
  }();
  return model;
}

ElasticParams params_of(const Kind& kind) {
  ElasticParams params;
  params.strain = kind.strain;
  params.solver.method = kind.method;
  params.precision = kind.precision;
  params.integrator = kind.integrator;
  return params;
}

// The system of a body in a step, displaced at random.
struct DisplacedBody {
  TetDiscretization parts;
  const ElasticRest& rest = parts.rest();
  StepSystem* system = &parts.system();

  explicit DisplacedBody(const Kind& kind, const TetBodyModel& model = torus(), double size = 0.01)
      : parts("body", model, params_of(kind)) {
    Random random(3);
    BlockVector<double> u = test::random_load(rest.held, random);
    axpby<double>(0, u, size, u);
    system->set_scheme(step_scheme(kind.integrator, {}, 0.05));
    system->update_rotations(u);
    system->linearise(u);
  }
};

class TetrahedraOf : public testing::TestWithParam<Kind> {};

TEST_P(TetrahedraOf, a_body_answer_by_one_symmetric_positive_map) {
  const DisplacedBody body(GetParam());
  test::expect_linear_map(*body.system, body.rest.held);
}

TEST_P(TetrahedraOf, a_body_answer_by_one_symmetric_positive_map_of_three_cycles) {
  const DisplacedBody body(GetParam());
  test::expect_linear_map(*body.system, body.rest.held, 3);
}

TEST_P(TetrahedraOf, a_body_are_solved_for_many_sides_as_for_each) {
  const DisplacedBody body(GetParam());
  test::expect_many_as_alone(*body.system, body.rest.held, 1e-5);
}

TEST_P(TetrahedraOf, a_body_are_solved_at_once_as_in_turn) {
  const DisplacedBody body(GetParam());
  test::expect_reentrant(*body.system, body.rest.held);
}

TEST_P(TetrahedraOf, a_body_in_the_wind_are_solved_for_many_sides_as_for_each) {
  const DisplacedBody body(GetParam());
  body.system->set_drag(std::vector<Mat3>(body.rest.held.size(), 1e3 * Mat3::identity()));
  body.system->linearise(BlockVector<double>(body.rest.held.size()));
  test::expect_many_as_alone(*body.system, body.rest.held, 1e-5);
}

TEST_P(TetrahedraOf, a_body_on_rollers_answer_by_one_symmetric_positive_map) {
  const DisplacedBody body(GetParam(), torus_on_rollers());
  EXPECT_GT(body.rest.rollers.size(), 10);
  test::expect_linear_map(*body.system, body.rest.held, 0, body.rest.rollers);
}

TEST_P(TetrahedraOf, a_body_on_rollers_are_solved_for_many_sides_as_for_each) {
  const DisplacedBody body(GetParam(), torus_on_rollers());
  test::expect_many_as_alone(*body.system, body.rest.held, 1e-5, body.rest.rollers);
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, TetrahedraOf,
    testing::Values(Kind{"cauchy", Strain::kCauchy, SolverMethod::kMultigrid, Precision::kSingle},
                    Kind{"corotated", Strain::kCorotated, SolverMethod::kMultigridCg, Precision::kSingle},
                    Kind{"green", Strain::kGreen, SolverMethod::kMultigridCg, Precision::kSingle},
                    Kind{"corotated_in_double", Strain::kCorotated, SolverMethod::kMultigridCg,
                         Precision::kDouble},
                    Kind{"cauchy_in_double", Strain::kCauchy, SolverMethod::kMultigrid, Precision::kDouble},
                    Kind{"static_cauchy", Strain::kCauchy, SolverMethod::kMultigrid, Precision::kSingle,
                         Integrator::kStatic},
                    Kind{"static_corotated", Strain::kCorotated, SolverMethod::kMultigridCg,
                         Precision::kSingle, Integrator::kStatic},
                    Kind{"static_green", Strain::kGreen, SolverMethod::kMultigridCg, Precision::kSingle,
                         Integrator::kStatic},
                    Kind{"gradients", Strain::kCorotated, SolverMethod::kCg, Precision::kSingle},
                    Kind{"factors", Strain::kCorotated, SolverMethod::kCholesky, Precision::kSingle}),
    testing::PrintToStringParamName());

// Wrinkles of a twentieth of an edge.
class SheetOf : public testing::TestWithParam<Kind> {
 protected:
  DisplacedBody body{GetParam(), cloth(), 0.003};
};

TEST_P(SheetOf, triangles_answers_by_one_symmetric_positive_map) {
  test::expect_linear_map(*body.system, body.rest.held);
}

TEST_P(SheetOf, triangles_answers_by_one_symmetric_positive_map_of_three_cycles) {
  test::expect_linear_map(*body.system, body.rest.held, 3);
}

TEST_P(SheetOf, triangles_is_solved_for_many_sides_as_for_each) {
  test::expect_many_as_alone(*body.system, body.rest.held, 1e-5);
}

TEST_P(SheetOf, triangles_is_solved_at_once_as_in_turn) {
  test::expect_reentrant(*body.system, body.rest.held);
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, SheetOf,
    testing::Values(Kind{"cauchy", Strain::kCauchy, SolverMethod::kMultigridCg, {}},
                    Kind{"green", Strain::kGreen, SolverMethod::kMultigridCg, {}},
                    Kind{"green_cycles", Strain::kGreen, SolverMethod::kMultigrid, {}},
                    Kind{
                        "static_green", Strain::kGreen, SolverMethod::kMultigridCg, {}, Integrator::kStatic}),
    testing::PrintToStringParamName());

}  // namespace
}  // namespace sinew
