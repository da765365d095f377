#include "collision/rest_ways.h"

#include <algorithm>
#include <limits>

namespace sinew {

RestWays::RestWays(const RefitTree& tree, const Governors& governors, int level, std::span<const Vec3> nodes,
                   std::span<const Vec3> rest)
    : tree_(tree), governors_(governors), level_(level), nodes_(nodes), rest_(rest), into_(rest.size()) {
  feet_.resize(15 * rest.size());
  for (Index v = 0; v < static_cast<Index>(rest.size()); ++v) {
    const auto& simplex = nodes_of(simplex_of(v));
    for (unsigned part = 1; part < 15; ++part) {
      // A point or a segment is a triangle with equal corners.
      std::array<Vec3, 4> x = {rest[v], {}, {}, {}};
      int corners = 1;
      for (int i = 0; i < 4; ++i)
        if ((part >> i & 1U) != 0) x[corners++] = nodes[simplex[i]];
      while (corners < 4) x[corners] = x[corners - 1], ++corners;
      const ClosestPoints closest = closest_points(FeaturePair::Kind::kVertexTriangle, x);
      Vec3 at{};
      for (int i = 1; i < 4; ++i) at -= closest.weight[i] * x[i];
      feet_[15 * v + part - 1] = {at, distance(rest[v], at)};
    }
    feet_[15 * v + 14] = {rest[v], 0};
  }
}

double RestWays::way_into(Index a, Index b, Index v) const {
  const Index own = simplex_of(v);
  if (own == a) return 0;
  if (const unsigned part = common(own, a); part != 0) return foot(v, part).distance;
  // Through b, from which it is one node to a.
  const unsigned part = common(own, b), into = common(b, a);
  double shortest = std::numeric_limits<double>::infinity();
  if (part == 0) return shortest;
  for (int i = 0; i < 4; ++i)
    if ((into >> i & 1U) != 0)
      shortest = std::min(shortest, distance(foot(v, part).at, nodes_[nodes_of(b)[i]]));
  return shortest + foot(v, part).distance;
}

double RestWays::way_between(Index a, Index v, Index w, double into_v, double into_w) const {
  const Index b = simplex_of(v), c = simplex_of(w);
  if (b == c) return b == a ? 0 : distance(rest_[v], rest_[w]);
  double way = into_v + into_w;
  if (const unsigned part = common(b, c); part != 0) {
    const auto through = [&](const Vec3& p) {
      return (b == a ? 0 : distance(rest_[v], p)) + (c == a ? 0 : distance(p, rest_[w]));
    };
    way = std::min({way, through(foot(v, part).at), through(foot(w, common(c, b)).at)});
  }
  return way;
}

void RestWays::collect(Index a, Index b, std::span<const Index> triangles, std::vector<Item>& items) {
  items.clear();
  for (const Index t : triangles) {
    Item item{t, {}, 0};
    for (const Index v : tree_.triangles()[t]) {
      into_[v] = way_into(a, b, v);
      item.into = std::max(item.into, into_[v]);
      item.box.extend(rest_[v]);
    }
    items.push_back(item);
  }
}

}  // namespace sinew
