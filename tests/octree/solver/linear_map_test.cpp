#include <gtest/gtest.h>

#include "octree/random_system.h"
#include "octree/solver/octree_system.h"
#include "stepping/linear_map.h"

namespace sinew {
namespace {

struct Kind {
  const char* name;
  SolverMethod method;
  bool with_matrices;
  Strain strain = Strain::kCorotated;
  Integrator integrator = Integrator::kBackwardEuler;
};
std::ostream& operator<<(std::ostream& out, const Kind& kind) { return out << kind.name; }

// A cut body, held at one side, its cells turned at random unless their strain is linear. What the cuts leave
// free is held too if it is static.
struct TurnedBody {
  OctreeRest rest;
  std::unique_ptr<OctreeSystem> system;

  TurnedBody(std::uint64_t seed, const Kind& kind, double poisson = 0.3,
             const std::vector<RegionHold>& rollers = {}) {
    const Region all_low{HalfSpaceRegion{{3, 0, 0}, {-1, 0, 0}}};
    MaterialMap materials;
    materials.base = {1e5, poisson, 100};
    std::vector<RegionHold> holds{{all_low, {}}};
    holds.insert(holds.end(), rollers.begin(), rollers.end());
    const auto make_rest = [&] {
      return make_octree_rest(make_octree_grid(test::cut_box(seed, 14), 3), materials, holds);
    };
    rest = make_rest();
    if (kind.integrator == Integrator::kStatic) {
      const PointsRegion free = region_to_hold_free_pieces(rest, {0, -1, 0}, {});
      if (!free.points.empty()) holds.push_back({{free}, {}}), rest = make_rest();
    }
    Random random(seed);
    std::vector<CellRotation> rotations;
    for (Index c = 0; c < rest.grid.cells.count(); ++c) {
      const auto [w, x, y, z] = test::random_rotation(random, 0.5);
      rotations.push_back(
          {static_cast<float>(w), static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)});
    }
    SolverParams params;
    params.method = kind.method;
    system = kind.with_matrices ? make_assembled_system(rest, OctreeStructure(rest), kind.strain, params)
                                : make_octree_system(rest, kind.strain, params);
    system->set_scheme(step_scheme(kind.integrator, {}, 0.05));
    if (kind.strain == Strain::kCorotated) system->turn_cells(rotations);
    system->linearise({});
  }
};

class CutOctree : public testing::TestWithParam<Kind> {};

TEST_P(CutOctree, answers_by_one_symmetric_positive_map) {
  const TurnedBody body(3, GetParam());
  test::expect_linear_map(*body.system, body.rest.held);
}

TEST_P(CutOctree, answers_by_one_symmetric_positive_map_of_three_cycles) {
  const TurnedBody body(5, GetParam(), 0.45);
  test::expect_linear_map(*body.system, body.rest.held, 3);
}

TEST_P(CutOctree, solves_for_many_sides_as_for_each) {
  const TurnedBody body(7, GetParam());
  test::expect_many_as_alone(*body.system, body.rest.held, 1e-5);
}

TEST_P(CutOctree, solves_at_once_as_in_turn) {
  const TurnedBody body(7, GetParam());
  test::expect_reentrant(*body.system, body.rest.held);
}

// A slanted direction on one side, two of them on another.
const std::vector<RegionHold> kRollers{
    {{HalfSpaceRegion{{0, 4, 0}, {0, -1, 0}}}, {}, {{1, 2, -1}}},
    {{HalfSpaceRegion{{10, 0, 0}, {1, 0, 0}}}, {}, {{0, 1, 1}, {0, 0, 1}}}};

TEST_P(CutOctree, on_rollers_answers_by_one_symmetric_positive_map) {
  const TurnedBody body(3, GetParam(), 0.3, kRollers);
  EXPECT_GT(body.rest.rollers.size(), 100);
  test::expect_linear_map(*body.system, body.rest.held, 0, body.rest.rollers);
}

TEST_P(CutOctree, on_rollers_solves_for_many_sides_as_for_each) {
  const TurnedBody body(7, GetParam(), 0.45, kRollers);
  test::expect_many_as_alone(*body.system, body.rest.held, 1e-5, body.rest.rollers);
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, CutOctree,
    testing::Values(
        Kind{"cycles", SolverMethod::kMultigrid, false},
        Kind{"cycles_before_gradients", SolverMethod::kMultigridCg, false},
        Kind{"gradients", SolverMethod::kCg, false}, Kind{"factors", SolverMethod::kCholesky, true},
        Kind{"stored_cycles", SolverMethod::kMultigrid, true},
        Kind{"stored_gradients", SolverMethod::kCg, true},
        Kind{"stored_cycles_before_gradients", SolverMethod::kMultigridCg, true},
        Kind{"linear_strain", SolverMethod::kMultigridCg, false, Strain::kCauchy},
        Kind{"stored_linear_strain", SolverMethod::kMultigrid, true, Strain::kCauchy},
        Kind{"static_cycles", SolverMethod::kMultigrid, false, Strain::kCorotated, Integrator::kStatic},
        Kind{"static_linear_strain", SolverMethod::kMultigridCg, false, Strain::kCauchy, Integrator::kStatic},
        Kind{"static_stored", SolverMethod::kMultigridCg, true, Strain::kCorotated, Integrator::kStatic}),
    testing::PrintToStringParamName());

}  // namespace
}  // namespace sinew
