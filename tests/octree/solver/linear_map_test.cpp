#include <gtest/gtest.h>

#include "octree/random_system.h"
#include "octree/solver/octree_system.h"
#include "stepping/linear_map.h"

namespace sinew {
namespace {

// A cut body, held at one side, its cells turned at random.
struct TurnedBody {
  OctreeRest rest;
  std::unique_ptr<OctreeSystem> system;

  TurnedBody(std::uint64_t seed, SolverMethod method, bool with_matrices, double poisson = 0.3,
             const std::vector<RegionHold>& rollers = {}) {
    const Region all_low{HalfSpaceRegion{{3, 0, 0}, {-1, 0, 0}}};
    MaterialMap materials;
    materials.base = {1e5, poisson, 100};
    std::vector<RegionHold> holds{{all_low, {}}};
    holds.insert(holds.end(), rollers.begin(), rollers.end());
    rest = make_octree_rest(make_octree_grid(test::cut_box(seed, 14), 3), materials, holds);
    Random random(seed);
    std::vector<CellRotation> rotations;
    for (Index c = 0; c < rest.grid.cells.count(); ++c) {
      const auto [w, x, y, z] = test::random_rotation(random, 0.5);
      rotations.push_back(
          {static_cast<float>(w), static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)});
    }
    SolverParams params;
    params.method = method;
    system = with_matrices ? make_assembled_system(rest, OctreeStructure(rest), Strain::kCorotated, params)
                           : make_octree_system(rest, Strain::kCorotated, params);
    system->set_scheme(step_scheme(Integrator::kBackwardEuler, {}, 0.05));
    system->turn_cells(rotations);
    system->linearise({});
  }
};

struct Kind {
  const char* name;
  SolverMethod method;
  bool with_matrices;
};
std::ostream& operator<<(std::ostream& out, const Kind& kind) { return out << kind.name; }

class CutOctree : public testing::TestWithParam<Kind> {};

TEST_P(CutOctree, answers_by_one_symmetric_positive_map) {
  const TurnedBody body(3, GetParam().method, GetParam().with_matrices);
  test::expect_linear_map(*body.system, body.rest.held);
}

TEST_P(CutOctree, answers_by_one_symmetric_positive_map_of_three_cycles) {
  const TurnedBody body(5, GetParam().method, GetParam().with_matrices, 0.45);
  test::expect_linear_map(*body.system, body.rest.held, 3);
}

TEST_P(CutOctree, solves_for_many_sides_as_for_each) {
  const TurnedBody body(7, GetParam().method, GetParam().with_matrices);
  test::expect_many_as_alone(*body.system, body.rest.held, 1e-5);
}

TEST_P(CutOctree, solves_at_once_as_in_turn) {
  const TurnedBody body(7, GetParam().method, GetParam().with_matrices);
  test::expect_reentrant(*body.system, body.rest.held);
}

// A slanted direction on one side, two of them on another.
const std::vector<RegionHold> kRollers{
    {{HalfSpaceRegion{{0, 4, 0}, {0, -1, 0}}}, {}, {{1, 2, -1}}},
    {{HalfSpaceRegion{{10, 0, 0}, {1, 0, 0}}}, {}, {{0, 1, 1}, {0, 0, 1}}}};

TEST_P(CutOctree, on_rollers_answers_by_one_symmetric_positive_map) {
  const TurnedBody body(3, GetParam().method, GetParam().with_matrices, 0.3, kRollers);
  EXPECT_GT(body.rest.rollers.size(), 100);
  test::expect_linear_map(*body.system, body.rest.held, 0, body.rest.rollers);
}

TEST_P(CutOctree, on_rollers_solves_for_many_sides_as_for_each) {
  const TurnedBody body(7, GetParam().method, GetParam().with_matrices, 0.45, kRollers);
  test::expect_many_as_alone(*body.system, body.rest.held, 1e-5, body.rest.rollers);
}

INSTANTIATE_TEST_SUITE_P(Kinds, CutOctree,
                         testing::Values(Kind{"cycles", SolverMethod::kMultigrid, false},
                                         Kind{"cycles_before_gradients", SolverMethod::kMultigridCg, false},
                                         Kind{"gradients", SolverMethod::kCg, false},
                                         Kind{"factors", SolverMethod::kCholesky, true},
                                         Kind{"stored_cycles", SolverMethod::kMultigrid, true},
                                         Kind{"stored_gradients", SolverMethod::kCg, true}),
                         testing::PrintToStringParamName());

}  // namespace
}  // namespace sinew
