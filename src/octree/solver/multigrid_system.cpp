#include <algorithm>
#include <atomic>
#include <utility>

#include "base/parallel.h"
#include "octree/solver/matrix_free_system.h"
#include "octree/solver/octree_cycle.h"
#include "stepping/step_solver.h"

namespace sinew {

namespace {

// This many consecutive cycles leave a residual above what single precision can resolve, 2e-4, so it is
// recomputed in double only after them.
constexpr int kCyclesInSingle = 4;

// The unknowns of the cells on either side of a cut.
std::vector<char> beside_cuts(const OctreeGrid& grid) {
  constexpr Index kLinks = 1024;
  std::vector<char> beside(grid.vertices.unknowns, 0);
  const auto mark = [&](const LatticePoint& voxel) {
    if (!grid.voxels.inside(voxel)) return;
    for (const Index v : grid.unknowns[grid.cells.at(grid.voxels, voxel)].vertex)
      std::atomic_ref(beside[v]).store(1, std::memory_order_relaxed);
  };
  const std::vector<CutLink>& links = grid.voxels.cut_links();
  parallel_for_each(links.size(), kLinks, [&](Index k) {
    const CutLink& link = links[k];
    if (link.lower.cut <= 0 && link.upper.cut <= 0) return;
    mark(link.voxel), mark(link.voxel + unit_step(link.axis));
  });
  return beside;
}

// The numbers of each CycleKind. Level 2 of kMany has two directions, level 1 one: compared with two on
// both, CG reaches an error of 1e-6 in four fifths of the time on a cube of 80^3 voxels cut into rods across
// the grid, and in two thirds on a figure in balance. With the sweeps of kByThemselves along cuts, that cube
// has an error factor of 0.33 per cycle, and 0.77 per work of a plain one. With three sweeps down to a 64th of the
// largest eigenvalue it has 0.35 and 0.75, but a cube cut along the grid 0.21 and 0.64 instead of 0.15 and 0.59.
struct CycleBudget {
  int directions, single_levels, directions_of_small;  // CycleParams
  int steps, thin_sweeps;                              // ChebyshevParams
};
constexpr CycleBudget kBudgets[] = {
    {.directions = 1, .single_levels = 0, .directions_of_small = 1, .steps = 2, .thin_sweeps = 0},
    {.directions = 2, .single_levels = 2, .directions_of_small = 2, .steps = 1, .thin_sweeps = 0},
    {.directions = 2, .single_levels = 1, .directions_of_small = 4, .steps = 1, .thin_sweeps = 0},
    {.directions = 2, .single_levels = 0, .directions_of_small = 4, .steps = 2, .thin_sweeps = 4}};
// With CG, one step per sweep takes an eighth less time than two at a Poisson's ratio of 0.3, a little less at
// 0.35, and more from 0.4 on. This is the largest eigenvalue for which one is used.
constexpr double kLargestOfOneStep = 4;

CycleKind kind_for(SolverMethod method, const SolveGoal& goal) {
  if (goal.cycles > 0) return goal.cycles <= kCyclesInSingle ? CycleKind::kFew : CycleKind::kMany;
  return method == SolverMethod::kMultigridCg ? CycleKind::kMany : CycleKind::kByThemselves;
}

// Of the springs by which coarse levels feel rollers: this many times the diagonal of A at the node. A box in
// balance between three symmetry planes takes 20, 10, 7, 6, 6, 7 cycles with factors of 1, 2, 4, 8, 16, 64 (8 if
// one of its faces is clamped instead); with 0.5 cycles did not arrive.
constexpr double kStiffnessOfRollers = 16;

// A corner of a cell has (lambda + 4 mu) / 9 on the diagonal.
std::vector<double> stiffness_of_rollers(const OctreeRest& rest, std::span<const CellStiffness> cells,
                                         std::span<const double> mass) {
  if (rest.rollers.empty()) return {};
  std::vector<double> diagonal(mass.begin(), mass.end()), stiffness;
  for (std::size_t c = 0; c < cells.size(); ++c)
    for (const Index v : rest.grid.unknowns[c].vertex) diagonal[v] += (cells[c].lambda + 4 * cells[c].mu) / 9;
  for (const Roller& roller : rest.rollers) stiffness.push_back(kStiffnessOfRollers * diagonal[roller.node]);
  return stiffness;
}

class MultigridSystem final : public MatrixFreeSystem {
 public:
  MultigridSystem(const OctreeRest& rest, const OctreeStructure& structure, Strain strain,
                  std::unique_ptr<CellOperator> cells, std::unique_ptr<CoarseLevels> coarse,
                  const SolverParams& params)
      : MatrixFreeSystem(rest, structure, strain, std::move(cells), params),
        coarse_(std::move(coarse)),
        cycle_(*cells_, *coarse_) {
    if (params.method == SolverMethod::kMultigrid) cells_->set_thin_vertices(beside_cuts(rest_.grid));
  }

