#pragma once

#include <memory>

#include "linalg/panel_gradients.h"
#include "multigrid/cycle.h"
#include "multigrid/multigrid.h"
#include "multigrid/system_levels.h"
#include "stepping/defect_correction.h"
#include "stepping/panel_correction.h"
#include "stepping/step_operator.h"
#include "stepping/step_system.h"

namespace sinew {

// The parameters of cycles for a method and a goal. Cycles are symmetric if CG needs that, or if their number
// is fixed and steps stay partly unsolved (multigrid/multigrid.h); else they are faster, with an
// `over_relaxation` that suits the kind of body.
CycleParams cycle_params(const SolverParams& params, const SolveGoal& goal, double over_relaxation);

// Solves A e = r for corrections e by defect correction in mixed precision: cycles and iterations run in the
// precision Real; r, e and the residuals that decide when to stop are in double, over entries of the
// precision Entry. r and e are zero at held nodes.
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
    std::unique_ptr<PanelWork> panel;  // made by the first solve_panel()
  };

  // Refers to the operator and to its matrix as the cycles use it. `multigrid` may be null if the method
  // needs none. `over_relaxation` is for cycles that need not be symmetric.
  StepSolver(const SolverParams& params, const StepOperator<Entry>& A, const BlockMatrix<Real>& cycle_matrix,
             std::unique_ptr<Multigrid<Real>> multigrid, double over_relaxation);

  // Must be called after each change of the matrices.
  void rebuild();

  // e = A^-1 r; r is overwritten.
  SolveReport solve(const SolveGoal& goal, std::span<Block3<double>> r, std::span<Block3<double>> e,
                    Work& work) const;
  // Solves for at most kSides right-hand sides.
  void solve_panel(const SolveGoal& goal, std::span<const BlockVector<double>> r,
                   std::span<BlockVector<double>> e, std::span<SolveReport> reports, Work& work) const;

  // The method must stay the same.
  void set_params(const SolverParams& params) { params_ = params; }
  CycleParams cycle_for(const SolveGoal& goal) const;
  const Multigrid<Real>* multigrid() const { return multigrid_.get(); }
  // As in StepSystem.
  void show_levels(SystemLevels& levels) const;

 private:
  using In = std::span<const Block3<Real>>;
  using Out = std::span<Block3<Real>>;

  // Sets x to an approximation of A^-1 b and returns the number of iterations, `most` at most. Methods
  // with a stopping test stop at a residual of `tolerance`.
  int correct(const SolveGoal& goal, In b, double tolerance, int most, Out x, Work& work) const;
  int correct(const SolveGoal& goal, std::span<const PanelRow<Real>> b, const PerSide& tolerance, int most,
              std::span<PanelRow<Real>> x, PanelWork& work) const;

  // The colours of the rows, if they are sorted by colour.
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
