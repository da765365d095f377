#include "octree/octree_system_cycles.h"

#include "octree/finest_cycle.h"
#include "octree/octree_system_finest.h"

namespace sinew {

namespace {

class CyclingSystem final : public FinestSystem {
 public:
  CyclingSystem(const OctreeRest& rest, CellLevels levels, const SolverParams& params)
      : FinestSystem(rest, params), coarse_(std::move(levels)), cycle_(finest_, coarse_) {
    CyclingSystem::set_params(params);
  }

  void set_params(const SolverParams& params) override {
    FinestSystem::set_params(params);
    cycle_params_ = cycle_params(params, kCubeOverRelaxation);
    cycle_params_.directions = 2;
  }

 private:
  void set_operators(std::span<const CellStiffness> stiffness, std::span<const double> mass) override {
    coarse_.set_stiffness(stiffness);
    coarse_.set_vertices(mass, rest_.held);

    // Of cells that are not turned: what the smoother does must not depend on the way to a state.
    finest_.set_rotations(std::vector<CellRotation>(rest_.grid.cells.places.size()));
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
      return 1;
    }
    return conjugate_gradients(b, {tolerance, most, true}, x, cycle);
  }

  CoarseSolver coarse_;
  FinestCycle cycle_;
  CycleParams cycle_params_;
  ChebyshevParams smoother_;
};

}  // namespace

std::unique_ptr<OctreeSystem> make_cycling_system(const OctreeRest& rest, CellLevels levels,
                                                  const SolverParams& params) {
  return std::make_unique<CyclingSystem>(rest, std::move(levels), params);
}

}  // namespace sinew
