#include "octree/solver/coarse_shapes.h"

#include <mutex>

#include "elastic/cube_element.h"
#include "octree/solver/cell_galerkin.h"

namespace sinew {

namespace {

constexpr CornerPairs kPairs = corner_pairs();

// A unique key per shape; below 2^12 if nothing is held.
std::uint32_t key_of(const CellShape& shape) {
  return shape.octant | static_cast<std::uint32_t>(shape.merged) << 3U | shape.hanging << 4U |
         shape.held << 12U;
}

// Reduces shapes with the same products to one: nothing hangs within a merged cell (cell_levels.h) unless
// something is held, and a cell without hanging or held corners is the same in every octant.
CellShape with_same_products(CellShape shape) {
  if (shape.merged && shape.held == 0) shape.hanging = 0;
  if (!shape.merged && shape.hanging == 0) shape.octant = 0;
  return shape;
}

// W^T (products of corners) W over pairs.
ProductPairs product_pairs(const CornerWeights& W) {
  ProductPairs pairs{};
  for (int p = 0; p < kCornerPairs; ++p) {
    CornerProducts sum;
    for (int a = 0; a < 8; ++a)
      for (int b = 0; b < 8; ++b) {
        const double weight = double(W[a][kPairs.first[p]]) * double(W[b][kPairs.second[p]]);
        if (weight != 0) sum = sum + weight * corner_products(a, b);
      }
    const auto& [G, L] = sum;
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) {
        pairs.straight[3 * r + c][p] = static_cast<float>(G(r, c) - L(r, c));
        pairs.bent[3 * r + c][p] = static_cast<float>(L(r, c));
      }
    pairs.trace[p] = static_cast<float>(trace(G));
  }
  return pairs;
}

CornerWeights weights_of_unknowns(const CellShape& shape) {
  return unknown_weights(shape.octant, shape.merged ? shape.hanging : 0xffU, shape.held);
}

// The weights by which the cell's corners follow the coarse cell's eight unknowns.
CornerWeights weights_of_corners(const CellShape& shape) {
  const CornerWeights H = corner_weights(shape.octant, shape.hanging), Q = weights_of_unknowns(shape);
  CornerWeights W{};
  for (int i = 0; i < 8; ++i)
    for (int k = 0; k < 8; ++k)
      for (int j = 0; j < 8; ++j) W[i][k] += H[i][j] * Q[j][k];
  return W;
}

WeightProducts products_of_weights(const CornerWeights& Q) {
  WeightProducts products{};
  for (int k = 0; k < 8; ++k)
    for (int p = 0; p < kCornerPairs; ++p) products[k][p] = Q[k][kPairs.first[p]] * Q[k][kPairs.second[p]];
  return products;
}

}  // namespace

namespace {

// What was made for a shape before, in any body: a cut would otherwise compute all of it again. Kinds of
// shapes that come after the first thousands are not kept.
template <typename T, typename Make>
std::shared_ptr<const T> made_once(std::uint32_t key, Make&& make) {
  constexpr std::size_t kMost = 4096;
  static std::mutex mutex;
  static std::unordered_map<std::uint32_t, std::shared_ptr<const T>> made;
  const std::lock_guard lock(mutex);
  if (const auto found = made.find(key); found != made.end()) return found->second;
  auto fresh = std::make_shared<const T>(make());
  if (made.size() < kMost) made.emplace(key, fresh);
  return fresh;
}

}  // namespace

template <typename T>
template <typename Make>
void CoarseShapes::Known<T>::add(std::uint32_t key, Make&& make) {
  if (key >= kWhole) {
    if (!others_.contains(key)) others_.emplace(key, made_once<T>(key, make));
  } else if (whole_[key] == nullptr) {
    whole_[key] = made_once<T>(key, make);
  }
}

template <typename T>
const T* CoarseShapes::Known<T>::of(std::uint32_t key) const {
  return key < kWhole ? whole_[key].get() : others_.at(key).get();
}

void CoarseShapes::add(const CellShape& shape) {
  const CellShape same = with_same_products(shape);
  products_of_corners_.add(key_of(same), [&] { return product_pairs(weights_of_corners(same)); });
  if (shape.merged)
    weights_.add(key_of(shape), [&] { return products_of_weights(weights_of_unknowns(shape)); });
}

const ProductPairs* CoarseShapes::corner_products(const CellShape& shape) const {
  return products_of_corners_.of(key_of(with_same_products(shape)));
}

const WeightProducts& CoarseShapes::weight_products(const CellShape& shape) const {
  return *weights_.of(key_of(shape));
}

}  // namespace sinew
