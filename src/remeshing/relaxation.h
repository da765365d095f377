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

// One sweep over all vertices, in order. A vertex whose triangles are sound moves along the surface towards
// their area-weighted middle, as long as they stay sound and its old place stays covered. A vertex with a
// triangle that is thin or against the surface goes wherever nearby its triangles get better.
// Returns how many vertices of the second kind found no better place.
Index relax_sweep(SlidingMesh& mesh, const VertexStars& stars, const SurfaceWalker& walker);

}  // namespace sinew
