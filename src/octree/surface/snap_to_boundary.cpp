#include "octree/surface/snap_to_boundary.h"

#include "base/parallel.h"

namespace sinew {

namespace {

constexpr Index kSnappedPoints = 256;  // per parallel chunk

// Points in cubes and on faces, except those of an edge between cuts.
std::vector<Index> points_of_the_boundary(const SplitSurface& surface) {
  std::vector<char> is_at_cut(surface.mesh.positions.size(), 0);
  for (std::size_t t = 0; t < surface.cuts.size(); ++t)
    if (surface.cuts[t] != 0)
      for (const Index v : surface.mesh.triangles[t]) is_at_cut[v] = 1;
  std::vector<Index> points;
  for (Index v = 0; v < surface.mesh.vertex_count(); ++v)
    if (surface.link[v] < 0 && is_at_cut[v] == 0) points.push_back(v);
  return points;
}

Vec3 area_vector(const Triangle& t, const std::vector<Vec3>& p) {
  return cross(p[t[1]] - p[t[0]], p[t[2]] - p[t[0]]);
}

}  // namespace

void snap_to_boundary(SplitSurface& surface, const TriangleTree& boundary, double voxel) {
  if (boundary.empty()) return;
  const std::vector<Index> points = points_of_the_boundary(surface);
  const std::vector<Vec3>& before = surface.mesh.positions;
  std::vector<Vec3> after = before;
  std::vector<char> is_moved(before.size(), 0);
  parallel_for_each(points.size(), kSnappedPoints, [&](Index i) {
    const TriangleTree::Nearest nearest = boundary.nearest(before[points[i]], voxel);
    if (nearest.triangle < 0) return;
    after[points[i]] = nearest.point;
    is_moved[points[i]] = 1;
  });

  // Move points back if a triangle flips, which may flip others.
  bool any_back = true;
  while (any_back) {
    any_back = false;
    for (const Triangle& t : surface.mesh.triangles) {
      if (is_moved[t[0]] + is_moved[t[1]] + is_moved[t[2]] == 0) continue;
      if (dot(area_vector(t, before), area_vector(t, after)) >= 0) continue;
      for (const Index v : t) after[v] = before[v], is_moved[v] = 0;
      any_back = true;
    }
  }
  surface.mesh.positions = std::move(after);
}

}  // namespace sinew
