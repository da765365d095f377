#pragma once

#include <span>
#include <vector>

#include "mesh/surface_mesh.h"
#include "mesh/volume_mesh.h"

namespace sinew {

// Points embedded in a mesh: point p is at sum_k weight(p, k) x(node(p, k)), with `per_point` nodes each
// (three of a triangle, four of a tetrahedron, eight of a cube). The weights of a point sum to one, so that
// points follow every affine motion of the mesh exactly.
struct Bindings {
  int per_point = 4;
  std::vector<Index> nodes;
  std::vector<float> weights;
  Index outside = 0;  // points outside of all elements, bound to the nearest one by extrapolation

  Index point_count() const { return static_cast<Index>(nodes.size()) / per_point; }
};

// Binds each point to the tetrahedron that contains it or, if there is none, to the one at the nearest point
// of the boundary ([Georgii05, sec. 4.1], [Otaduy07, sec. 4.1]).
Bindings bind_to_tetrahedra(const VolumeMesh& mesh, std::span<const Vec3> points);

// Binds each point to its projection on the plane of the nearest triangle, by barycentric weights: this moves
// the points of a sheet, or of a finer sheet. Points off the sheet lose their distance from it. Points whose
// projection is outside of the nearest triangle, as beyond the border, count as outside. Throws Error if a
// triangle has no area.
Bindings bind_to_triangles(const SurfaceMesh& sheet, std::span<const Vec3> points);

// Binds each point to one node.
Bindings bind_to_nodes(std::vector<Index> nodes);
// Binds each of `count` points to the node of the same index.
Bindings bind_to_own_nodes(Index count);

// The positions of the points if the nodes are at `positions`. Weights are applied to differences from a
// point's first node, so that rounding errors of the weights do not grow with the distance from the origin.
std::vector<Vec3> bound_positions(const Bindings& bindings, std::span<const Vec3> positions);

}  // namespace sinew
