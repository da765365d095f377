#pragma once

#include <span>

#include "linalg/block_matrix.h"

namespace sinew {

// r = f + M y + K z for free nodes, 0 for held ones, where only A = stiffness K + mass M is stored (with the
// columns of held nodes, HeldColumns::kKeep) and M by the same pattern. A force of K depends on differences
// of z alone,
//   (K z)_i = sum_j K_ij (z_j - z_i),   K_ij = (A_ij - mass M_ij) / stiffness,
// which keeps it exactly zero for a body that was only carried away, however far, in spite of the rounding of
// A. Sums are in double. One pass over A and M.
struct StepResidual {
  const BlockMatrix<float>& A;
  std::span<const float> mass_matrix;
  std::span<const char> held;
  double stiffness, mass;

  void operator()(std::span<const Block3<double>> f, std::span<const Block3<double>> y,
                  std::span<const Block3<double>> z, std::span<Block3<double>> r) const;
};

}  // namespace sinew
