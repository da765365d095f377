#pragma once

#include <span>
#include <vector>

#include "sinew/base/geometry.h"

namespace sinew {

// Points that follow others, called nodes here: point p is at
//
//   sum of weight[k] x(node[k]), k from start[p] to start[p + 1] - 1.
//
// A point has as many nodes as it needs, at least one: a single node that it lies on, three of a triangle,
// four of a tetrahedron, eight of a cube, more if embeddings are composed (compose). The weights of a point
// sum to one, so that points follow every affine motion of the nodes exactly.
struct Embedding {
  std::vector<Index> start = {0};  // per point, and one more at the end
  std::vector<Index> node;
  std::vector<float> weight;

  Index point_count() const { return static_cast<Index>(start.size()) - 1; }
  // The nodes of a point, their weights, and how many they are.
  std::span<const Index> nodes(Index p) const { return {node.data() + start[p], row_size(p)}; }
  std::span<const float> weights(Index p) const { return {weight.data() + start[p], row_size(p)}; }
  std::size_t row_size(Index p) const { return static_cast<std::size_t>(start[p + 1] - start[p]); }
};

// Points with `per_point` nodes each, stored one after the other.
Embedding embedding_of_rows(int per_point, std::vector<Index> nodes, std::vector<float> weights);
// Each point lies on one node.
Embedding embedding_on_nodes(std::vector<Index> nodes);
// Each of `count` points lies on the node of its number.
Embedding embedding_on_own_nodes(Index count);

// The largest number of nodes of a point; 0 if there are no points.
Index most_nodes_per_point(const Embedding& embedding);
// The number of points with a negative weight: they lie outside of the element that they follow.
Index count_extrapolated(const Embedding& embedding);

// The points of `outer`, which follow the points of `inner`, as they follow the nodes of `inner`: for example
// a surface bound to a collision mesh, which is bound to cells. A node that is reached in several ways occurs
// once.
Embedding compose(const Embedding& outer, const Embedding& inner);

// The places of the points if the nodes are at `positions`. Differences to a point's first node are weighted,
// so that the rounding of the weights does not grow with the distance from the origin.
std::vector<Vec3> embedded_positions(const Embedding& embedding, std::span<const Vec3> positions);
void embedded_positions(const Embedding& embedding, std::span<const Vec3> positions, std::span<Vec3> points);
// The same for a scalar.
std::vector<float> embedded_values(const Embedding& embedding, std::span<const float> values);

}  // namespace sinew
