#pragma once

#include <array>
#include <span>
#include <vector>

#include "sinew/mesh/surface_mesh.h"

namespace sinew {

// Dyadic subdivision of triangles. One step puts a vertex on every edge and makes four triangles of each:
//
//            c                    child 4t   = (a, ab, ca)
//           / .                   child 4t+1 = (ab, b, bc)
//         ca---bc                 child 4t+2 = (ca, bc, c)
//         / . / .                 child 4t+3 = (bc, ca, ab)
//        a---ab---b
//
// Old ("even") vertices keep their numbers; new ("odd") ones follow, ordered by their parent edge.

struct SubdivisionStep {
  std::vector<std::array<Index, 2>>
      parents;                      // of odd vertex old_count + i: the ends of its edge, smaller first
  std::vector<Triangle> triangles;  // the children of triangle t are 4t .. 4t+3
};

// The connectivity of one step. The surface need not be manifold; an edge has one vertex however many
// triangles meet there. Throws Error if a triangle has a vertex twice.
SubdivisionStep subdivide(std::span<const Triangle> triangles, Index vertex_count);

// Odd vertices at the middle of their edges; the surface as a set of points does not change.
SurfaceMesh subdivide_midpoint(const SurfaceMesh& surface);

// Loop's scheme [Loop 1987] with cubic B-spline rules along the boundary: the limit is C2 away from
// vertices whose valence is not six, C1 there. Edges that do not have exactly two triangles count as
// boundary; a vertex where not exactly two of these meet stays in place.
SurfaceMesh subdivide_loop(const SurfaceMesh& surface);

// The weight of each neighbour of an even vertex of that valence inside the surface; the vertex itself has
// 1 - valence * weight. Loop's own choice.
double loop_neighbour_weight(Index valence);

}  // namespace sinew
