#include "octree/solver/octree_system.h"

#include <gtest/gtest.h>

#include "base/parallel.h"
#include "base/random.h"
#include "octree/random_system.h"

namespace sinew {
namespace {

using In = std::span<const Block3<double>>;

SolverParams solver_of(SolverMethod method, double tolerance = 1e-9) {
  SolverParams params;
  params.method = method;
  params.tolerance = tolerance;
  return params;
}

// A cut body, held at one side, its cells turned at random, and a load on what is free.
struct Problem {
  OctreeRest rest;
  StepScheme scheme = step_scheme(Integrator::kNewmark, {}, 0.1);
  std::vector<CellRotation> rotations;
  BlockVector<double> b;

  explicit Problem(std::uint64_t seed) {
    const Region all_low{HalfSpaceRegion{{3, 0, 0}, {-1, 0, 0}}};
    MaterialMap materials;
    materials.base = {1e5, 0.3, 100};
    rest = make_octree_rest(make_octree_grid(test::cut_box(seed, 14), 3), materials,
                            std::vector<RegionHold>{{all_low, {}}});
    Random random(seed);
    for (Index c = 0; c < rest.grid.cells.count(); ++c) {
      const auto [w, x, y, z] = test::random_rotation(random, 0.5);
      rotations.push_back(
          {static_cast<float>(w), static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)});
    }
    for (const char held : rest.held)
      b.push_back(held != 0 ? Block3<double>{} : to_block(random.in_box({-1, -1, -1}, {1, 1, 1})));
  }
};

// A system of the problem, its cells turned.
struct Solver {
  const Problem& problem;
  SolveGoal goal;
  std::unique_ptr<OctreeSystem> system;

  Solver(const Problem& p, SolverMethod method, bool with_matrices = false)
      : problem(p),
        goal(goal_of(solver_of(method))),
        system(with_matrices ? make_assembled_system(problem.rest, OctreeStructure(problem.rest),
                                                     Strain::kCorotated, solver_of(method))
                             : make_octree_system(problem.rest, Strain::kCorotated, solver_of(method))) {
    system->set_scheme(problem.scheme);
  }

  BlockVector<double> solution() {
    system->turn_cells(problem.rotations);
    system->linearise({});
    BlockVector<double> r = problem.b, e(r.size());
    EXPECT_TRUE(system->solve(goal, r, e, *system->make_work()).converged);
    return e;
  }
};

double difference(In a, In b) {
  BlockVector<double> d(a.begin(), a.end());
  axpby<double>(-1, b, 1, d);
  return norm<double>(d) / norm<double>(b);
}

TEST(OctreeSystem, conjugate_gradients_without_matrices_agree_with_those_that_store_them) {
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    const Problem problem(seed);
    Solver free(problem, SolverMethod::kCg);
    Solver stored(problem, SolverMethod::kCg, true);
    EXPECT_LT(difference(free.solution(), stored.solution()), 1e-5) << seed;
  }
}

// What runs in a body: cells without matrices, rounded rows, directions on coarse levels. Stiffness and axes of
// cells are in single precision there, so that the two systems differ by 1e-7.
TEST(OctreeSystem, cycles_alone_and_before_cg_give_the_direct_solution_of_cut_bodies) {
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    const Problem problem(seed);
    const BlockVector<double> direct = Solver(problem, SolverMethod::kCholesky).solution();
    for (const SolverMethod method : {SolverMethod::kMultigrid, SolverMethod::kMultigridCg})
      EXPECT_LT(difference(Solver(problem, method).solution(), direct), 2e-7) << seed;
  }
}

TEST(OctreeSystem, conjugate_gradients_have_the_same_bits_for_any_number_of_threads) {
  const Problem problem(1);
  const int threads = thread_count();
  std::vector<BlockVector<double>> results;
  for (const int count : {1, 2, 4}) {
    set_thread_count(count);
    results.push_back(Solver(problem, SolverMethod::kCg).solution());
  }
  set_thread_count(threads);
  EXPECT_EQ(results[0], results[1]);
  EXPECT_EQ(results[0], results[2]);
}

TEST(OctreeSystem, a_solve_leaves_no_trace_in_the_next) {
  const Problem problem(2);
  Solver solver(problem, SolverMethod::kCg);
  const BlockVector<double> first = solver.solution();
  EXPECT_EQ(solver.solution(), first);
}

TEST(OctreeSystem, a_watched_solve_shows_every_iterate_from_zero_to_the_solution) {
  const Problem problem(3);
  for (const SolverMethod method :
       {SolverMethod::kMultigrid, SolverMethod::kMultigridCg, SolverMethod::kCg}) {
    Solver solver(problem, method);
    const BlockVector<double> solution = solver.solution();
    OctreeSystem* const system = solver.system.get();
    BlockVector<double> r = problem.b, e(r.size());
    std::vector<double> errors;
    system->set_watch([&](std::span<const Block3<float>> x) {
      BlockVector<double> iterate = e;
      if (!x.empty()) add_scaled<float>(x, norm<double>(r), iterate);
      errors.push_back(difference(iterate, solution));
    });
    const SolveReport report = system->solve(solver.goal, r, e, *system->make_work());
    EXPECT_EQ(e, solution);
    ASSERT_EQ(errors.size(), static_cast<std::size_t>(report.iterations));
    EXPECT_EQ(errors[0], 1);
    EXPECT_LT(errors.back(), 1e-4);
    for (std::size_t k = 1; k < errors.size(); ++k) EXPECT_LT(errors[k], 1.01 * errors[k - 1] + 1e-6);
  }
}

}  // namespace
}  // namespace sinew
