#include "stepping/step_solver.h"

namespace sinew {

CycleParams cycle_params(const SolverParams& params, const SolveGoal& goal, double over_relaxation) {
  CycleParams cycle;
  cycle.sweeps_before = params.sweeps_before;
  cycle.sweeps_after = params.sweeps_after;
  cycle.symmetric = params.method == SolverMethod::kMultigridCg || goal.counted() > 0;
  cycle.linear = goal.linear;
  cycle.relaxation = params.relaxation > 0 ? params.relaxation : cycle.symmetric ? 1 : over_relaxation;
  return cycle;
}

template <typename Real, typename Entry>
StepSolver<Real, Entry>::StepSolver(const SolverParams& params, const StepOperator<Entry>& A,
                                    const BlockMatrix<Real>& cycle_matrix,
                                    std::unique_ptr<Multigrid<Real>> multigrid, double over_relaxation)
    : params_(params),
      over_relaxation_(over_relaxation),
      A_(A),
      cycle_matrix_(cycle_matrix),
      multigrid_(std::move(multigrid)) {}

template <typename Real, typename Entry>
void StepSolver<Real, Entry>::rebuild() {
  switch (params_.method) {
    case SolverMethod::kMultigrid:
    case SolverMethod::kMultigridCg:
      multigrid_->set_matrix(cycle_matrix_, A_.held());
      break;
    case SolverMethod::kCg:
      diagonal_.set_matrix(cycle_matrix_);
      break;
    case SolverMethod::kCholesky:
      direct_.factor(A_.matrix(), A_.held());
      break;
  }
}

template <typename Real, typename Entry>
CycleParams StepSolver<Real, Entry>::cycle_for(const SolveGoal& goal) const {
  return cycle_params(params_, goal, over_relaxation_);
}

template <typename Real, typename Entry>
int StepSolver<Real, Entry>::correct(const SolveGoal& goal, In b, double tolerance, int most, Out x,
                                     Work& work) const {
  const CycleParams cycle = cycle_for(goal);
  const auto v_cycle = [&](In r, Out z) { multigrid_->v_cycle(r, z, cycle, work.cycle); };
  const auto iterate = [&](auto&& precondition) {
    return conjugate_gradient<Real>(cycle_matrix_, b, x, precondition, {tolerance, most}, work.gradients)
        .iterations;
  };
  switch (params_.method) {
    case SolverMethod::kMultigridCg:
      if (!goal.linear) return iterate(v_cycle);
      [[fallthrough]];
    case SolverMethod::kMultigrid:
      v_cycle(b, x);
      return 1;
    case SolverMethod::kCg:
      if (!goal.linear) return iterate(diagonal_);
      diagonal_(b, x);
      return most;  // repeating it need not converge
    case SolverMethod::kCholesky:
      direct_.solve<Real>(b, x, work.direct);
      break;
  }
  return goal.linear ? most : 1;
}

template <typename Real, typename Entry>
SolveReport StepSolver<Real, Entry>::solve(const SolveGoal& goal, std::span<Block3<double>> r,
                                           std::span<Block3<double>> e, Work& work) const {
  if (multigrid_ && work.cycle.empty()) work.cycle = multigrid_->make_work();
  return work.defect.solve(
      goal, r, e,
      [&](In b, double tolerance, int most, Out x) {
        const int iterations = correct(goal, b, tolerance, most, x, work);
        project(A_.rollers(), x);
        return iterations;
      },
      [&](double scale, In x, std::span<Block3<double>> rest) {
        A_.template subtract_product<Real>(scale, x, rest);
      });
}

template <typename Real, typename Entry>
int StepSolver<Real, Entry>::correct(const SolveGoal& goal, std::span<const PanelRow<Real>> b,
                                     const PerSide& tolerance, int most, std::span<PanelRow<Real>> x,
                                     PanelWork& work) const {
  using PanelIn = std::span<const PanelRow<Real>>;
  using PanelOut = std::span<PanelRow<Real>>;
  CycleParams cycle = cycle_for(goal);
  cycle.symmetric = true;
  if (params_.relaxation == 0) cycle.relaxation = 1;
  const auto v_cycle = [&](PanelIn r, PanelOut z) { multigrid_->v_cycle(r, z, cycle, work.cycle); };
  const auto iterate = [&](auto&& precondition) {
    return conjugate_gradients<Real>(
        [&](PanelIn p, PanelOut q) { multiply<Real>(cycle_matrix_, p, q, colours()); }, b, x, precondition,
        {tolerance, most}, work.gradients);
  };
  switch (params_.method) {
    case SolverMethod::kMultigridCg:
      if (!goal.linear) return iterate(v_cycle);
      v_cycle(b, x);
      return 1;
    case SolverMethod::kMultigrid:
      if (goal.counted() == 0) return iterate(v_cycle);
      v_cycle(b, x);
      return 1;
    case SolverMethod::kCg:
      if (!goal.linear) return iterate(diagonal_);
      diagonal_(b, x);
      return most;
    case SolverMethod::kCholesky:
      direct_.solve<Real>(b, x, work.direct);
      break;
  }
  return goal.linear ? most : 1;
}

template <typename Real, typename Entry>
void StepSolver<Real, Entry>::solve_panel(const SolveGoal& goal, std::span<const BlockVector<double>> r,
                                          std::span<BlockVector<double>> e, std::span<SolveReport> reports,
                                          Work& work) const {
  if (work.panel == nullptr) work.panel = std::make_unique<PanelWork>();
  PanelWork& own = *work.panel;
  if (multigrid_ && own.cycle.empty()) own.cycle = multigrid_->make_panel_work();
  own.correction.solve(
      goal, r, e, reports,
      [&](std::span<const PanelRow<Real>> b, const PerSide& tolerance, int most,
          std::span<PanelRow<Real>> x) {
        const int iterations = correct(goal, b, tolerance, most, x, own);
        project(A_.rollers(), x);
        return iterations;
      },
      [&](const PerSide& scale, std::span<const PanelRow<Real>> x, std::span<PanelRow<double>> rest) {
        A_.template subtract_product<Real>(scale, x, rest, colours());
      });
}

template <typename Real, typename Entry>
void StepSolver<Real, Entry>::show_levels(SystemLevels& levels) const {
  levels = {};
  if (multigrid_)
    add_levels(multigrid_->hierarchy(), multigrid_->coarsest(), levels);
  else if (params_.method == SolverMethod::kCg)
    add_level(diagonal_.inverse(), nullptr, levels);
  else
    levels.coarsest = &direct_;
}

template class StepSolver<float, float>;
template class StepSolver<float, double>;
template class StepSolver<double, double>;

}  // namespace sinew
