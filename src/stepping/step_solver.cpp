#include "stepping/step_solver.h"

namespace sinew {

template <typename Real, typename Entry>
StepSolver<Real, Entry>::StepSolver(SolverParams params, const StepOperator<Entry>& A,
                                    const BlockMatrix<Real>& cycle_matrix,
                                    std::unique_ptr<Multigrid<Real>> multigrid, double over_relaxation)
    : params_(params),
      over_relaxation_(over_relaxation),
      cycle_(cycle_params(params, over_relaxation)),
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
int StepSolver<Real, Entry>::correct(std::span<const Block3<Real>> b, double tolerance, int most,
                                     std::span<Block3<Real>> x) {
  using In = std::span<const Block3<Real>>;
  using Out = std::span<Block3<Real>>;
  auto cycle = [this](In r, Out z) { multigrid_->v_cycle(r, z, cycle_); };
  auto iterate = [&](auto&& precondition) {
    return conjugate_gradient<Real>(cycle_matrix_, b, x, precondition, {tolerance, most}, work_).iterations;
  };
  switch (params_.method) {
    case SolverMethod::kMultigridCg:
      return iterate(cycle);
    case SolverMethod::kCg:
      return iterate(diagonal_);
    case SolverMethod::kMultigrid:
      cycle(b, x);
      break;
    case SolverMethod::kCholesky:
      direct_.solve<Real>(b, x);
      break;
  }
  return 1;
}

template <typename Real, typename Entry>
SolveReport StepSolver<Real, Entry>::solve(std::span<Block3<double>> r, std::span<Block3<double>> e) {
  return defect_.solve(
      params_, r, e,
      [this](std::span<const Block3<Real>> b, double tolerance, int most, std::span<Block3<Real>> x) {
        return correct(b, tolerance, most, x);
      },
      [this](double scale, std::span<const Block3<Real>> x, std::span<Block3<double>> rest) {
        A_.template subtract_product<Real>(scale, x, rest);
      });
}

template class StepSolver<float, float>;
template class StepSolver<float, double>;
template class StepSolver<double, double>;

}  // namespace sinew
