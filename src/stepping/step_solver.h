#pragma once

#include <memory>

#include "linalg/panel_gradients.h"
#include "multigrid/multigrid.h"
#include "multigrid/system_levels.h"
#include "stepping/defect_correction.h"
#include "stepping/panel_correction.h"
#include "stepping/solver_cycle.h"
#include "stepping/step_operator.h"

namespace sinew {

// Solves A e = r for corrections e. Cycles and iterations run in the precision Real; r, e and the residuals
// that decide are in double, over entries of the precision Entry (mixed precision by defect correction). r
// and e are zero at held nodes.
template <typename Real, typename Entry>
class StepSolver {
 public:
  struct PanelWork {
    PanelCorrection<Real> correction;
    PanelGradientsWork<Real> gradients;
    typename Multigrid<Real>::PanelWork cycle;
    std::vector<double> direct;
  };
  struct Work {
    DefectCorrection<Real> defect;
    ConjugateGradientWork<Real> gradients;
    typename Multigrid<Real>::Work cycle;
    std::vector<double> direct;
    std::unique_ptr<PanelWork> panel;  // once there were many sides
  };

  // Refers to the operator and to its matrix as the cycles use it. `multigrid` may be null for the methods
  // without. Over-relaxation is that of cycles that need not be symmetric (stepping/solver_cycle.h).
  StepSolver(const SolverParams& params, const StepOperator<Entry>& A, const BlockMatrix<Real>& cycle_matrix,
             std::unique_ptr<Multigrid<Real>> multigrid, double over_relaxation);

  // To be called after each change of the matrices.
  void rebuild();

  // e = A^-1 r; r is overwritten.
  SolveReport solve(const SolveGoal& goal, std::span<Block3<double>> r, std::span<Block3<double>> e,
                    Work& work) const;
  // For at most kSides of them.
  void solve_panel(const SolveGoal& goal, std::span<const BlockVector<double>> r,
                   std::span<BlockVector<double>> e, std::span<SolveReport> reports, Work& work) const;

  // Of the same method.
  void set_params(const SolverParams& params) { params_ = params; }
  CycleParams cycle_for(const SolveGoal& goal) const;
  const Multigrid<Real>* multigrid() const { return multigrid_.get(); }
  // As StepSystem's.
  void show_levels(SystemLevels& levels) const;

 private:
  using In = std::span<const Block3<Real>>;
  using Out = std::span<Block3<Real>>;

  // Gives an approximation of A^-1 b to x and the number of iterations it took, at most `most`: to a residual
  // of `tolerance`, where the method has one.
  int correct(const SolveGoal& goal, In b, double tolerance, int most, Out x, Work& work) const;
  int correct(const SolveGoal& goal, std::span<const PanelRow<Real>> b, const PerSide& tolerance, int most,
              std::span<PanelRow<Real>> x, PanelWork& work) const;

  // Of the rows, where they are in such an order.
  std::span<const Index> colours() const {
    return multigrid_ ? std::span<const Index>(multigrid_->hierarchy()[0].colour_start)
                      : std::span<const Index>();
  }

  SolverParams params_;
  double over_relaxation_;
  const StepOperator<Entry>& A_;
  const BlockMatrix<Real>& cycle_matrix_;
  std::unique_ptr<Multigrid<Real>> multigrid_;
  DirectSolver direct_;
  BlockDiagonal<Real> diagonal_;
};

}  // namespace sinew
