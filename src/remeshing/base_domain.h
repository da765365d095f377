#pragma once

#include <vector>

#include "remeshing/surface_map.h"

namespace sinew {

// A coarse mesh on vertices of a fine surface, and the map between the two: every point of the base belongs
// to one point of the surface, and the other way round.
struct BaseDomain {
  SurfaceMesh mesh;
  std::vector<Index> vertex_origin;  // the fine vertex that each base vertex is
  std::vector<Index> triangle_slot;  // the number under which the map knows each base triangle
  SurfaceMap map;
};

// Coarsens a closed, oriented manifold to about `target_triangles` by collapses of edges onto one of their
// ends and by flips, each recorded as a chart. Triangles come out of similar size and shape where the
// surface is smooth, smaller where it bends. Stops early where no collapse keeps topology.
// Throws Error for any other surface.
BaseDomain coarsen_to_base(const SurfaceMesh& surface, Index target_triangles);

}  // namespace sinew
