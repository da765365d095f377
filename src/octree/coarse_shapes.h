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
};

// Of the weights by which a cell's k-th unknown follows those of the coarse cell: their products, over pairs.
using WeightProducts = std::array<std::array<float, kPairLanes>, 8>;

// What is constant of the matrices of all shapes that occur, each made once. What is given stays where it is
// as long as this object.
class CoarseShapes {
 public:
  const GradientPairs* gradients(CellShape shape);
  const WeightProducts* products(const CellShape& shape);

 private:
  // By all bits of a shape.
  std::vector<const GradientPairs*> known_gradients_ = std::vector<const GradientPairs*>(1 << 20);
  std::vector<const WeightProducts*> known_products_ = std::vector<const WeightProducts*>(1 << 20);
  std::deque<GradientPairs> gradients_;
  std::deque<WeightProducts> products_;
};

}  // namespace sinew
