#include "tet/step_solver.h"

#include "base/error.h"
#include "base/profile.h"

namespace sinew {

namespace {
using In = std::span<const Block3<double>>;
}  // namespace

StepSolver::StepSolver(SolverParams params, std::span<const char> held,
                       std::unique_ptr<Multigrid<float>> multigrid)
    : params_(params),
      held_(held.begin(), held.end()),
      multigrid_(std::move(multigrid)),
      defect_(held.size()),
      correction_(held.size()),
      wide_correction_(held.size()) {
  params_.cycle.symmetric = params_.method == SolverMethod::kMultigridCg;
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
      return solve_by_cg(r, e, [this](In defect, std::span<Block3<double>> z) {
        round_to_float(defect, 1, defect_);
        multigrid_->v_cycle(defect_, correction_, params_.cycle);
        set_zero(z);
        add_from_float(correction_, 1, z);
      });
    case SolverMethod::kCg:
      return solve_by_cg(r, e, [this](In defect, std::span<Block3<double>> z) {
        multiply_diagonal(inverse_diagonal_, defect, z);
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
    multigrid_->v_cycle(defect_, correction_, params_.cycle);
    add_from_float(correction_, 1, e);
    if (++report.iterations == most && counted) break;
    set_zero<double>(wide_correction_);
    add_from_float(correction_, 1, wide_correction_);
    residual(*A_, r, wide_correction_, r);
    if (!counted) report.residual = norm(In(r)) / size;
  }
  report.converged = counted || report.residual <= params_.tolerance;
  return report;
}

template <typename Precondition>
SolveReport StepSolver::solve_by_cg(std::span<Block3<double>> r, std::span<Block3<double>> e,
                                    Precondition&& precondition) {
  set_zero(e);
  ConjugateGradientParams params{params_.tolerance, params_.max_iterations};
  if (params_.cycles > 0) params = {0, params_.cycles};
  return conjugate_gradient<double>(*A_, r, e, precondition, params, work_);
}

SolveReport StepSolver::solve_directly(std::span<Block3<double>> r, std::span<Block3<double>> e) {
  direct_.solve<double>(r, e);
  return {1, 0, true};
}

}  // namespace sinew
