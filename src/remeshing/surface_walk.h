#pragma once

#include "mesh/vertex_stars.h"
#include "remeshing/surface_map.h"

namespace sinew {

// Moves points along a surface from triangle to neighbouring triangle. Unlike a nearest-point query over the
// whole surface it never jumps to the other side of a thin part. The surface must outlive the walker.
class SurfaceWalker {
 public:
  explicit SurfaceWalker(const SurfaceMesh& surface);

  // Descends from triangle `start` to a point nearest to p among its surroundings.
  SurfacePoint nearest_from(Index start, const Vec3& p) const;
  Vec3 position(const SurfacePoint& p) const { return position_of(surface_, p); }
  // The unit normal, smooth over the surface: vertex normals, by area, blended by the weights.
  Vec3 normal(const SurfacePoint& p) const;

 private:
  const SurfaceMesh& surface_;
  VertexStars stars_;
  std::vector<Vec3> normals_;
};

}  // namespace sinew
