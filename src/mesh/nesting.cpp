#include "mesh/nesting.h"

#include <algorithm>

#include "base/parallel.h"
#include "mesh/predicates.h"
#include "mesh/triangle_tree.h"

namespace sinew {

namespace {

// Seen along x: whether the half line from p towards +y crosses edge vw. A vertex at p's height counts as
// above it, so the two triangles at an edge always agree, and a line through an edge or a vertex crosses a
// closed surface as often as its neighbours do.
bool passes_edge(const Vec3& p, const Vec3& v, const Vec3& w) {
  if ((v.z >= p.z) == (w.z >= p.z)) return false;
  return v.z < w.z ? projected_orientation(v, w, p, 0) > 0 : projected_orientation(w, v, p, 0) > 0;
}

// Whether the ray from p along +x crosses triangle (a, b, c).
bool ray_crosses(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  const bool line_crosses = passes_edge(p, a, b) != (passes_edge(p, b, c) != passes_edge(p, c, a));
  if (!line_crosses) return false;
  // The normal's x component has the sign of the projected triangle; p lies before the plane against it.
  return orientation(a, b, c, p) * projected_orientation(a, b, c, 0) < 0;
}

SurfaceMesh closed_part(const SurfaceMesh& mesh, const Patches& patches, std::vector<Index>& numbers) {
  SurfaceMesh part{mesh.positions, {}};
  for (Index t = 0; t < mesh.triangle_count(); ++t) {
    if (!patches.patches[patches.of[t]].closed) continue;
    part.triangles.push_back(mesh.triangles[t]);
    numbers.push_back(t);
  }
  return part;
}

// The vertex of each patch that lies farthest along x (then y, then z): it can touch but not lie within
// what the patch itself contains.
std::vector<Index> probe_vertices(const SurfaceMesh& mesh, const Patches& patches) {
  auto key = [&](Index v) {
    const Vec3& p = mesh.positions[v];
    return std::array{p.x, p.y, p.z};
  };
  std::vector<Index> probe(patches.patches.size(), -1);
  for (Index t = 0; t < mesh.triangle_count(); ++t)
    for (const Index v : mesh.triangles[t]) {
      Index& best = probe[patches.of[t]];
      if (best < 0 || key(best) < key(v)) best = v;
    }
  return probe;
}

}  // namespace

std::vector<std::vector<Index>> containing_patches(const SurfaceMesh& mesh, const Patches& patches) {
  std::vector<Index> numbers;
  const SurfaceMesh closed = closed_part(mesh, patches, numbers);
  std::vector<std::vector<Index>> containing(patches.patches.size());
  if (closed.triangles.empty()) return containing;
  const TriangleTree tree(closed);
  const std::vector<Index> probe = probe_vertices(mesh, patches);

  parallel_for(patches.count(), 16, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      if (!patches.patches[i].closed) continue;
      const Vec3& p = mesh.positions[probe[i]];
      std::vector<Index> crossed;
      tree.for_each_overlap({p, {tree.box().upper.x, p.y, p.z}}, [&](Index t) {
        const auto [a, b, c] = closed.corners(t);
        const Index other = patches.of[numbers[t]];
        if (other != i && ray_crosses(p, a, b, c)) crossed.push_back(other);
      });
      // Inside of those crossed an odd number of times.
      std::sort(crossed.begin(), crossed.end());
      for (std::size_t from = 0, to; from < crossed.size(); from = to) {
        for (to = from; to < crossed.size() && crossed[to] == crossed[from];) ++to;
        if ((to - from) % 2 != 0) containing[i].push_back(crossed[from]);
      }
    }
  });
  return containing;
}

}  // namespace sinew
