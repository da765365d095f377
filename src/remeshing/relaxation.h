#pragma once

#include <span>

#include "remeshing/surface_walk.h"

namespace sinew {

// A mesh whose vertices slide on a surface.
struct SlidingMesh {
  std::span<const Triangle> triangles;
  std::vector<SurfacePoint> anchors;
  std::vector<Vec3> positions, normals;  // the surface's, at the anchors

  SlidingMesh(std::span<const Triangle> on, std::vector<SurfacePoint> at, const SurfaceWalker& walker);
};

// One sweep over all vertices, in order. A vertex whose triangles are good moves along the surface towards
// their area-weighted centre, as long as they stay good and its old position stays covered. A vertex with a
// triangle that is thin or opposite to the surface moves to a nearby position where its triangles are better.
// Returns how many vertices of the second kind found no better position.
Index relax_sweep(SlidingMesh& mesh, const VertexStars& stars, const SurfaceWalker& walker);

}  // namespace sinew
