#include "remeshing/surface_walk.h"

#include "mesh/triangle_tree.h"

namespace sinew {

SurfaceWalker::SurfaceWalker(const SurfaceMesh& surface)
    : surface_(surface),
      stars_(surface.triangles, surface.vertex_count()),
      normals_(surface.positions.size()) {
  for (Index t = 0; t < surface.triangle_count(); ++t)
    for (const Index v : surface.triangles[t]) normals_[v] += surface.area_vector(t);
  for (Vec3& n : normals_) n = normalized(n);
}

SurfacePoint SurfaceWalker::nearest_from(Index start, const Vec3& p) const {
  const auto nearest_on = [&](Index t) {
    const auto [a, b, c] = surface_.corners(t);
    return nearest_point_on_triangle(p, a, b, c);
  };
  Index at = start;
  Vec3 point = nearest_on(start);
  double best = squared_norm(p - point);
  for (bool moved = true; moved;) {
    moved = false;
    const Triangle around = surface_.triangles[at];
    for (const Index v : around)
      for (const Index t : stars_[v]) {
        const Vec3 candidate = nearest_on(t);
        const double d2 = squared_norm(p - candidate);
        if (d2 < best) best = d2, point = candidate, at = t, moved = true;
      }
  }
  const auto [a, b, c] = surface_.corners(at);
  return {at, barycentric_weights(point, a, b, c)};
}

Vec3 SurfaceWalker::normal(const SurfacePoint& p) const {
  const auto& [a, b, c] = surface_.triangles[p.triangle];
  return normalized(p.weights.x * normals_[a] + p.weights.y * normals_[b] + p.weights.z * normals_[c]);
}

}  // namespace sinew
