#pragma once

#include <algorithm>

#include "base/profile.h"
#include "stepping/step_system.h"

namespace sinew {

// Mixed precision: solves A e = r for e, both in double, by corrections worked out in the precision Real.
//
// `correct(b, tolerance, most, x)` sets x to about A^-1 b, to a residual of `tolerance` where the method has
// one, and gives back how many iterations that took, `most` at most. `subtract_product(scale, x, r)` takes
// scale A x off r, in double. r is overwritten. Nothing is allocated once it was called for vectors of that
// size.
template <typename Real>
class DefectCorrection {
 public:
  template <typename Correct, typename SubtractProduct>
  SolveReport solve(const SolveGoal& goal, std::span<Block3<double>> r, std::span<Block3<double>> e,
                    Correct&& correct, SubtractProduct&& subtract_product) {
    const ProfileZone zone("solve");
    constexpr double kFar = std::is_same_v<Real, float> ? 1e-4 : 1e-11;  // its precision carries CG so far
    constexpr int kPatience = 10;  // corrections without gain: as near as rounding lets it come
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
      // Scaled to length one, out of the way of the limits of single precision.
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
