#include "octree/grid/hanging_vertices.h"

#include "base/parallel.h"

namespace sinew {

namespace {
constexpr Index kHangingChunk = 2048;
}

void HangingVertices::transpose() const {
  const Vertices& vertices = vertices_;
  std::vector<Index> place(vertices.unknowns + 1, 0);
  for (const Index v : vertices.row_vertex) ++place[v];
  Index total = 0;
  for (Index v = 0; v < vertices.unknowns; ++v) {
    const Index count = place[v];
    place[v] = total;
    if (count == 0) continue;
    followed_.push_back(v);
    start_.push_back(total);
    total += count;
  }
  start_.push_back(total);
  follower_.resize(total);
  weight_.resize(total);
  for (Index v = vertices.unknowns; v < vertices.count(); ++v)
    for (const auto [unknown, weight] : vertices.weights(v)) {
      const Index to = place[unknown]++;
      follower_[to] = v;
      weight_[to] = weight;
    }
}

void HangingVertices::follow(std::span<Block3<double>> x) const {
  parallel_for(vertices_.hanging(), kHangingChunk, [&](Index begin, Index end) {
    for (Index v = vertices_.unknowns + begin; v < vertices_.unknowns + end; ++v)
      x[v] = to_block(value_at(vertices_, v, x));
  });
}

void HangingVertices::follow(std::span<Block3<float>> x) const {
  parallel_for(vertices_.hanging(), kHangingChunk, [&](Index begin, Index end) {
    for (Index v = vertices_.unknowns + begin; v < vertices_.unknowns + end; ++v) {
      Block3<float> sum{};
      for (const auto [unknown, weight] : vertices_.weights(v)) {
        const Block3<float>& of = x[unknown];
        sum = {sum.x + weight * of.x, sum.y + weight * of.y, sum.z + weight * of.z, 0};
      }
      x[v] = sum;
    }
  });
}

template <typename Real>
void HangingVertices::hand_on_all(std::span<Block3<Real>> f) const {
  std::call_once(is_transposed_, [this] { transpose(); });
  parallel_for_each(followed_.size(), kHangingChunk, [&](Index i) {
    Block3<Real>& at = f[followed_[i]];
    for (Index k = start_[i]; k < start_[i + 1]; ++k) {
      const Real weight = static_cast<Real>(weight_[k]);
      const Block3<Real>& of = f[follower_[k]];
      at.x += weight * of.x, at.y += weight * of.y, at.z += weight * of.z;
    }
  });
}

void HangingVertices::hand_on(std::span<Block3<double>> f) const { hand_on_all(f); }
void HangingVertices::hand_on(std::span<Block3<float>> f) const { hand_on_all(f); }

}  // namespace sinew
