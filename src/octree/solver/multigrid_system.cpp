#include "octree/solver/multigrid_system.h"

#include <algorithm>
#include <utility>

#include "base/parallel.h"
#include "octree/solver/matrix_free_system.h"
#include "octree/solver/octree_cycle.h"
#include "stepping/solver_cycle.h"

namespace sinew {

namespace {

// So many cycles in a row stay above what single precision leaves of a residual, 2e-4: the residual in double
// between them can wait.
constexpr int kCyclesInSingle = 4;

// Unknowns of the cells at either side of a cut.
std::vector<char> beside_cuts(const OctreeGrid& grid) {
  std::vector<char> beside(grid.vertices.unknowns, 0);
  const auto mark = [&](const LatticePoint& voxel) {
    if (!grid.voxels.inside(voxel)) return;
    for (const Index v : grid.unknowns[grid.cells.at(grid.voxels, voxel)].vertex) beside[v] = 1;
  };
  for (const CutLink& link : grid.voxels.cut_links()) {
    if (link.lower.cut <= 0 && link.upper.cut <= 0) continue;
    mark(link.voxel), mark(link.voxel + unit_step(link.axis));
  }
  return beside;
}

// What is left out of a cycle. The most of it where a few cycles are all that a step gets, and their first
// ones do the work. Before CG, which makes up for it, and where many are counted, level 2 has two directions:
// to an error of 1e-6 CG takes four fifths of the time that it takes with two on level 1 as well, on a cube
// of 80^3 voxels cut into rods across the grid, and two thirds on a figure in balance. Nothing where cycles
// by themselves are to reach a tolerance: there are more sweeps along cuts then, and that cube has an error
// factor of 0.45 a cycle instead of 0.64.
struct CycleBudget {
  int single_levels, directions_of_small;  // CycleParams
  int steps, thin_sweeps;                  // ChebyshevParams
};
constexpr CycleBudget kFewCycles{.single_levels = 2, .directions_of_small = 2, .steps = 1, .thin_sweeps = 0};
constexpr CycleBudget kManyCycles{.single_levels = 1, .directions_of_small = 4, .steps = 1, .thin_sweeps = 0};
constexpr CycleBudget kByThemselves{
    .single_levels = 0, .directions_of_small = 4, .steps = 2, .thin_sweeps = 2};
// One step before CG takes a tenth less time than two where Poisson's ratio is 0.3, as much at 0.4, and more
// from 0.45 on.
constexpr double kLargestOfOneStep = 3.35;

const CycleBudget& budget_of(const SolverParams& params) {
  if (params.cycles > 0) return params.cycles <= kCyclesInSingle ? kFewCycles : kManyCycles;
  return params.method == SolverMethod::kMultigridCg ? kManyCycles : kByThemselves;
}

class MultigridSystem final : public MatrixFreeSystem {
 public:
  MultigridSystem(const OctreeRest& rest, CellOperator& finest, CoarseLevels& coarse,
                  const SolverParams& params)
      : MatrixFreeSystem(rest, finest, params), coarse_(coarse), cycle_(finest_, coarse_) {
    MultigridSystem::set_params(params);
  }

  void set_params(const SolverParams& params) override {
    MatrixFreeSystem::set_params(params);
    cycle_params_ = cycle_params(params, kCubeOverRelaxation);
    const CycleBudget& budget = budget_of(params);
    cycle_params_.directions = 2;
    cycle_params_.single_levels = budget.single_levels;
    cycle_params_.directions_of_small = budget.directions_of_small;
    smoother_.steps = budget.steps;
    if (params.method == SolverMethod::kMultigridCg && smoother_.largest > kLargestOfOneStep)
      smoother_.steps = 2;
    smoother_.thin_sweeps = budget.thin_sweeps;
    if (smoother_.thin_sweeps > 0 && !std::exchange(knows_thin_parts_, true))
      finest_.set_thin_vertices(beside_cuts(rest_.grid));
  }

 private:
  void set_operators(std::span<const CellStiffness> stiffness, std::span<const double> mass) override {
    run_both(
        [&] {
          coarse_.set_stiffness(stiffness);
          coarse_.set_vertices(mass, rest_.held);
        },
        [&] {
          finest_.update_diagonal();
          smoother_ = chebyshev_for(finest_.largest_eigenvalue());
        });
    set_params(params_);
  }

  void rebuild_operators() override { coarse_.rebuild(finest_.rotations()); }

  int correct(SingleIn b, double tolerance, int most, SingleOut x) override {
    const auto cycle = [this](SingleIn from, SingleOut to) {
      cycle_.v_cycle(from, to, smoother_, cycle_params_);
    };
    if (params_.method == SolverMethod::kMultigrid) {
      if (watch_) watch_({});
      cycle(b, x);
      const int count = params_.cycles > 0 ? std::min(most, kCyclesInSingle) : 1;
      for (int k = 1; k < count; ++k) {
        if (watch_) watch_(x);
        cycle_.next_v_cycle(b, x, smoother_, cycle_params_);
      }
      return count;
    }
    return conjugate_gradients(b, {tolerance, most, true}, x, cycle);
  }

  CoarseLevels& coarse_;
  OctreeCycle cycle_;
  CycleParams cycle_params_;
  ChebyshevParams smoother_;
  bool knows_thin_parts_ = false;
};

}  // namespace

std::unique_ptr<OctreeSystem> make_multigrid_system(const OctreeRest& rest, CellOperator& finest,
                                                    CoarseLevels& coarse, const SolverParams& params) {
  return std::make_unique<MultigridSystem>(rest, finest, coarse, params);
}

}  // namespace sinew
