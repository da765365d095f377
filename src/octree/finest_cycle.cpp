#include "octree/finest_cycle.h"

namespace sinew {

FinestCycle::FinestCycle(FinestLevel& finest, CoarseSolver& coarse)
    : finest_(finest),
      coarse_(coarse),
      residual_(finest.vertices()),
      coarse_b_(coarse.vertices()),
      coarse_x_(coarse.vertices()) {}

void FinestCycle::v_cycle(std::span<const Block3<float>> b, std::span<Block3<float>> x,
                          const ChebyshevParams& smoother, const CycleParams& params) {
  finest_.smooth_from_zero(smoother, b, x);
  finest_.residual(b, x, residual_);
  restrict_to<float>(coarse_.interpolation(), residual_, coarse_b_);
  coarse_.v_cycle(coarse_b_, coarse_x_, params);
  prolongate_add<float>(coarse_.interpolation(), coarse_x_, x);
  finest_.smooth(smoother, b, x);
}

}  // namespace sinew
