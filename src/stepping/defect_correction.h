#pragma once

#include <algorithm>

#include "sinew/base/profile.h"
#include "stepping/step_system.h"

namespace sinew {

// Mixed precision: solves A e = r, with r and e in double, by corrections computed in the precision Real.
//
// `correct(b, tolerance, most, x)` sets x to an approximation of A^-1 b and returns the number of iterations
// it took, `most` at most. Methods with a stopping test stop at a residual of `tolerance`.
// `subtract_product(scale, x, r)` subtracts scale A x from r, in double. r is overwritten. Memory is allocated
// only in the first call for vectors of one size.
template <typename Real>
class DefectCorrection {
 public:
  template <typename Correct, typename SubtractProduct>
  SolveReport solve(const SolveGoal& goal, std::span<Block3<double>> r, std::span<Block3<double>> e,
                    Correct&& correct, SubtractProduct&& subtract_product) {
    const ProfileZone zone("solve");
    constexpr double kFar = std::is_same_v<Real, float> ? 1e-4 : 1e-11;  // how far CG gets in this precision
    constexpr int kPatience = 10;  // corrections without gain before we stop: rounding allows no more
    defect_.resize(r.size()), correction_.resize(r.size());
    set_zero(e);
    const double size = norm(std::span<const Block3<double>>(r));
    if (size == 0) return {0, 0, true};
    SolveReport report{0, 1, false};
    const bool counted = goal.counted() > 0;
    const int most = counted ? goal.counted() : goal.max_iterations;
    double least = 1;
    int vain = 0;
    while (report.residual > 0 && report.iterations < most &&
           (counted || (report.residual > goal.tolerance && vain < kPatience))) {
      // Scale the residual to length one, which keeps it within the range of single precision.
      const double scale = size * report.residual;
      assign_scaled<Real>(r, 1 / scale, defect_);
      const double wanted = counted ? 0 : std::max(kFar, 0.9 * goal.tolerance / report.residual);
      report.iterations += correct(std::span<const Block3<Real>>(defect_), wanted, most - report.iterations,
                                   std::span<Block3<Real>>(correction_));
      add_scaled<Real>(correction_, scale, e);
      if (counted && report.iterations >= most) break;
      subtract_product(scale, std::span<const Block3<Real>>(correction_), r);
      report.residual = norm(std::span<const Block3<double>>(r)) / size;
      vain = report.residual < 0.99 * least ? 0 : vain + 1;
      least = std::min(least, report.residual);
    }
    report.converged = counted || report.residual <= goal.tolerance;
    return report;
  }

 private:
  BlockVector<Real> defect_, correction_;
};

}  // namespace sinew
