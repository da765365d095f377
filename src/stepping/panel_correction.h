#pragma once

#include <algorithm>

#include "linalg/panel.h"
#include "sinew/base/profile.h"
#include "stepping/step_system.h"

namespace sinew {

// DefectCorrection for up to sixteen right-hand sides at once.
//
// `correct(b, tolerance, most, x)` sets the panel x to an approximation of A^-1 b, each side to a residual of
// its tolerance (1: the side is done), and returns the number of iterations it took, `most` at most.
// `subtract_product(scale, x, r)` subtracts scale A x from r, in double.
template <typename Real>
class PanelCorrection {
 public:
  template <typename Correct, typename SubtractProduct>
  void solve(const SolveGoal& goal, std::span<const BlockVector<double>> r, std::span<BlockVector<double>> e,
             std::span<SolveReport> reports, Correct&& correct, SubtractProduct&& subtract_product) {
    const ProfileZone zone("solve");
    constexpr double kFar = std::is_same_v<Real, float> ? 1e-4 : 1e-11;  // how far CG gets in this precision
    constexpr int kPatience = 10;  // corrections without gain before we stop: rounding allows no more
    PerSide size{};
    for (std::size_t s = 0; s < r.size(); ++s) size[s] = norm<double>(r[s]);
    defect_.resize(r[0].size()), correction_.resize(r[0].size());
    PerSide residual, least;
    for (int s = 0; s < kSides; ++s) residual[s] = least[s] = size[s] > 0 ? 1 : 0;
    const bool counted = goal.counted() > 0;
    const int most = counted ? goal.counted() : goal.max_iterations;
    const auto has_arrived = [&](int s) { return residual[s] <= (counted ? 0 : goal.tolerance); };
    int iterations = 0, vain = 0;
    for (bool goes_on = true; goes_on && iterations < most && vain < kPatience;) {
      // Scale the residual of each side to length one, and solve for a correction.
      PerSide scale, over, wanted;
      for (int s = 0; s < kSides; ++s) {
        scale[s] = size[s] * residual[s];
        over[s] = scale[s] > 0 ? 1 / scale[s] : 0;
        wanted[s] = counted ? 0 : has_arrived(s) ? 1 : std::max(kFar, 0.9 * goal.tolerance / residual[s]);
      }
      if (iterations == 0)
        set_sides<Real>(over, r, defect_);
      else
        assign_scaled<Real>(over, rest_, defect_);
      const bool is_first = iterations == 0;
      iterations += correct(std::span<const PanelRow<Real>>(defect_), wanted, most - iterations,
                            std::span<PanelRow<Real>>(correction_));
      get_sides<Real>(scale, correction_, !is_first, e);
      if (counted && iterations >= most) break;
      // Recompute the residuals in double.
      if (is_first) rest_.resize(r[0].size()), set_sides<double>(kOnes, r, rest_);
      subtract_product(scale, std::span<const PanelRow<Real>>(correction_), Out(rest_));
      const PerSide left = norm(In(rest_));
      bool gained = false;
      goes_on = false;
      for (int s = 0; s < kSides; ++s) {
        residual[s] = size[s] > 0 ? left[s] / size[s] : 0;
        gained = gained || residual[s] < 0.99 * least[s];
        least[s] = std::min(least[s], residual[s]);
        goes_on = goes_on || !has_arrived(s);
      }
      vain = gained ? 0 : vain + 1;
    }
    for (std::size_t s = 0; s < r.size(); ++s)
      reports[s] = {iterations, residual[s], counted || residual[s] <= goal.tolerance};
  }

 private:
  using In = std::span<const PanelRow<double>>;
  using Out = std::span<PanelRow<double>>;

  Panel<double> rest_;
  Panel<Real> defect_, correction_;
};

}  // namespace sinew
