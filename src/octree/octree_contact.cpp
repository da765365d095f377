#include "octree/octree_contact.h"

#include <algorithm>
#include <array>

#include "embed/bind_each.h"
#include "embed/binding.h"
#include "embed/cube_weights.h"
#include "mesh/triangle_tree.h"

namespace sinew {

namespace {

constexpr std::size_t kCorners = 8;
using Corners = std::array<Index, kCorners>;

// The cells of the vertices that are seen, by the nodes at their corners; empty if vertices lie on nodes.
std::vector<Corners> cells_of(const Embedding& seen) {
  std::vector<Corners> cells;
  for (Index v = 0; v < seen.point_count(); ++v) {
    if (seen.row_size(v) != kCorners) return {};
    std::ranges::copy(seen.nodes(v), cells.emplace_back().begin());
  }
  return cells;
}

Index nearest_corner(const SurfaceMesh& mesh, Index triangle, const Vec3& p) {
  return *std::ranges::min_element(mesh.triangles[triangle], {},
                                   [&](Index v) { return squared_norm(mesh.positions[v] - p); });
}

}  // namespace

Embedding bind_contact_mesh(const ContactMesh& contact, const FrameTopology& shown) {
  const std::vector<Vec3>& points = contact.mesh.positions;
  const std::vector<Vec3>& nodes = shown.elements->rest_positions;
  const std::vector<Corners> cells = cells_of(*shown.embedding);
  if (!contact.is_decimated || cells.empty()) return bind_to_cubes(nodes, shown.elements->hexahedra, points);
  const SurfaceMesh& seen = shown.surface->mesh;
  const TriangleTree tree(seen);
  return bind_each<kCorners>(points.size(), [&](Index p) {
    const Corners& cell = cells[nearest_corner(seen, tree.nearest(points[p]).triangle, points[p])];
    const Vec3 lower = nodes[cell.front()];
    const double side = nodes[cell.back()].x - lower.x;
    return ElementPlace<kCorners>{cell, cube_weights((points[p] - lower) / side)};
  });
}

}  // namespace sinew
