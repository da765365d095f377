#pragma once

#include <array>
#include <span>
#include <vector>

#include "linalg/rollers.h"
#include "octree/solver/coarse_structure.h"

namespace sinew {

// What coarse levels feel of rollers. The finest level is P A P (octree/solver/cell_operator.h), but the coarse
// levels come from cells, that is from A. With I the interpolation to the finest level, they are made of
//
//   I^T (A + s (I - P)) I
//
// where s is a multiple of the diagonal of A at each roller: a spring along its held directions. The correction
// is P I y. For coarse functions without a part along held directions, this is exactly I^T P A P I. For others
// it must not be less by far, or corrections overshoot: from g = P g + Q g and Q A Q <= lambda D it follows that
//   g . P A P g <= (1 + lambda / sigma) (g . A g + sigma Q g . D Q g)
// with s = sigma D and lambda the largest eigenvalue of D^-1 A, 3 to 4.
class RollerPenalty {
 public:
  // `stiffness` is s of each roller, kg/s^2.
  RollerPenalty(const CoarseStructure& structure, std::span<const Roller> rollers,
                std::span<const double> stiffness);
  // Adds the springs to the matrix of level l >= 1.
  void add_to(int level, BlockMatrix<float>& A) const;

 private:
  struct Entry {
    Index block;
    std::array<float, 9> values;
  };
  std::vector<std::vector<Entry>> levels_;  // of level l >= 1 at l - 1; blocks ascend
};

}  // namespace sinew
