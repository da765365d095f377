#pragma once

#include <array>
#include <span>
#include <vector>

#include "sinew/mesh/surface_mesh.h"

namespace sinew {

// Which directions lead away from a surface at its vertices and edges. A point p is nearest to the surface at a vertex
// or an edge q only if the direction from q to p leads into none of the triangles around q:
//
//        p                      p
//        |\                      \        the cone of q
//    ----+-q----            ------q
//          not in the cone         \      in the cone
//
// On the left p is nearer to the inside of a triangle than to q, so that p and this triangle touch, and not p and q.
// If they did, p could not slide over q: it would have to keep its distance along a direction that points back.
class NormalCones {
 public:
  NormalCones() = default;
  NormalCones(std::span<const Triangle> triangles, Index vertex_count);

  // What rounding may turn a direction, rad.
  static constexpr double kRounding = 1e-3;

  // `direction`, of length 1, from a point inside of the edge. position(v) is where vertex v is. It may be outside by
  // `leaning`, rad, if that is small.
  template <typename Position>
  bool contains(std::array<Index, 2> edge, const Vec3& direction, const Position& position,
                double leaning = kRounding) const {
    const Vec3 from = position(edge[0]), along = position(edge[1]) - from;
    for (Index k = first_[edge[0]]; k < first_[edge[0] + 1]; ++k) {
      if (wings_[k].end != edge[1]) continue;
      for (const Index apex : wings_[k].apex) {
        if (apex < 0) continue;
        const Vec3 aside = position(apex) - from;
        const Vec3 into = aside - dot(aside, along) / squared_norm(along) * along;
        if (leads_into(into, direction, leaning)) return false;
      }
    }
    return true;
  }
  // The same from a vertex.
  template <typename Position>
  bool contains(Index vertex, const Vec3& direction, const Position& position,
                double leaning = kRounding) const {
    const Vec3 from = position(vertex);
    for (Index k = first_[vertex]; k < first_[vertex + 1]; ++k)
      if (leads_into(position(wings_[k].end) - from, direction, leaning)) return false;
    return true;
  }

 private:
  // An edge at a vertex, and the third corners of the triangles that have it (-1: none); of more than two triangles, the
  // first two.
  struct Wing {
    Index end;
    std::array<Index, 2> apex;
  };
  static bool leads_into(const Vec3& into, const Vec3& direction, double leaning) {
    return dot(into, direction) > leaning * norm(into);
  }

  std::vector<Index> first_;  // per vertex
  std::vector<Wing> wings_;
};

}  // namespace sinew
