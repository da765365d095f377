#pragma once

#include "adaptive/front.h"
#include "adaptive/level_operator.h"

namespace sinew {

// How far active nodes are from where the next coarser level would have them [Otaduy07, Eq. 7], as a length:
//   e(N) = |D^-1 (K d)_N|,   d = u - P u_coarser,
// with D the diagonal block of the stiffness K of the level. The paper has |A d| with A = M + dt^2 K, whose unit is kg m, so
// that one threshold fits one mesh, material and step only; even D^-1 A d depends on dt and density. For the coarsest level
// there is no coarser one: d is what is left of u without the affine motion nearest to it.
class RefinementError {
 public:
  explicit RefinementError(const AdaptiveRest& rest);

  // Sets `errors` (m) of the active nodes of a level, by the displacements (m) of its nodes and of those of the next coarser
  // level; empty: it is the coarsest.
  void find(int level, const Front& front, const LevelOperator& A, std::span<const Block3<double>> u,
            std::span<const Block3<double>> coarse, std::vector<double>& errors);

 private:
  void subtract_affine_motion(std::span<const Block3<double>> u);

  const AdaptiveRest& rest_;
  std::vector<BlockVector<double>> difference_;  // d
  // Of the coarsest level: where nodes are from their mean, and the inverse of the sum of x x^T.
  std::vector<Vec3> from_mean_;
  Mat3 inverse_spread_;
};

}  // namespace sinew
