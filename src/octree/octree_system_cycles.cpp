#include "octree/octree_system_cycles.h"

#include <algorithm>

#include "octree/finest_cycle.h"
#include "octree/octree_system_finest.h"

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

// Cycles that are counted are to be cheap; those that lead to a tolerance are to leave nothing out: sweeps
// are of two steps, level 1 is not rounded and gets two directions as well, and there are more sweeps along
// cuts. On a cube of 80^3
// voxels cut into rods across the grid an error factor of 0.45 a cycle instead of 0.64.
class CyclingSystem final : public FinestSystem {
 public:
  CyclingSystem(const OctreeRest& rest, FinestLevel& finest, CellLevels levels, const SolverParams& params)
      : FinestSystem(rest, finest, params), coarse_(std::move(levels)), cycle_(finest_, coarse_) {
    CyclingSystem::set_params(params);
    finest_.set_hard_vertices(beside_cuts(rest.grid));
  }

  void set_params(const SolverParams& params) override {
    FinestSystem::set_params(params);
    cycle_params_ = cycle_params(params, kCubeOverRelaxation);
    cycle_params_.directions = 2;
    const bool cheap = params.cycles > 0;
    cycle_params_.single_levels = cheap ? 2 : 0;
    cycle_params_.directions_of_small = cheap ? 2 : 4;
    smoother_.steps = cheap ? 1 : 2;
    smoother_.hard_sweeps = cheap ? 0 : 2;
    coarse_.set_rounded(cheap);
  }

 private:
  void set_operators(std::span<const CellStiffness> stiffness, std::span<const double> mass) override {
    coarse_.set_stiffness(stiffness);
    coarse_.set_vertices(mass, rest_.held);
    finest_.update_diagonal();
    smoother_ = chebyshev_for(finest_.largest_eigenvalue());
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

  CoarseSolver coarse_;
  FinestCycle cycle_;
  CycleParams cycle_params_;
  ChebyshevParams smoother_;
};

}  // namespace

std::unique_ptr<OctreeSystem> make_cycling_system(const OctreeRest& rest, FinestLevel& finest,
                                                  CellLevels levels, const SolverParams& params) {
  return std::make_unique<CyclingSystem>(rest, finest, std::move(levels), params);
}

}  // namespace sinew
