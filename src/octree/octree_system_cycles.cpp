#include "octree/octree_system_cycles.h"

#include <algorithm>

#include "octree/finest_cycle.h"
#include "octree/octree_system_finest.h"

namespace sinew {

namespace {

// So many cycles in a row stay above what single precision leaves of a residual, 2e-4: the residual in double
// between them can wait.
constexpr int kCyclesInSingle = 4;

class CyclingSystem final : public FinestSystem {
 public:
  CyclingSystem(const OctreeRest& rest, FinestLevel& finest, CellLevels levels, const SolverParams& params)
      : FinestSystem(rest, finest, params), coarse_(std::move(levels)), cycle_(finest_, coarse_) {
    CyclingSystem::set_params(params);
  }

  void set_params(const SolverParams& params) override {
    FinestSystem::set_params(params);
    cycle_params_ = cycle_params(params, kCubeOverRelaxation);
    cycle_params_.directions = 2;
    cycle_params_.single_levels = params.cycles > 0 ? 1 : 0;
  }

 private:
  void set_operators(std::span<const CellStiffness> stiffness, std::span<const double> mass) override {
    coarse_.set_stiffness(stiffness);
    coarse_.set_vertices(mass, rest_.held);
    finest_.update_diagonal();
    smoother_ = chebyshev_for(finest_.largest_eigenvalue());
  }

  void rebuild_operators() override { coarse_.rebuild(finest_.rotations()); }

  int correct(SingleIn b, double tolerance, int most, SingleOut x) override {
    const auto cycle = [this](SingleIn from, SingleOut to) {
      cycle_.v_cycle(from, to, smoother_, cycle_params_);
    };
    if (params_.method == SolverMethod::kMultigrid) {
      cycle(b, x);
      const int count = params_.cycles > 0 ? std::min(most, kCyclesInSingle) : 1;
      for (int k = 1; k < count; ++k) cycle_.next_v_cycle(b, x, smoother_, cycle_params_);
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
