#include "stepping/step_solver.h"

namespace sinew {

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
int StepSolver<Real, Entry>::correct(const CycleParams& cycle, In b, double tolerance, int most, Out x,
                                     Work& work) const {
  const auto v_cycle = [&](In r, Out z) { multigrid_->v_cycle(r, z, cycle, work.cycle); };
  const auto iterate = [&](auto&& precondition) {
    return conjugate_gradient<Real>(cycle_matrix_, b, x, precondition, {tolerance, most}, work.gradients)
        .iterations;
  };
  switch (params_.method) {
    case SolverMethod::kMultigridCg:
      return iterate(v_cycle);
    case SolverMethod::kCg:
      return iterate(diagonal_);
    case SolverMethod::kMultigrid:
      v_cycle(b, x);
      break;
    case SolverMethod::kCholesky:
      direct_.solve<Real>(b, x, work.direct);
      break;
  }
  return 1;
}

template <typename Real, typename Entry>
SolveReport StepSolver<Real, Entry>::solve(const SolveGoal& goal, std::span<Block3<double>> r,
                                           std::span<Block3<double>> e, Work& work) const {
  if (multigrid_ && work.cycle.empty()) work.cycle = multigrid_->make_work();
  const CycleParams cycle = cycle_for(goal);
  return work.defect.solve(
      goal, r, e,
      [&](In b, double tolerance, int most, Out x) { return correct(cycle, b, tolerance, most, x, work); },
      [&](double scale, In x, std::span<Block3<double>> rest) {
        A_.template subtract_product<Real>(scale, x, rest);
      });
}

template class StepSolver<float, float>;
template class StepSolver<float, double>;
template class StepSolver<double, double>;

}  // namespace sinew
