#include "remeshing/semi_regular.h"

#include <fmt/format.h>

#include <cstdint>
#include <limits>
#include <utility>

#include "remeshing/base_domain.h"
#include "remeshing/relaxation.h"
#include "remeshing/subdivision.h"
#include "sinew/base/error.h"

namespace sinew {

// The way from an irregular surface to one with subdivision connectivity [Lee et al. 1998]:
//
//   input  --collapses, flips-->  base         base_domain: every step is a small disk laid flat and
//     ^                             |          re-triangulated (ring_chart), kept as a chart
//     |                             | split in four, L times (subdivision)
//     |                             v
//   vertices  <--charts, last first--  dyadic points of the base        surface_map
//
// Charts map disks one to one, so their chain does: no nearest point is sought, and thin limbs, hollows and
// handles cannot catch a vertex of another side. The chain is continuous but not smooth across base edges;
// the vertices are then relaxed along the surface (relaxation), base vertices too.

namespace {

constexpr Index kMaxLevels = 10;

void require_addressable(Index base_triangles, Index levels) {
  if (std::int64_t{base_triangles} << (2 * levels) > std::numeric_limits<Index>::max() / 8)
    throw Error(fmt::format("{} base triangles make too many triangles in {} levels", base_triangles, levels),
                "", "ask for fewer levels or a smaller base");
}

void require_meaning(const SemiRegularParams& params) {
  if (params.base_triangles < 4 || params.levels < 0 || params.levels > kMaxLevels ||
      params.relaxation_sweeps < 0)
    throw Error(
        fmt::format("a semi-regular remesh takes at least 4 base triangles, 0 to {} levels and no "
                    "negative number of sweeps",
                    kMaxLevels));
  require_addressable(params.base_triangles, params.levels);
}

// Connectivity of every level, from the base's triangles alone.
SemiRegularMesh subdivided_domain(const SurfaceMesh& base, Index levels) {
  SemiRegularMesh out;
  out.finest.triangles = base.triangles;
  out.level_vertex_count = {base.vertex_count()};
  for (Index l = 0; l < levels; ++l) {
    SubdivisionStep step = subdivide(out.finest.triangles, out.level_vertex_count.back());
    out.parents.insert(out.parents.end(), step.parents.begin(), step.parents.end());
    out.level_vertex_count.push_back(out.level_vertex_count.back() + static_cast<Index>(step.parents.size()));
    out.coarser.push_back(std::exchange(out.finest.triangles, std::move(step.triangles)));
  }
  return out;
}

// The corners of child k, as weights in the base triangle, from those of its parent (subdivision.h).
std::array<Vec3, 3> child_corners(const std::array<Vec3, 3>& parent, Index k) {
  const auto& [a, b, c] = parent;
  const Vec3 ab = 0.5 * (a + b), bc = 0.5 * (b + c), ca = 0.5 * (c + a);
  if (k == 0) return {a, ab, ca};
  if (k == 1) return {ab, b, bc};
  if (k == 2) return {ca, bc, c};
  return {bc, ca, ab};
}

// Where every vertex of the finest level lies in the base: the base triangle and dyadic weights.
std::vector<SurfacePoint> domain_points(const SemiRegularMesh& mesh, const BaseDomain& base) {
  std::vector<SurfacePoint> points(mesh.level_vertex_count.back());
  for (Index t = 0; t < mesh.finest.triangle_count(); ++t) {
    std::array<Vec3, 3> corners{Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};
    for (Index l = mesh.levels() - 1; l >= 0; --l) corners = child_corners(corners, (t >> (2 * l)) & 3);
    for (int k = 0; k < 3; ++k) {
      SurfacePoint& point = points[mesh.finest.triangles[t][k]];
      if (point.triangle < 0) point = {base.triangle_slot[t >> (2 * mesh.levels())], corners[k]};
    }
  }
  return points;
}

}  // namespace

SurfaceMesh level(const SemiRegularMesh& mesh, Index l) {
  const auto triangles = mesh.triangles(l);
  const auto& positions = mesh.finest.positions;
  return {{positions.begin(), positions.begin() + mesh.level_vertex_count[l]},
          {triangles.begin(), triangles.end()}};
}

SemiRegularResult remesh_on_base(const SurfaceMesh& surface, const SemiRegularParams& params,
                                 const BaseWeights& weights) {
  require_meaning(params);
  const BaseDomain base = coarsen_to_base(surface, params.base_triangles, weights);
  require_addressable(base.mesh.triangle_count(), params.levels);
  SemiRegularResult result;
  SemiRegularMesh& mesh = result.mesh;
  mesh = subdivided_domain(base.mesh, params.levels);
  auto [anchors, outside] = base.map.pull_back(domain_points(mesh, base), surface.triangle_count());
  result.outside_charts = outside;

  const SurfaceWalker walker(surface);
  SlidingMesh sliding(mesh.finest.triangles, std::move(anchors), walker);
  const VertexStars stars(mesh.finest.triangles, mesh.level_vertex_count.back());
  for (int sweep = 0; sweep < params.relaxation_sweeps; ++sweep)
    result.stuck_vertices = relax_sweep(sliding, stars, walker);
  mesh.anchors = std::move(sliding.anchors);
  mesh.finest.positions = std::move(sliding.positions);
  return result;
}

}  // namespace sinew
