#include "mesh/nesting.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/parallel.h"
#include "mesh/predicates.h"
#include "mesh/triangle_tree.h"

namespace sinew {

namespace {

constexpr Index kProbes = 32;  // vertices tried per patch before it counts as contained in nothing

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

// Whether p lies in the triangle's plane and box: on the triangle, or so near that the ray says little.
bool may_touch(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  return Box3{min(a, min(b, c)), max(a, max(b, c))}.contains(p) && orientation(a, b, c, p) == 0;
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

// Some vertices of each patch, spread over it.
std::vector<std::vector<Index>> probe_vertices(const SurfaceMesh& mesh, const Patches& patches) {
  std::vector<std::vector<Index>> probes(patches.patches.size());
  std::vector<Index> seen(patches.patches.size(), 0);
  for (Index t = 0; t < mesh.triangle_count(); ++t) {
    const Index patch = patches.of[t], stride = 1 + patches.patches[patch].triangles / kProbes;
    if (patches.patches[patch].closed && seen[patch]++ % stride == 0)
      probes[patch].push_back(mesh.triangles[t][0]);
  }
  return probes;
}

// The closed patches of a surface, to be asked which of them contain a point.
class ClosedPatches {
 public:
  ClosedPatches(const SurfaceMesh& mesh, const Patches& patches)
      : patches_(patches), surface_(closed_part(mesh, patches, numbers_)), tree_(surface_) {}

  // Those that contain p, leaving out patch `own`; nothing where p may lie on one of them.
  std::optional<std::vector<Index>> containing(const Vec3& p, Index own) const {
    std::vector<Index> crossed;
    bool touches = false;
    tree_.for_each_overlap({p, {tree_.box().upper.x, p.y, p.z}}, [&](Index t) {
      const Index other = patches_.of[numbers_[t]];
      if (other == own) return;
      const auto [a, b, c] = surface_.corners(t);
      touches = touches || may_touch(p, a, b, c);
      if (ray_crosses(p, a, b, c)) crossed.push_back(other);
    });
    if (touches) return std::nullopt;
    return odd_ones(crossed);
  }

 private:
  // Inside of those crossed an odd number of times.
  static std::vector<Index> odd_ones(std::vector<Index> crossed) {
    std::sort(crossed.begin(), crossed.end());
    std::vector<Index> odd;
    for (std::size_t from = 0, to; from < crossed.size(); from = to) {
      for (to = from; to < crossed.size() && crossed[to] == crossed[from];) ++to;
      if ((to - from) % 2 != 0) odd.push_back(crossed[from]);
    }
    return odd;
  }

  const Patches& patches_;
  std::vector<Index> numbers_;  // of the closed patches' triangles in the whole surface
  SurfaceMesh surface_;
  TriangleTree tree_;
};

}  // namespace

std::vector<std::vector<Index>> containing_patches(const SurfaceMesh& mesh, const Patches& patches) {
  std::vector<std::vector<Index>> containing(patches.patches.size());
  const auto probes = probe_vertices(mesh, patches);
  const ClosedPatches closed(mesh, patches);
  parallel_for_each(patches.count(), 16, [&](Index i) {
    for (const Index probe : probes[i])
      if (auto found = closed.containing(mesh.positions[probe], i)) {
        containing[i] = std::move(*found);
        break;
      }
  });
  return containing;
}

}  // namespace sinew
