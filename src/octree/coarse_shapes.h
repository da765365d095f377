#pragma once

#include <deque>
#include <unordered_map>
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
  template <typename T>
  struct Known {
    std::deque<T> all;
    std::vector<const T*> whole = std::vector<const T*>(1 << 12);  // by shape, where nothing is held
    std::unordered_map<std::uint32_t, const T*> others;

    template <typename Make>
    const T* of(const CellShape& shape, Make&& make);
  };
  Known<GradientPairs> gradients_;
  Known<WeightProducts> products_;
};

}  // namespace sinew
