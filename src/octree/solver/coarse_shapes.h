#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "octree/grid/vertices.h"
#include "octree/solver/galerkin_kernels.h"

namespace sinew {

// How a cell of the octree enters a matrix of a coarse level.
struct CellShape {
  std::uint8_t octant = 0, hanging = 0;
  std::uint8_t held = 0;  // unknowns of it that are left out, a bit each
  bool merged = false;    // into a cell of twice the side; else passed on
};

// Of the weights by which a cell's k-th unknown follows those of the coarse cell: their products, over pairs.
using WeightProducts = std::array<std::array<float, kPairLanes>, 8>;

// What is constant of the matrices of all shapes that occur, each made once.
class CoarseShapes {
 public:
  // Shapes must be added before they are asked for; what is given stays where it is as long as this object.
  void add(const CellShape& shape);
  const GradientPairs* gradients(const CellShape& shape) const;
  // Of shapes that are merged.
  const WeightProducts& products(const CellShape& shape) const;

 private:
  template <typename T>
  class Known {
   public:
    template <typename Make>
    void add(std::uint32_t key, Make&& make);
    const T* of(std::uint32_t key) const;

   private:
    static constexpr std::uint32_t kWhole = 1 << 12;  // keys below it: nothing is held

    std::vector<std::unique_ptr<T>> whole_ = std::vector<std::unique_ptr<T>>(kWhole);  // by key
    std::unordered_map<std::uint32_t, T> others_;
  };
  Known<GradientPairs> gradients_;
  Known<WeightProducts> products_;
};

}  // namespace sinew
