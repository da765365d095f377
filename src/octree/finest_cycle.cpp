#include "octree/finest_cycle.h"

namespace sinew {

FinestCycle::FinestCycle(FinestLevel& finest, CoarseSolver& coarse)
    : finest_(finest), coarse_(coarse), residual_(finest.vertices()) {}

void FinestCycle::v_cycle(std::span<const Block3<float>> b, std::span<Block3<float>> x,
                          const ChebyshevParams& smoother, const CycleParams& params) {
  finest_.smooth_from_zero(smoother, b, x);
  correct_and_smooth(b, x, smoother, params);
}

void FinestCycle::next_v_cycle(std::span<const Block3<float>> b, std::span<Block3<float>> x,
                               const ChebyshevParams& smoother, const CycleParams& params) {
  finest_.smooth(smoother, b, x);
  correct_and_smooth(b, x, smoother, params);
}

void FinestCycle::correct_and_smooth(std::span<const Block3<float>> b, std::span<Block3<float>> x,
                                     const ChebyshevParams& smoother, const CycleParams& params) {
  for (int s = 1; s < params.sweeps_before; ++s) finest_.smooth(smoother, b, x);
  finest_.smooth_hard(smoother, b, x);
  finest_.residual(b, x, residual_);
  restrict_to<float>(coarse_.interpolation(), residual_, coarse_.right_side());
  coarse_.solve(params);
  prolongate_add<float>(coarse_.interpolation(), coarse_.solution(), x);
  finest_.smooth_hard(smoother, b, x);
  for (int s = 0; s < params.sweeps_after; ++s) finest_.smooth(smoother, b, x);
}

}  // namespace sinew
