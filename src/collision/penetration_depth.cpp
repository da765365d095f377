#include "collision/penetration_depth.h"

#include <algorithm>
#include <numeric>

#include "mesh/element_faces.h"

namespace sinew {

namespace {

double mean_edge(std::span<const NodePair> edges, std::span<const Vec3> x) {
  double sum = 0;
  for (const auto& [a, b] : edges) sum += distance(x[a], x[b]);
  return edges.empty() ? 1 : sum / static_cast<double>(edges.size());
}

}  // namespace

void PenetrationDepth::Mean::add(double squared_distance, double one_depth, const Vec3& one_out) {
  const double w = 1 / std::max(squared_distance, 1e-300);
  weight += w, depth += w * one_depth, out += w * one_out;
}

void PenetrationDepth::Mean::give(Penetration& to) const {
  to.depth = std::max(depth / weight, 0.0);
  to.out = normalized(out);
}

CollisionVolume::CollisionVolume(std::vector<Tetrahedron> all)
    : tetrahedra(std::move(all)), edges(tetrahedron_edges(tetrahedra)) {
  Index last = -1;
  for (const Tetrahedron& t : tetrahedra) last = std::max(last, *std::ranges::max_element(t));
  start.assign(static_cast<std::size_t>(last) + 2, 0);
  for (const auto& [a, b] : edges) ++start[a + 1], ++start[b + 1];
  std::partial_sum(start.begin(), start.end(), start.begin());
  beside.resize(2 * edges.size());
  std::vector<Index> fill(start.begin(), start.end() - 1);
  for (const auto& [a, b] : edges) beside[fill[a]++] = b, beside[fill[b]++] = a;
  for_each_face(sorted_element_faces(tetrahedra), [&](std::span<const ElementFace> sides) {
    if (sides.size() != 1) return;
    const Tetrahedron& t = tetrahedra[sides[0].element];
    const int* corner = kTetrahedronFaces[sides[0].face];
    boundary.push_back({t[corner[0]], t[corner[1]], t[corner[2]]});
  });
}

std::span<const Penetration> PenetrationDepth::find(const CollisionVolume& a, std::span<const Vec3> x,
                                                    const CollisionVolume& b, std::span<const Vec3> y) {
  found_.clear(), unreached_ = 0;
  nodes_.fill(x, mean_edge(b.edges, y));
  find_points_inside(nodes_, x, y, b.tetrahedra, inside_);
  if (inside_.empty()) return found_;
  number_.assign(x.size(), -1);
  for (const PointInside& one : inside_) {
    number_[one.point] = static_cast<Index>(found_.size());
    found_.push_back({one.point, one.tetrahedron, 0, {}});
  }
  border_.clear();
  for (const auto& [p, q] : a.edges)
    if ((number_[p] < 0) != (number_[q] < 0))
      border_.push_back(number_[p] >= 0 ? NodePair{p, q} : NodePair{q, p});
  pierce(border_, x, b, y);
  is_known_.assign(found_.size(), 0);
  start_at_border(x);
  go_inward(a, x);
  std::size_t kept = 0;
  for (std::size_t k = 0; k < found_.size(); ++k)
    if (is_known_[k] != 0) found_[kept++] = found_[k];
  unreached_ = static_cast<Index>(found_.size() - kept);
  found_.resize(kept);
  return found_;
}

// Where each edge comes out first. Edges are hashed by their middles: a triangle meets those whose middles are within half of
// the longest edge of it.
void PenetrationDepth::pierce(std::span<const NodePair> edges, std::span<const Vec3> x,
                              const CollisionVolume& b, std::span<const Vec3> y) {
  constexpr double kNowhere = 2;
  middle_.clear(), crossings_.clear();
  double longest = 0;
  for (const auto& [p, q] : edges) {
    middle_.push_back(0.5 * (x[p] + x[q]));
    longest = std::max(longest, distance(x[p], x[q]));
    crossings_.push_back({p, kNowhere, {}, {}});
  }
  middles_.fill(middle_, longest);
  for (const Triangle& t : b.boundary) {
    Box3 box;
    for (const Index i : t) box.extend(y[i]);
    const Vec3 e = y[t[1]] - y[t[0]], f = y[t[2]] - y[t[0]], area = cross(e, f);
    middles_.for_each_in(box.inflated(0.5 * longest), [&](Index k) {
      const auto& [p, q] = edges[k];
      const Vec3 way = x[q] - x[p], from = x[p] - y[t[0]];
      const double along = dot(way, area);
      if (!(along > 0)) return;  // does not come out here
      const double at = -dot(from, area) / along;
      const Vec3 turn = cross(way, from);
      const double at_e = dot(f, turn) / along, at_f = -dot(e, turn) / along;
      // Edges that meet the boundary where triangles do are to find one of them.
      constexpr double kEdge = 1e-9;
      if (at < 0 || at > 1 || at_e < -kEdge || at_f < -kEdge || at_e + at_f > 1 + kEdge) return;
      if (at < crossings_[k].t) crossings_[k] = {p, at, x[p] + at * way, normalized(area)};
    });
  }
  std::erase_if(crossings_, [](const Crossing& one) { return one.t == kNowhere; });
}

void PenetrationDepth::start_at_border(std::span<const Vec3> x) {
  means_.assign(found_.size(), {});
  for (const Crossing& one : crossings_) {
    const Vec3 way = one.at - x[one.inner];
    means_[number_[one.inner]].add(squared_norm(way), dot(way, one.normal), one.normal);
  }
  wave_.clear();
  for (std::size_t k = 0; k < found_.size(); ++k) {
    if (means_[k].weight == 0) continue;
    means_[k].give(found_[k]);
    is_known_[k] = 1;
    wave_.push_back(static_cast<Index>(k));
  }
}

// Nodes of one wave take their values from those of earlier waves alone.
void PenetrationDepth::go_inward(const CollisionVolume& a, std::span<const Vec3> x) {
  constexpr char kKnown = 1, kReached = 2;
  const auto for_each_beside = [&](Index k, auto&& act) {
    const Index p = found_[k].node;
    for (Index e = a.start[p]; e < a.start[p + 1]; ++e)
      if (const Index n = number_[a.beside[e]]; n >= 0) act(n);
  };
  while (!wave_.empty()) {
    next_.clear();
    for (const Index k : wave_)
      for_each_beside(k, [&](Index n) {
        if (is_known_[n] == 0) is_known_[n] = kReached, next_.push_back(n);
      });
    for (const Index k : next_) {
      Mean mean;
      for_each_beside(k, [&](Index n) {
        if (is_known_[n] != kKnown) return;
        const Vec3 way = x[found_[n].node] - x[found_[k].node];
        mean.add(squared_norm(way), dot(way, found_[n].out) + found_[n].depth, found_[n].out);
      });
      mean.give(found_[k]);
    }
    for (const Index k : next_) is_known_[k] = kKnown;
    wave_.swap(next_);
  }
}

}  // namespace sinew
