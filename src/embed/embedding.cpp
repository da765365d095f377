#include "sinew/embed/embedding.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/parallel.h"

namespace sinew {

namespace {

constexpr Index kPoints = 4096;  // per parallel chunk

// The weighted sum over the nodes of point p, as differences to the first of them.
template <typename T, typename ValueAt>
T weighted_sum(const Embedding& embedding, Index p, const ValueAt& value_at) {
  const std::span<const Index> nodes = embedding.nodes(p);
  const std::span<const float> weights = embedding.weights(p);
  const T first = value_at(nodes[0]);
  T moved{};
  for (std::size_t k = 1; k < nodes.size(); ++k) moved += double(weights[k]) * (value_at(nodes[k]) - first);
  return first + moved;
}

// A point while it is composed: its nodes in the order in which they are met. Rows are short, so a linear
// search is fast enough.
class ComposedPoint {
 public:
  void clear() { nodes_.clear(), weights_.clear(); }
  void add(Index node, double weight) {
    const auto found = std::ranges::find(nodes_, node);
    const auto at = static_cast<std::size_t>(found - nodes_.begin());
    if (found == nodes_.end()) nodes_.push_back(node), weights_.push_back(0);
    weights_[at] += weight;
  }
  // Leaves out nodes that cancelled, except for the first, to which differences are taken.
  void append_to(Embedding& embedding) const {
    for (std::size_t k = 0; k < nodes_.size(); ++k) {
      if (k > 0 && weights_[k] == 0) continue;
      embedding.node.push_back(nodes_[k]);
      embedding.weight.push_back(static_cast<float>(weights_[k]));
    }
    embedding.start.push_back(static_cast<Index>(embedding.node.size()));
  }

 private:
  std::vector<Index> nodes_;
  std::vector<double> weights_;
};

// The first weight of a point if differences to its first node are weighted: one minus the others.
double first_weight(std::span<const float> weights) {
  return 1 - std::accumulate(weights.begin() + 1, weights.end(), 0.0);
}

}  // namespace

Embedding embedding_of_rows(int per_point, std::vector<Index> nodes, std::vector<float> weights) {
  Embedding embedding;
  embedding.start.resize(nodes.size() / static_cast<std::size_t>(per_point) + 1);
  for (std::size_t p = 0; p < embedding.start.size(); ++p)
    embedding.start[p] = static_cast<Index>(p) * per_point;
  embedding.node = std::move(nodes);
  embedding.weight = std::move(weights);
  return embedding;
}

Embedding embedding_on_nodes(std::vector<Index> nodes) {
  std::vector<float> weights(nodes.size(), 1);
  return embedding_of_rows(1, std::move(nodes), std::move(weights));
}

Embedding embedding_on_own_nodes(Index count) {
  std::vector<Index> nodes(static_cast<std::size_t>(count));
  std::iota(nodes.begin(), nodes.end(), 0);
  return embedding_on_nodes(std::move(nodes));
}

Index most_nodes_per_point(const Embedding& embedding) {
  std::size_t most = 0;
  for (Index p = 0; p < embedding.point_count(); ++p) most = std::max(most, embedding.row_size(p));
  return static_cast<Index>(most);
}

Index count_extrapolated(const Embedding& embedding) {
  constexpr float kRounding = 1e-6F;
  Index count = 0;
  for (Index p = 0; p < embedding.point_count(); ++p)
    count += std::ranges::any_of(embedding.weights(p), [](float w) { return w < -kRounding; });
  return count;
}

Embedding compose(const Embedding& outer, const Embedding& inner) {
  Embedding composed;
  ComposedPoint point;
  for (Index p = 0; p < outer.point_count(); ++p) {
    point.clear();
    for (std::size_t i = 0; i < outer.row_size(p); ++i) {
      const Index through = outer.nodes(p)[i];
      const double share = i == 0 ? first_weight(outer.weights(p)) : outer.weights(p)[i];
      const std::span<const Index> nodes = inner.nodes(through);
      const std::span<const float> weights = inner.weights(through);
      for (std::size_t k = 0; k < nodes.size(); ++k)
        point.add(nodes[k], share * (k == 0 ? first_weight(weights) : weights[k]));
    }
    point.append_to(composed);
  }
  return composed;
}

std::vector<Vec3> embedded_positions(const Embedding& embedding, std::span<const Vec3> positions) {
  std::vector<Vec3> points(static_cast<std::size_t>(embedding.point_count()));
  embedded_positions(embedding, positions, points);
  return points;
}

void embedded_positions(const Embedding& embedding, std::span<const Vec3> positions, std::span<Vec3> points) {
  parallel_for_each(embedding.point_count(), kPoints, [&](Index p) {
    points[p] = weighted_sum<Vec3>(embedding, p, [&](Index node) { return positions[node]; });
  });
}

std::vector<float> embedded_values(const Embedding& embedding, std::span<const float> values) {
  std::vector<float> points(static_cast<std::size_t>(embedding.point_count()));
  parallel_for_each(embedding.point_count(), kPoints, [&](Index p) {
    points[p] = static_cast<float>(
        weighted_sum<double>(embedding, p, [&](Index node) { return double(values[node]); }));
  });
  return points;
}

}  // namespace sinew
