#include "octree/finest_cycle.h"

namespace sinew {

FinestCycle::FinestCycle(FinestLevel& finest, CoarseSolver& coarse)
    : finest_(finest), coarse_(coarse), residual_(finest.vertices()) {}

void FinestCycle::v_cycle(std::span<const Block3<float>> b, std::span<Block3<float>> x,
                          const ChebyshevParams& smoother, const CycleParams& params) {
  finest_.smooth_from_zero(smoother, b, x);
  finest_.residual(b, x, residual_);
  restrict_to<float>(coarse_.interpolation(), residual_, coarse_.right_side());
  coarse_.solve(params);
  prolongate_add<float>(coarse_.interpolation(), coarse_.solution(), x);
  finest_.smooth(smoother, b, x);
}

}  // namespace sinew
