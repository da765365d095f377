#include "octree/solver/octree_cycle.h"

#include <algorithm>
#include <utility>

namespace sinew {

OctreeCycle::Work OctreeCycle::make_work() const {
  Work work{{}, coarse_.make_work()};
  work.spare.resize(finest_.vertices());
  return work;
}

void OctreeCycle::smooth(std::span<const Block3<float>> b, const ChebyshevParams& smoother, int sweeps,
                         Iterate& at) const {
  const auto relax = [&](float omega) {
    finest_.relax(omega, b, at.x, at.spare);
    std::swap(at.x, at.spare);
  };
  for (int sweep = 0; sweep < sweeps; ++sweep)
    if (smoother.steps == 1)
      relax(smoother.weight_of_one());
    else
      for (const float omega : smoother.weights_of_two()) relax(omega);
}

void OctreeCycle::v_cycle(std::span<const Block3<float>> b, std::span<Block3<float>> x,
                          const ChebyshevParams& smoother, const CycleParams& params, Work& work) const {
  // Each step that is to follow changes places; the last one should end in x.
  const int sweeps_to_follow = params.sweeps_before - 1 + params.sweeps_after;
  Iterate at = smoother.steps * sweeps_to_follow % 2 == 0 ? Iterate{x, work.spare} : Iterate{work.spare, x};
  const bool by_one = smoother.steps == 1;
  if (by_one)
    finest_.relax_from_zero(smoother.weight_of_one(), b, at.x, at.spare);
  else
    finest_.relax_twice_from_zero(smoother.weights_of_two(), b, at.x);
  const bool has_residual = by_one && params.sweeps_before == 1 && smoother.thin_sweeps == 0;
  if (!has_residual) smooth_before(b, smoother, params.sweeps_before - 1, at);
  correct_and_smooth(b, x, smoother, params, at, work);
}

void OctreeCycle::next_v_cycle(std::span<const Block3<float>> b, std::span<Block3<float>> x,
                               const ChebyshevParams& smoother, const CycleParams& params, Work& work) const {
  Iterate at{x, work.spare};
  smooth_before(b, smoother, params.sweeps_before, at);
  correct_and_smooth(b, x, smoother, params, at, work);
}

void OctreeCycle::smooth_before(std::span<const Block3<float>> b, const ChebyshevParams& smoother, int sweeps,
                                Iterate& at) const {
  smooth(b, smoother, sweeps, at);
  finest_.smooth_thin(smoother, b, at.x, at.spare);
  finest_.residual(b, at.x, at.spare);
}

void OctreeCycle::correct_and_smooth(std::span<const Block3<float>> b, std::span<Block3<float>> x,
                                     const ChebyshevParams& smoother, const CycleParams& params, Iterate at,
                                     Work& work) const {
  restrict_to<float>(coarse_.interpolation(), at.spare, work.coarse[0].b);
  coarse_.solve(params, work.coarse);
  prolongate_add<float>(coarse_.interpolation(), work.coarse[0].x, at.x);
  finest_.smooth_thin(smoother, b, at.x, at.spare);
  smooth(b, smoother, params.sweeps_after, at);
  if (at.x.data() != x.data()) std::copy(at.x.begin(), at.x.end(), x.begin());
}

}  // namespace sinew
