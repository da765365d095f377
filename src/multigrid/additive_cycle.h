#pragma once

#include <span>
#include <vector>

#include "multigrid/system_levels.h"

namespace sinew {

// Applies X = sum_l P_l X_l P_l^T + P_c A_c^-1 P_c^T, the additive preconditioner of a step's system
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