  void show_levels(SystemLevels& levels) const override {
    MatrixFreeSystem::show_levels(levels);
    levels.levels.back().P = &coarse_->interpolation();
    add_levels(coarse_->hierarchy(), coarse_->coarsest(), levels);
  }

 private:
  struct Choice {
    CycleParams cycle;
    ChebyshevParams smoother;
  };

  Choice choice_for(const SolveGoal& goal) const {
    Choice choice{cycle_params(params_, goal, kCubeOverRelaxation), smoother_};
    const CycleKind kind = cycle_kind_.value_or(kind_for(params_.method, goal));
    const CycleBudget& budget = kBudgets[static_cast<std::size_t>(kind)];
    choice.cycle.directions = budget.directions;
    choice.cycle.single_levels = budget.single_levels;
    choice.cycle.directions_of_small = budget.directions_of_small;
    choice.smoother.steps = budget.steps;
    if (params_.method == SolverMethod::kMultigridCg && smoother_.largest > kLargestOfOneStep)
      choice.smoother.steps = 2;
    choice.smoother.thin_sweeps = budget.thin_sweeps;
    return choice;
  }

  // For cycles that are the same linear map each time, on one side or many.
  Choice linear_choice() const {
    SolveGoal goal;
    goal.linear = true;
    Choice choice{cycle_params(params_, goal, kCubeOverRelaxation), smoother_};
    choice.smoother.steps = smoother_.largest > kLargestOfOneStep ? 2 : 1;
    choice.smoother.thin_sweeps = 0;
    return choice;
  }

  void set_operators(std::span<const CellStiffness> stiffness, std::span<const double> mass,
                     double factor) override {
    // The spectrum takes longer: its loops get help from the thread that is done with the other.
    run_both([&] { smoother_ = chebyshev_for(cells_->largest_eigenvalue()); },
             [&] {
               coarse_->set_stiffness(stiffness);
               coarse_->set_parts(parts_, factor);
               coarse_->set_masses(mass);
               coarse_->set_rollers(rest_.rollers, stiffness_of_rollers(rest_, stiffness, mass));
             });
  }

  void rebuild_operators() override { coarse_->rebuild(cells_->rotations()); }

  int correct(const SolveGoal& goal, SingleIn b, double tolerance, int most, SingleOut x,
              SolveScratch& scratch) const override {
    const Choice choice = goal.linear ? linear_choice() : choice_for(goal);
    OctreeCycle::Work& own = scratch.cycle;
    if (own.spare.empty()) own = cycle_.make_work();
    const auto cycle = [&](SingleIn from, SingleOut to) {
      cycle_.v_cycle(from, to, choice.smoother, choice.cycle, own);
    };
    if (params_.method != SolverMethod::kMultigrid && !goal.linear)
      return conjugate_gradients(b, {tolerance, most, true}, x, scratch, cycle);
    if (watch_) watch_({});
    cycle(b, x);
    const int count = goal.counted() > 0 ? std::min(most, kCyclesInSingle) : 1;
    for (int k = 1; k < count; ++k) {
      if (watch_) watch_(x);
      cycle_.next_v_cycle(b, x, choice.smoother, choice.cycle, own);
    }
    return count;
  }

  int correct_panel(const SolveGoal& goal, PanelIn b, const PerSide& tolerance, int most, PanelOut x,
                    PanelScratch& scratch) const override {
    Choice choice = goal.linear ? linear_choice() : choice_for(goal);
    // More are rarely worth their cost: the slowest of sixteen sides decides how many directions are taken.
    choice.cycle.directions_of_small = 2;
    if (scratch.cycle.spare.empty()) scratch.cycle = cycle_.make_work<PanelRow<float>>();
    const auto cycle = [&](PanelIn from, PanelOut to) {
      cycle_.v_cycle(from, to, choice.smoother, choice.cycle, scratch.cycle);
    };
    const bool by_themselves = params_.method == SolverMethod::kMultigrid && goal.counted() > 0;
    if (!by_themselves && !goal.linear)
      return conjugate_gradients_of_sides(b, {tolerance, most, true}, x, scratch, cycle);
    cycle(b, x);
    const int count = std::min(most, kCyclesInSingle);
    for (int k = 1; k < count; ++k) cycle_.next_v_cycle(b, x, choice.smoother, choice.cycle, scratch.cycle);
    return count;
  }

  std::unique_ptr<CoarseLevels> coarse_;
  OctreeCycle cycle_;
  ChebyshevParams smoother_;
};

}  // namespace

std::unique_ptr<OctreeSystem> make_multigrid_system(const OctreeRest& rest, const OctreeStructure& structure,
                                                    Strain strain, std::unique_ptr<CellOperator> cells,
                                                    std::unique_ptr<CoarseLevels> coarse,
                                                    const SolverParams& params) {
  return std::make_unique<MultigridSystem>(rest, structure, strain, std::move(cells), std::move(coarse),
                                           params);
}

}  // namespace sinew
