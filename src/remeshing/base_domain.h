#pragma once

#include <vector>

#include "remeshing/surface_map.h"

namespace sinew {

// A coarse mesh on vertices of a fine surface, and the one-to-one map between the points of the two.
struct BaseDomain {
  SurfaceMesh mesh;
  std::vector<Index> vertex_origin;  // the fine vertex that each base vertex is
  std::vector<Index> triangle_slot;  // the index of each base triangle in the map
  SurfaceMap map;
};

// Coarsens a closed, oriented manifold to about `target_triangles` by collapses of edges onto one of their
// ends and by flips, each recorded as a chart. Triangles come out of similar size and shape where the surface
// is smooth, smaller where it bends. Stops early if no collapse keeps the topology. Throws Error for any
// other surface.
BaseDomain coarsen_to_base(const SurfaceMesh& surface, Index target_triangles);

}  // namespace sinew
