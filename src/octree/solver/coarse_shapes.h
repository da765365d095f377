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
  std::uint8_t held = 0;  // unknowns that are left out, a bit each
  bool merged = false;    // into a cell of twice the side; else it is passed on
};

// For each unknown k of a cell: products, over pairs of corners, of the weights by which it follows the
// coarse cell.
using WeightProducts = std::array<std::array<float, kPairLanes>, 8>;

// The constant parts of the matrices of all shapes that occur, each computed once. Copies share them.
class CoarseShapes {
 public:
  // Shapes must be added before they are asked for. References stay valid as long as this object.
  void add(const CellShape& shape);
  const ProductPairs* corner_products(const CellShape& shape) const;
  // For merged shapes.
  const WeightProducts& weight_products(const CellShape& shape) const;

 private:
  template <typename T>
  class Known {
   public:
    template <typename Make>
    void add(std::uint32_t key, Make&& make);
    const T* of(std::uint32_t key) const;

   private:
    static constexpr std::uint32_t kWhole = 1 << 12;  // keys below this: nothing is held

    std::vector<std::shared_ptr<const T>> whole_ = std::vector<std::shared_ptr<const T>>(kWhole);  // by key
    std::unordered_map<std::uint32_t, std::shared_ptr<const T>> others_;
  };
  Known<ProductPairs> products_of_corners_;
  Known<WeightProducts> weights_;
};

}  // namespace sinew
