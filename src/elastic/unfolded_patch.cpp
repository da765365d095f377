#include "elastic/unfolded_patch.h"

#include <algorithm>
#include <utility>

namespace sinew {

UnfoldedPatch::UnfoldedPatch(const SurfaceMesh& mesh, const EdgeTable& edges, Index edge)
    : mesh_(&mesh), edges_(&edges) {
  const auto& [p, q] = edges.edge(edge);
  const double length = distance(mesh.positions[p], mesh.positions[q]);
  nodes_ = {{p, -length / 2, 0}, {q, length / 2, 0}};
  double side = -1;
  for (const EdgeTable::Side& s : edges.sides(edge)) add(s.triangle, s.corner, std::exchange(side, 1));
}

const UnfoldedPatch::Node* UnfoldedPatch::find(Index v) const {
  const auto at = std::ranges::find(nodes_, v, &Node::node);
  return at == nodes_.end() ? nullptr : &*at;
}

bool UnfoldedPatch::has(Index triangle) const {
  return std::ranges::find(triangles_, triangle) != triangles_.end();
}

void UnfoldedPatch::add(Index triangle, int corner, double side) {
  triangles_.push_back(triangle);
  const Triangle& t = mesh_->triangles[triangle];
  const Index apex = t[(corner + 2) % 3];
  if (find(apex) != nullptr) return;
  const auto [v, w] = std::minmax(t[corner], t[(corner + 1) % 3]);
  // The foot of the apex on the side, and its height, in lengths of the side.
  const Vec3 along = mesh_->positions[w] - mesh_->positions[v];
  const Vec3 to_apex = mesh_->positions[apex] - mesh_->positions[v];
  const double foot = dot(to_apex, along) / squared_norm(along);
  const double height = side * norm(cross(along, to_apex)) / squared_norm(along);
  const Node a = *find(v), b = *find(w);
  const double ds = b.s - a.s, dn = b.n - a.n;
  nodes_.push_back({apex, a.s + foot * ds - height * dn, a.n + foot * dn + height * ds});
}

bool UnfoldedPatch::grow() {
  const std::size_t before = triangles_.size();
  for (; grown_ < before; ++grown_) {
    const Index triangle = triangles_[grown_];
    const Triangle t = mesh_->triangles[triangle];
    for (int corner = 0; corner < 3; ++corner)
      for (const EdgeTable::Side& next : edges_->sides(edges_->edge_of(triangle, corner))) {
        if (has(next.triangle)) continue;
        const auto [v, w] = std::minmax(t[corner], t[(corner + 1) % 3]);
        const Node a = *find(v), b = *find(w), own = *find(t[(corner + 2) % 3]);
        const double own_side = (b.s - a.s) * (own.n - a.n) - (b.n - a.n) * (own.s - a.s);
        add(next.triangle, next.corner, own_side > 0 ? -1 : 1);
      }
  }
  return triangles_.size() > before;
}

}  // namespace sinew
