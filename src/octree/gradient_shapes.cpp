#include "octree/gradient_shapes.h"

#include "elastic/cube_element.h"
#include "octree/cell_galerkin.h"

namespace sinew {

namespace {

// Shapes that differ in name only: nothing hangs within a merged cell (cell_levels.h) where nothing is held,
// and a cell that is whole is the same in every octant.
CellShape plain_shape(CellShape shape) {
  if (shape.merged && shape.held == 0) shape.hanging = 0;
  if (!shape.merged && shape.hanging == 0) shape.octant = 0;
  return shape;
}

std::uint32_t key_of(const CellShape& shape) {
  return shape.octant | shape.hanging << 3U | shape.held << 11U |
         static_cast<std::uint32_t>(shape.merged) << 19U;
}

// W^T G W over pairs.
GradientPairs gradient_pairs(const CornerWeights& W) {
  constexpr CornerPairs kPairs = corner_pairs();
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

}  // namespace

CornerWeights CellShape::weights() const {
  const CornerWeights H = corner_weights(octant, hanging);
  const CornerWeights Q = unknown_weights(octant, merged ? hanging : 0xffU, held);
  CornerWeights W{};
  for (int i = 0; i < 8; ++i)
    for (int k = 0; k < 8; ++k)
      for (int j = 0; j < 8; ++j) W[i][k] += H[i][j] * Q[j][k];
  return W;
}

const GradientPairs* GradientShapes::of(const CellShape& shape) {
  const CellShape plain = plain_shape(shape);
  const GradientPairs*& known = known_[key_of(plain)];
  if (known == nullptr) {
    pairs_.push_back(gradient_pairs(plain.weights()));
    known = &pairs_.back();
  }
  return known;
}

}  // namespace sinew
