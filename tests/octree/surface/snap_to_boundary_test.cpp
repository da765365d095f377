#include "octree/surface/snap_to_boundary.h"

#include <gtest/gtest.h>

#include "mesh/surface_topology.h"
#include "octree/analytic_voxels.h"
#include "octree/voxelise/voxels_from_surface.h"
#include "sinew/meshing/signed_distance.h"
#include "sinew/shape/models.h"

namespace sinew {
namespace {

struct Shown {
  SurfaceMesh original;
  LinkedVoxels voxels;
  SplitSurface before, after;
};

Shown shown(SurfaceMesh surface, double spacing, const ScalarField& blade = {}) {
  Shown result{std::move(surface), {}, {}, {}};
  const SignedDistance solid(result.original);
  result.voxels = linked_voxels(result.original, solid, spaced_frame(bounding_box(result.original), spacing));
  if (blade) cut_along(result.voxels, blade, 1);
  result.before = result.after = splitting_cubes(result.voxels);
  snap_to_boundary(result.after, solid.tree(), spacing);
  return result;
}

double farthest_from(const SurfaceMesh& original, const SurfaceMesh& shown) {
  const TriangleTree tree(original);
  double farthest = 0;
  for (const Vec3& p : shown.positions) farthest = std::max(farthest, tree.nearest(p).squared_distance);
  return std::sqrt(farthest);
}

// A rod with round ends, in a direction of its own.
SurfaceMesh rod(double radius, double half_length) {
  SurfaceMesh rod = make_model("sphere", 8000);
  const Box3 box = bounding_box(rod);
  const Vec3 n = normalized({0.8, 0.45, 0.3});
  for (Vec3& p : rod.positions) {
    p = 2 * radius / box.longest_side() * (p - box.center());
    p += (dot(p, n) > 0 ? half_length : -half_length) * n;
  }
  return rod;
}

TEST(SnapToBoundary, a_thin_rod_has_no_lumps) {
  for (const double radius : {1.0, 1.5, 2.0}) {
    SCOPED_TRACE(radius);
    const Shown seen = shown(rod(radius, 9), 1);
    EXPECT_GT(farthest_from(seen.original, seen.before.mesh), 0.15);
    EXPECT_LT(farthest_from(seen.original, seen.after.mesh), 0.02);
    EXPECT_EQ(seen.after.mesh.triangles, seen.before.mesh.triangles);
  }
}

TEST(SnapToBoundary, edges_and_corners_stay_where_they_are) {
  SurfaceMesh box;
  for (const Vec3& p : corners_of(Box3{{-0.63, -0.47, -0.81}, {0.63, 0.47, 0.81}}))
    box.positions.push_back(p);
  box.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                   {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  const Shown seen = shown(box, 0.1);
  for (std::size_t v = 0; v < seen.before.mesh.positions.size(); ++v)
    EXPECT_LT(distance(seen.after.mesh.positions[v], seen.before.mesh.positions[v]), 1e-5);
}

TEST(SnapToBoundary, points_of_cuts_stay_where_they_are) {
  const Shown seen = shown(rod(1.5, 9), 1, [](const Vec3& p) { return p.x - 0.3 * p.y - 0.2; });
  std::vector<char> at_cut(seen.after.mesh.positions.size(), 0);
  for (std::size_t t = 0; t < seen.after.cuts.size(); ++t)
    if (seen.after.cuts[t] > 0)
      for (const Index v : seen.after.mesh.triangles[t]) at_cut[v] = 1;
  ASSERT_GT(std::count(at_cut.begin(), at_cut.end(), 1), 10);
  for (std::size_t v = 0; v < at_cut.size(); ++v)
    if (at_cut[v] || seen.after.link[v] >= 0) {
      EXPECT_EQ(seen.after.mesh.positions[v], seen.before.mesh.positions[v]);
    }
}

}  // namespace
}  // namespace sinew
