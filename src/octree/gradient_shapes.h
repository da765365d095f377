#pragma once

#include <deque>
#include <vector>

#include "octree/galerkin_kernels.h"
#include "octree/vertices.h"

namespace sinew {

// How a cell of the octree enters a matrix of a coarse level.
struct CellShape {
  std::uint8_t octant = 0, hanging = 0;
  std::uint8_t held = 0;  // unknowns of it that are left out, a bit each
  bool merged = false;    // into a cell of twice the side; else passed on

  // The weights by which its corners follow the coarse cell's eight unknowns.
  CornerWeights weights() const;
};

// The constant products of gradients of all shapes that occur, each made once.
class GradientShapes {
 public:
  // Stays where it is as long as this object.
  const GradientPairs* of(const CellShape& shape);

 private:
  std::vector<const GradientPairs*> known_ =
      std::vector<const GradientPairs*>(1 << 20);  // by all bits of a shape
  std::deque<GradientPairs> pairs_;
};

}  // namespace sinew
