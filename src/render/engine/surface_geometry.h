#pragma once

#include <cstdint>
#include <vector>

#include "sinew/body/frame.h"

namespace sinew {

// A surface as it is drawn. A vertex on a crease, or on the edge of a cut, becomes several, one for each
// smooth part around it, so that shading is smooth within the parts and sharp between them. What it takes to
// find a vertex's normal when the surface has moved is its ring: the edges of its part that face it.
//
//        n0 --- n1          normal(v) ~ sum over the corners of v's part of
//       / \  t  / \                     (n_i - v) x (n_i+1 - v)
//      /   \   /   \        which weights each triangle by its area
//    n5 --- v --- n2
struct SurfaceGeometry {
  std::vector<Index> source;              // the surface's vertex that each drawn vertex comes from
  std::vector<Triangle> triangles;        // over drawn vertices, in the surface's order
  std::vector<std::int32_t> cut;          // per drawn vertex: the cut that made its part, from 1; 0: none
  std::vector<std::uint32_t> ring_start;  // of drawn vertex v: ring[2 ring_start[v]] ..., one more at the end
  std::vector<std::uint32_t> ring;        // pairs of drawn vertices

  Index vertex_count() const { return static_cast<Index>(source.size()); }
};

inline constexpr double kCreaseAngle = 0.87;  // rad (50 degrees) between the normals of two triangles at rest

// Edges where normals at rest turn by more than `crease`, that more or fewer than two triangles share, or
// between the faces of different cuts, divide parts [Dick11, sec. 7].
SurfaceGeometry surface_geometry(const FrameSurface& surface, double crease = kCreaseAngle);

}  // namespace sinew
