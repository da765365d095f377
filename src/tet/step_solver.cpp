#include "tet/step_solver.h"

#include <algorithm>

#include "base/profile.h"

namespace sinew {

CycleParams cycle_params(const SolverParams& params) {
  CycleParams cycle;
  cycle.sweeps_before = params.sweeps_before;
  cycle.sweeps_after = params.sweeps_after;
  cycle.symmetric = params.method == SolverMethod::kMultigridCg || params.cycles > 0;
  cycle.relaxation = params.relaxation > 0 ? params.relaxation : cycle.symmetric ? 1 : 1.3;
  return cycle;
}

template <typename Real, typename Entry>
StepSolver<Real, Entry>::StepSolver(SolverParams params, const StepOperator<Entry>& A,
                                    const BlockMatrix<Real>& cycle_matrix,
                                    std::unique_ptr<Multigrid<Real>> multigrid)
    : params_(params),
      cycle_(cycle_params(params)),
      A_(A),
      cycle_matrix_(cycle_matrix),
      multigrid_(std::move(multigrid)),
      defect_(A.held().size()),
      correction_(A.held().size()) {}

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
    set_zero(x);
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
  const ProfileZone zone("solve");
  constexpr double kFar = std::is_same_v<Real, float> ? 1e-4 : 1e-11;  // its precision carries CG so far
  constexpr int kPatience = 10;  // corrections without gain: as near as rounding lets it come
  set_zero(e);
  const double size = norm(std::span<const Block3<double>>(r));
  if (size == 0) return {0, 0, true};
  SolveReport report{0, 1, false};
  const bool counted = params_.cycles > 0;
  const int most = counted ? params_.cycles : params_.max_iterations;
  double least = 1;
  int vain = 0;
  while (report.residual > 0 && report.iterations < most &&
         (counted || (report.residual > params_.tolerance && vain < kPatience))) {
    // Scaled to length one, out of the way of the limits of single precision.
    const double scale = size * report.residual;
    assign_scaled<Real>(r, 1 / scale, defect_);
    const double wanted = counted ? 0 : std::max(kFar, 0.9 * params_.tolerance / report.residual);
    report.iterations += correct(defect_, wanted, most - report.iterations, correction_);
    add_scaled<Real>(correction_, scale, e);
    if (counted && report.iterations >= most) break;
    A_.template subtract_product<Real>(scale, correction_, r);
    report.residual = norm(std::span<const Block3<double>>(r)) / size;
    vain = report.residual < 0.99 * least ? 0 : vain + 1;
    least = std::min(least, report.residual);
  }
  report.converged = counted || report.residual <= params_.tolerance;
  return report;
}

template class StepSolver<float, float>;
template class StepSolver<float, double>;
template class StepSolver<double, double>;

}  // namespace sinew
