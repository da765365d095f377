#include "haptics/felt_surface.h"

#include <algorithm>
#include <limits>
#include <map>

#include "sinew/body/body.h"
#include "sinew/embed/embedding.h"

namespace sinew {

const std::vector<Triangle>& FeltSurface::triangles() const {
  static const std::vector<Triangle> kNone;
  return topology_.surface == nullptr ? kNone : topology_.surface->mesh.triangles;
}

void FeltSurface::take(const BodyFrame& frame) {
  const bool same_triangles = topology_.surface == frame.topology.surface;
  if (!(topology_ == frame.topology)) {
    topology_ = frame.topology;
    in_nodes_ = topology_.embedding == nullptr ? nullptr : embedding_in_nodes(topology_);
  }
  if (in_nodes_ == nullptr) return;
  positions_ = embedded_positions(*in_nodes_, frame.positions);
  if (!same_triangles) connect_triangles();
}

void FeltSurface::connect_triangles() {
  ++number_;
  first_.assign(positions_.size() + 1, 0);
  for (const Triangle& t : triangles())
    for (const Index v : t) ++first_[v + 1];
  for (std::size_t v = 1; v < first_.size(); ++v) first_[v] += first_[v - 1];
  around_.resize(3 * triangles().size());
  std::vector<Index> next(first_.begin(), first_.end() - 1);
  for (std::size_t t = 0; t < triangles().size(); ++t)
    for (const Index v : triangles()[t]) around_[next[v]++] = static_cast<Index>(t);
  visited_.assign(triangles().size(), 0);
  search_ = 0;
}

bool FeltSurface::has(const SurfacePoint& point) const {
  return point.triangle >= 0 && point.triangle < static_cast<Index>(triangles().size());
}

SurfacePoint FeltSurface::nearest_vertex(const Vec3& tool) const {
  double least = std::numeric_limits<double>::infinity();
  Index nearest = -1;
  for (Index v = 0; v < static_cast<Index>(positions_.size()); ++v) {
    const double squared = squared_norm(positions_[v] - tool);
    if (squared < least && first_[v] < first_[v + 1]) least = squared, nearest = v;
  }
  if (nearest < 0) return {};
  SurfacePoint point{around_[first_[nearest]], {}};
  const Triangle& t = triangles()[point.triangle];
  point.weight[static_cast<int>(std::ranges::find(t, nearest) - t.begin())] = 1;
  return point;
}

// Calls visit(triangle) for triangles that share vertices, from that of the point on and in widening rings, as long as
// it returns true and a vertex is within the radius.
template <typename Visit>
void FeltSurface::spread_from(const SurfacePoint& point, const std::vector<Vec3>& positions, double radius,
                              Visit&& visit) const {
  ++search_;
  const Vec3 centre = at(point, triangles(), positions);
  std::vector<Index> queue{point.triangle};
  visited_[point.triangle] = search_;
  for (std::size_t next = 0; next < queue.size(); ++next) {
    if (!visit(queue[next])) return;
    for (const Index v : triangles()[queue[next]]) {
      if (distance(positions[v], centre) > radius) continue;
      for (Index k = first_[v]; k < first_[v + 1]; ++k) {
        if (visited_[around_[k]] == search_) continue;
        visited_[around_[k]] = search_;
        queue.push_back(around_[k]);
      }
    }
  }
}

void FeltSurface::cut_out(const SurfacePoint& point, double radius, LocalResponse& response) const {
  response.on_surface.clear(), response.triangles.clear(), response.positions.clear();
  response.rest.clear();
  spread_from(point, positions_, radius, [&](Index t) {
    response.on_surface.push_back(t);
    // A triangle adds two vertices to its ring at most.
    return response.on_surface.size() < kMostPatchTriangles &&
           2 * response.on_surface.size() + 3 < 2 * kMostPatchVertices;
  });
  std::ranges::sort(response.on_surface);
  std::map<Index, Index> number_of;
  for (const Index t : response.on_surface) {
    Triangle& triangle = response.triangles.emplace_back();
    for (int c = 0; c < 3; ++c) {
      const Index v = triangles()[t][c];
      const auto [found, is_new] = number_of.try_emplace(v, static_cast<Index>(response.positions.size()));
      if (is_new) {
        response.positions.push_back(positions_[v]);
        response.rest.push_back(topology_.surface->mesh.positions[v]);
      }
      triangle[c] = found->second;
    }
  }
  connect(response);
}

Pull FeltSurface::patch_at(const SurfacePoint& point, double radius, std::span<const Vec3> nodes) const {
  const Triangle& own = triangles()[point.triangle];
  const std::vector<Vec3>& rest = topology_.surface->mesh.positions;
  const Vec3 centre = at(point, triangles(), rest);
  double reach = radius;
  for (int c = 0; c < 3; ++c) reach = std::max(reach, 1.1 * distance(rest[own[c]], rest[own[(c + 1) % 3]]));
  std::map<Index, double> of_vertex, of_node;
  spread_from(point, rest, reach, [&](Index t) {
    for (const Index v : triangles()[t]) {
      const double inside = 1 - squared_norm(rest[v] - centre) / (reach * reach);
      if (inside > 0) of_vertex[v] = inside * inside;
    }
    return true;
  });
  double sum = 0;
  for (const auto& [v, weight] : of_vertex)
    for (std::size_t k = 0; k < in_nodes_->row_size(v); ++k) {
      const double share = weight * double(in_nodes_->weights(v)[k]);
      of_node[in_nodes_->nodes(v)[k]] += share;
      sum += share;
    }
  Pull pull;
  for (const auto& [node, weight] : of_node) pull.nodes.push_back(node), pull.weights.push_back(weight / sum);
  pull.target = pulled_point(pull, nodes);
  return pull;
}

}  // namespace sinew
