#pragma once

#include <span>
#include <vector>

#include "multigrid/system_levels.h"

namespace sinew {

// How much the levels of the additive preconditioner count, all but the coarsest, which counts 1. Steps in contact
// take X for A^-1 when they change forces. They converge if X > A^-1 / 2 for the forces of contacts: with less, a
// change of a force is answered by more than twice the motion expected, and forces swing to and fro for ever. A
// box of 5 x 5 x 5 nodes on the ground does not come to rest with 0.7, and with 1 only for some solvers. With 1.5
// to 5 it does, to 3e-12 m/s or less after 240 steps; the larger the weight, the more slowly forces change.
inline constexpr double kWeightOfFinerLevels = 2;

// Applies X = sum_l weight_l P_l D_l^-1 P_l^T + P_c A_c^-1 P_c^T, the additive preconditioner of a step's system
// (multigrid/system_levels.h). X is symmetric and positive definite whatever the levels are.
class AdditiveCycle {
 public:
  // d = X f; a block for each unknown. Held unknowns get 0, and rollers move along their free directions.
  void apply(const SystemLevels& levels, std::span<const Block3<double>> f, std::span<Block3<double>> d);

 private:
  std::vector<BlockVector<double>> force_, move_;  // per level
  std::vector<double> direct_;
};

}  // namespace sinew
