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

// What coarsening weighs beside the distance to the planes of collapsed triangles.
struct BaseWeights {
  // Part of the squared edge length that counts: in flat regions it keeps triangles alike. Ten times as much took
  // vertices from tips: the largest distance grew by half on scanned animals.
  double evenness = 0.005;
  // Weight of the distance by which a tip is cut off. Quadrics weigh by area and so give thin limbs away; with
  // this term their ends keep a base vertex, which halved the largest distance. A weight of 1 brings it down
  // further, but packs the tips so tightly that a few triangles cannot be laid out without turning.
  double reach = 0.3;
};

// Coarsens a closed, oriented manifold to about `target_triangles` by collapses of edges onto one of their
// ends and by flips, each recorded as a chart. Triangles come out of similar size and shape where the surface
// is smooth, smaller where it bends. Stops early if no collapse keeps the topology. Throws Error for any
// other surface.
BaseDomain coarsen_to_base(const SurfaceMesh& surface, Index target_triangles,
                           const BaseWeights& weights = {});

}  // namespace sinew
