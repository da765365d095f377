#include "tet/step_solver.h"

#include <algorithm>

#include "base/profile.h"

namespace sinew {

namespace {
using In = std::span<const Block3<double>>;
}  // namespace

CycleParams cycle_params(const SolverParams& params) {
  CycleParams cycle;
  cycle.sweeps_before = params.sweeps_before;
  cycle.sweeps_after = params.sweeps_after;
  cycle.symmetric = params.method == SolverMethod::kMultigridCg || params.cycles > 0;
  cycle.relaxation = params.relaxation > 0 ? params.relaxation : cycle.symmetric ? 1 : 1.3;
  return cycle;
}

StepSolver::StepSolver(SolverParams params, std::span<const char> held,
                       std::unique_ptr<Multigrid<float>> multigrid)
    : params_(params),
      cycle_(cycle_params(params)),
      held_(held.begin(), held.end()),
      multigrid_(std::move(multigrid)),
      defect_(held.size()),
      correction_(held.size()),
      wide_correction_(held.size()) {
  if (params_.method == SolverMethod::kCg || params_.method == SolverMethod::kCholesky) multigrid_.reset();
}

void StepSolver::set_matrix(const BlockMatrix<float>& A) {
  A_ = &A;
  switch (params_.method) {
    case SolverMethod::kMultigrid:
    case SolverMethod::kMultigridCg:
      multigrid_->set_matrix(A, held_);
      break;
    case SolverMethod::kCg:
      invert_diagonal(A, inverse_diagonal_);
      break;
    case SolverMethod::kCholesky:
      direct_.factor(A, held_);
      break;
  }
}

SolveReport StepSolver::solve(std::span<Block3<double>> r, std::span<Block3<double>> e) {
  const ProfileZone zone("solve");
  switch (params_.method) {
    case SolverMethod::kMultigrid:
      return solve_by_cycles(r, e);
    case SolverMethod::kMultigridCg:
      return solve_by_cg(r, e, [this](std::span<const Block3<float>> defect, std::span<Block3<float>> z) {
        multigrid_->v_cycle(defect, z, cycle_);
      });
    case SolverMethod::kCg:
      return solve_by_cg(r, e, [this](std::span<const Block3<float>> defect, std::span<Block3<float>> z) {
        multiply_diagonal<float>(inverse_diagonal_, defect, z);
      });
    case SolverMethod::kCholesky:
      break;
  }
  return solve_directly(r, e);
}

SolveReport StepSolver::solve_by_cycles(std::span<Block3<double>> r, std::span<Block3<double>> e) {
  SolveReport report;
  set_zero(e);
  const bool counted = params_.cycles > 0;
  const int most = counted ? params_.cycles : params_.max_iterations;
  const double size = counted ? 0 : norm(In(r));
  report.residual = size > 0 ? 1 : 0;
  while (report.iterations < most && (counted || report.residual > params_.tolerance)) {
    round_to_float(r, 1, defect_);
    multigrid_->v_cycle(defect_, correction_, cycle_);
    add_from_float(correction_, 1, e);
    if (++report.iterations == most && counted) break;
    subtract_product(correction_, 1, r);
    if (!counted) report.residual = norm(In(r)) / size;
  }
  report.converged = counted || report.residual <= params_.tolerance;
  return report;
}

// Single precision carries a solve as far as kFar; then what is left is worked out in double and solved anew.
template <typename Precondition>
SolveReport StepSolver::solve_by_cg(std::span<Block3<double>> r, std::span<Block3<double>> e,
                                    Precondition&& precondition) {
  constexpr double kFar = 1e-4;
  set_zero(e);
  SolveReport report;
  const double size = norm(In(r));
  if (size == 0) return {0, 0, true};
  report.residual = 1;
  const bool counted = params_.cycles > 0;
  const int most = counted ? params_.cycles : params_.max_iterations;
  while (report.iterations < most && (counted || report.residual > params_.tolerance)) {
    const ConjugateGradientParams inner{
        counted ? kFar : std::max(kFar, 0.9 * params_.tolerance / report.residual), most - report.iterations};
    round_to_float(r, 1 / (size * report.residual), defect_);
    set_zero<float>(correction_);
    const SolveReport part = conjugate_gradient<float>(*A_, std::span<const Block3<float>>(defect_),
                                                       std::span(correction_), precondition, inner, work_);
    if (part.iterations == 0) break;
    report.iterations += part.iterations;
    add_from_float(correction_, size * report.residual, e);
    if (part.iterations == inner.max_iterations) break;
    subtract_product(correction_, size * report.residual, r);
    const double left = norm(In(r)) / size;
    if (!(left < 0.5 * report.residual)) break;  // as near as single precision comes
    report.residual = left;
  }
  report.converged = counted || report.residual <= params_.tolerance;
  return report;
}

// r -= scale A x
void StepSolver::subtract_product(std::span<const Block3<float>> x, double scale,
                                  std::span<Block3<double>> r) {
  set_zero<double>(wide_correction_);
  add_from_float(x, scale, wide_correction_);
  residual(*A_, r, wide_correction_, r);
}

SolveReport StepSolver::solve_directly(std::span<Block3<double>> r, std::span<Block3<double>> e) {
  direct_.solve<double>(r, e);
  return {1, 0, true};
}

}  // namespace sinew
