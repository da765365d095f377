#pragma once

#include <span>

#include "remeshing/base_domain.h"

namespace sinew {

// A surface with subdivision connectivity, for wavelets on surfaces [JamesPai03, sec. 4.2.2]. Levels count as
// in that paper: 0 is the coarse base, L the finest. The vertex sets are nested [Eq. 25],
//   K(0) c K(1) c ... c K(L),   K(l+1) = K(l) u M(l),
// and numbered so that K(l) is the first level_vertex_count[l] vertices: a level's positions are a prefix of
// the finest's.
struct SemiRegularMesh {
  SurfaceMesh finest;
  std::vector<Index> level_vertex_count;       // L + 1 counts
  std::vector<std::array<Index, 2>> parents;   // of vertex level_vertex_count[0] + i: the ends of its edge
  std::vector<std::vector<Triangle>> coarser;  // the triangles of levels 0 .. L-1; children: subdivision.h
  std::vector<SurfacePoint> anchors;           // where each vertex lies on the input surface

  Index levels() const { return static_cast<Index>(level_vertex_count.size()) - 1; }
  std::span<const Triangle> triangles(Index l) const {
    return l < levels() ? std::span<const Triangle>(coarser[l]) : std::span<const Triangle>(finest.triangles);
  }
};

// Level l as a mesh of its own, 0 <= l <= L.
SurfaceMesh level(const SemiRegularMesh& mesh, Index l);

struct SemiRegularParams {
  Index base_triangles = 200;  // about
  Index levels = 4;            // L: the finest level has base_triangles * 4^L triangles
  int relaxation_sweeps = 20;  // of the vertices along the surface, after the map has placed them
  // If the first base folds the surface, others are tried: other weights, and then up to half as many triangles more.
  bool try_others = true;
};

// A base that was tried, and what the finest level on it was like.
struct BaseTrial {
  Index base_triangles = 0;  // asked for
  BaseWeights weights;
  Index crossings = 0;          // pairs of triangles that cross (mesh/self_intersection.h)
  Index flipped_triangles = 0;  // whose normal is opposite to the input's at its corners
  double rms_distance = 0;      // to the input, in parts of its diagonal

  Index faults() const { return crossings + flipped_triangles; }
};

struct SemiRegularResult {
  SemiRegularMesh mesh;
  Index outside_charts = 0;       // points that the map had to clamp (rounding)
  Index stuck_vertices = 0;       // with a thin or flipped triangle that the last sweep could not repair
  std::vector<BaseTrial> trials;  // in their order; the first is what was asked for
  std::size_t kept = 0;           // the trial whose mesh this is: the fewest faults, then the least distance
};

// Remeshes a closed, oriented manifold of any genus; pieces are remeshed separately. Every vertex lies on the
// input. If the first base leaves crossings or turned triangles, others are tried; the same input always gives the
// same bits. Throws Error for other surfaces, and if a parameter is invalid.
SemiRegularResult remesh_semi_regular(const SurfaceMesh& surface, const SemiRegularParams& params);

// The same on one base, without trials.
SemiRegularResult remesh_on_base(const SurfaceMesh& surface, const SemiRegularParams& params,
                                 const BaseWeights& weights = {});

}  // namespace sinew
