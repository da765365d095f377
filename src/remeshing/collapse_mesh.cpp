#include "remeshing/collapse_mesh.h"

#include <algorithm>

namespace sinew {

CollapseMesh::CollapseMesh(const SurfaceMesh& surface)
    : positions_(surface.positions),
      triangles_(surface.triangles),
      stars_(surface.positions.size()),
      state_(surface.positions.size(), 0) {
  for (Index t = 0; t < triangle_slots(); ++t) {
    const auto [a, b, c] = triangles_[t];
    if (a == b || b == c || c == a) {
      triangles_[t] = {-1, -1, -1};
      continue;
    }
    for (const Index v : triangles_[t]) stars_[v].push_back(t);
    ++live_triangles_;
  }
  for (Index v = 0; v < vertex_count(); ++v) classify_vertex(v);
}

// The link of a manifold vertex is one chain of directed edges: every vertex leaves once and is reached once
// (a cycle, inside), or one leaves only and one is reached only (a path, on the boundary).
void CollapseMesh::classify_vertex(Index v) {
  std::vector<std::array<Index, 2>> link;
  for (const Index t : stars_[v]) {
    const int k = corner_of(triangles_[t], v);
    link.push_back({triangles_[t][(k + 1) % 3], triangles_[t][(k + 2) % 3]});
  }
  if (link.empty()) return;
  std::sort(link.begin(), link.end());
  std::vector<Index> reached;
  for (const auto& edge : link) reached.push_back(edge[1]);
  std::sort(reached.begin(), reached.end());

  bool manifold = std::adjacent_find(reached.begin(), reached.end()) == reached.end();
  Index start = link[0][0];
  for (std::size_t i = 0; i < link.size(); ++i) {
    if (i > 0 && link[i][0] == link[i - 1][0]) manifold = false;
    if (!std::binary_search(reached.begin(), reached.end(), link[i][0])) {
      start = link[i][0];
      state_[v] |= kBoundary;
    }
  }

  // Walk the chain from its start: it must pass every edge of the link.
  std::size_t walked = 0;
  Index at = start;
  while (manifold && walked < link.size()) {
    const auto next = std::lower_bound(link.begin(), link.end(), std::array<Index, 2>{at, -1});
    if (next == link.end() || (*next)[0] != at) break;
    at = (*next)[1];
    ++walked;
    if (at == start) break;
  }
  if (!manifold || walked != link.size()) state_[v] |= kFixed;
}

Index CollapseMesh::fixed_count() const {
  return static_cast<Index>(
      std::count_if(state_.begin(), state_.end(), [](unsigned char s) { return s & kFixed; }));
}

Vec3 CollapseMesh::area_vector(Index t) const {
  const auto& [a, b, c] = triangles_[t];
  return cross(positions_[b] - positions_[a], positions_[c] - positions_[a]);
}

void CollapseMesh::neighbours(Index v, std::vector<Index>& out) const {
  out.clear();
  for (const Index t : stars_[v])
    for (const Index w : triangles_[t])
      if (w != v) out.push_back(w);
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
}

int CollapseMesh::edge_triangles(Index u, Index v, std::array<Index, 2>& out) const {
  const Index fewer = stars_[u].size() < stars_[v].size() ? u : v, other = fewer == u ? v : u;
  int found = 0;
  for (const Index t : stars_[fewer])
    if (corner_of(triangles_[t], other) >= 0 && found < 2) out[found++] = t;
  return found;
}

bool CollapseMesh::has_edge(Index u, Index v) const {
  std::array<Index, 2> ignored;
  return edge_triangles(u, v, ignored) > 0;
}

bool CollapseMesh::is_boundary_edge(Index u, Index v) const {
  std::array<Index, 2> ignored;
  return edge_triangles(u, v, ignored) == 1;
}

bool CollapseMesh::can_collapse(Index v, Index u) const {
  if (is_fixed(u) || is_fixed(v)) return false;
  std::array<Index, 2> at_edge;
  const int sides = edge_triangles(u, v, at_edge);
  if (sides == 0) return false;
  if (is_boundary(u) && is_boundary(v) && sides == 2) return false;

  // The vertices joined to both ends must be those opposite to the edge, and no others.
  const Index fewer = stars_[u].size() < stars_[v].size() ? u : v, other = fewer == u ? v : u;
  std::array<Index, 2> opposite{-1, -1};
  for (int i = 0; i < sides; ++i)
    for (const Index w : triangles_[at_edge[i]])
      if (w != u && w != v) opposite[i] = w;
  for (const Index t : stars_[fewer])
    for (const Index w : triangles_[t])
      if (w != u && w != v && w != opposite[0] && w != opposite[1] && has_edge(w, other)) return false;

  // No edge of the link may be shared: a tetrahedron, or a lone triangle with three boundary edges.
  if (sides == 1) return !(is_boundary_edge(u, opposite[0]) && is_boundary_edge(v, opposite[0]));
  if (opposite[0] == opposite[1]) return false;
  std::array<Index, 2> across;
  const int across_count = edge_triangles(opposite[0], opposite[1], across);
  bool seen_by_u = false, seen_by_v = false;
  for (int i = 0; i < across_count; ++i) {
    seen_by_u |= corner_of(triangles_[across[i]], u) >= 0;
    seen_by_v |= corner_of(triangles_[across[i]], v) >= 0;
  }
  return !(seen_by_u && seen_by_v);
}

void CollapseMesh::collapse(Index v, Index u) {
  for (const Index t : stars_[v]) {
    Triangle& triangle = triangles_[t];
    if (corner_of(triangle, u) >= 0) {
      for (const Index w : triangle)
        if (w != v) std::erase(stars_[w], t);
      triangle = {-1, -1, -1};
      --live_triangles_;
    } else {
      triangle[corner_of(triangle, v)] = u;
      stars_[u].push_back(t);
    }
  }
  stars_[v].clear();
  stars_[v].shrink_to_fit();
  state_[u] |= state_[v];
}

Hinge hinge_of(const CollapseMesh& mesh, std::array<Index, 2> sides, Index u, Index v) {
  const Triangle& first = mesh.triangle(sides[0]);
  if (first[(corner_of(first, u) + 1) % 3] != v) std::swap(sides[0], sides[1]);
  const Triangle &left = mesh.triangle(sides[0]), &right = mesh.triangle(sides[1]);
  return {sides[0], sides[1], left[(corner_of(left, u) + 2) % 3], right[(corner_of(right, v) + 2) % 3]};
}

bool CollapseMesh::can_flip(Index u, Index v) const {
  std::array<Index, 2> sides;
  if (is_fixed(u) || is_fixed(v) || edge_triangles(u, v, sides) != 2) return false;
  const Hinge hinge = hinge_of(*this, sides, u, v);
  return hinge.a != hinge.b && !is_fixed(hinge.a) && !is_fixed(hinge.b) && !has_edge(hinge.a, hinge.b) &&
         valence(u) > 3 && valence(v) > 3;
}

void CollapseMesh::flip(Index u, Index v) {
  std::array<Index, 2> sides;
  edge_triangles(u, v, sides);
  const Hinge hinge = hinge_of(*this, sides, u, v);
  triangles_[hinge.left] = {hinge.a, hinge.b, v};
  triangles_[hinge.right] = {hinge.b, hinge.a, u};
  std::erase(stars_[u], hinge.left);
  std::erase(stars_[v], hinge.right);
  stars_[hinge.a].push_back(hinge.right);
  stars_[hinge.b].push_back(hinge.left);
}

SurfaceMesh CollapseMesh::extract(std::vector<Index>* origin) const {
  SurfaceMesh out;
  std::vector<Index> renumbered(positions_.size(), -1);
  if (origin) origin->clear();
  for (Index v = 0; v < vertex_count(); ++v) {
    if (stars_[v].empty()) continue;
    renumbered[v] = out.vertex_count();
    out.positions.push_back(positions_[v]);
    if (origin) origin->push_back(v);
  }
  for (const auto& [a, b, c] : triangles_)
    if (a >= 0) out.triangles.push_back({renumbered[a], renumbered[b], renumbered[c]});
  return out;
}

double triangle_quality(const Vec3& a, const Vec3& b, const Vec3& c) {
  const double edges = squared_norm(b - a) + squared_norm(c - b) + squared_norm(a - c);
  return edges > 0 ? 2 * std::sqrt(3.0) * norm(cross(b - a, c - a)) / edges : 0;
}

}  // namespace sinew
