#include "octree/coarse_shapes.h"

#include "elastic/cube_element.h"
#include "octree/cell_galerkin.h"

namespace sinew {

namespace {

constexpr CornerPairs kPairs = corner_pairs();

// Different for every shape; below 2^12 where nothing is held.
std::uint32_t key_of(const CellShape& shape) {
  return shape.octant | static_cast<std::uint32_t>(shape.merged) << 3U | shape.hanging << 4U |
         shape.held << 12U;
}

// W^T G W over pairs.
GradientPairs gradient_pairs(const CornerWeights& W) {
  GradientPairs pairs{};
  for (int p = 0; p < kCornerPairs; ++p) {
    Mat3 G;
    for (int a = 0; a < 8; ++a)
      for (int b = 0; b < 8; ++b) {
        const double weight = double(W[a][kPairs.first[p]]) * double(W[b][kPairs.second[p]]);
        if (weight != 0) G = G + weight * gradient_products(a, b);
      }
    for (int k = 0; k < 9; ++k) pairs.G[k][p] = static_cast<float>(G(k / 3, k % 3));
    pairs.trace[p] = static_cast<float>(trace(G));
  }
  return pairs;
}

CornerWeights weights_of_unknowns(const CellShape& shape) {
  return unknown_weights(shape.octant, shape.merged ? shape.hanging : 0xffU, shape.held);
}

// The weights by which its corners follow the coarse cell's eight unknowns.
CornerWeights weights_of_corners(const CellShape& shape) {
  const CornerWeights H = corner_weights(shape.octant, shape.hanging), Q = weights_of_unknowns(shape);
  CornerWeights W{};
  for (int i = 0; i < 8; ++i)
    for (int k = 0; k < 8; ++k)
      for (int j = 0; j < 8; ++j) W[i][k] += H[i][j] * Q[j][k];
  return W;
}

WeightProducts weight_products(const CornerWeights& Q) {
  WeightProducts products{};
  for (int k = 0; k < 8; ++k)
    for (int p = 0; p < kCornerPairs; ++p) products[k][p] = Q[k][kPairs.first[p]] * Q[k][kPairs.second[p]];
  return products;
}

}  // namespace

template <typename T>
template <typename Make>
const T* CoarseShapes::Known<T>::of(const CellShape& shape, Make&& make) {
  const std::uint32_t key = key_of(shape);
  const T*& known = shape.held == 0 ? whole[key] : others[key];
  if (known == nullptr) known = &all.emplace_back(make());
  return known;
}

const GradientPairs* CoarseShapes::gradients(CellShape shape) {
  // Few are different: nothing hangs within a merged cell (cell_levels.h) unless something is held, and a
  // cell that is whole is the same in every octant.
  if (shape.merged && shape.held == 0) shape.hanging = 0;
  if (!shape.merged && shape.hanging == 0) shape.octant = 0;
  return gradients_.of(shape, [&] { return gradient_pairs(weights_of_corners(shape)); });
}

const WeightProducts* CoarseShapes::products(const CellShape& shape) {
  return products_.of(shape, [&] { return weight_products(weights_of_unknowns(shape)); });
}

}  // namespace sinew
