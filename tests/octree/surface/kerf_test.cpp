#include "octree/surface/kerf.h"

#include <gtest/gtest.h>

#include "mesh/self_intersection.h"
#include "octree/octree_bodies.h"

namespace sinew {
namespace {

constexpr double kVoxel = 0.1;
constexpr double kWidth = kKerf * kVoxel;

// What is seen of a body at rest.
struct Seen {
  explicit Seen(const OctreeBody& body) : surface(test::frame_of(body).topology.surface) {}

  std::size_t crossings() const { return self_intersections(surface->mesh).pairs.size(); }
  std::shared_ptr<const FrameSurface> surface;
};

OctreeBody box(OctreeSurface surface, const std::array<Index, 3>& voxels) {
  OctreeBodyModel model = test::box_model(voxels, kVoxel, {.young = 1e5, .poisson = 0.3, .density = 1000});
  model.surface = surface;
  return OctreeBody("box", model, {});
}

class Kerf : public testing::TestWithParam<OctreeSurface> {};

TEST_P(Kerf, the_sides_of_a_cut_are_apart_by_its_width_and_the_rest_stays) {
  OctreeBody body = box(GetParam(), {6, 4, 4});
  ASSERT_TRUE(body.cut(test::wall_at(0.3, {0, -1, -1}, {0, 2, 2})));
  const Seen seen(body);
  const SurfaceMesh& mesh = seen.surface->mesh;
  double left = 0, right = 1;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    for (const Index v : mesh.triangles[t]) {
      const Vec3& p = mesh.positions[v];
      if (seen.surface->cuts[t] == 0) continue;
      EXPECT_NEAR(std::abs(p.x - 0.3), kWidth / 2, 1e-9);
      (p.x < 0.3 ? left : right) = p.x;
    }
  EXPECT_NEAR(right - left, kWidth, 1e-9);
  const Box3 all = bounding_box(mesh.positions);
  EXPECT_LT(distance(all.lower, {}) + distance(all.upper, {0.6, 0.4, 0.4}), 1e-9);
  EXPECT_EQ(seen.crossings(), 0U);
}

TEST_P(Kerf, a_crack_closes_towards_its_tip) {
  OctreeBody body = box(GetParam(), {6, 4, 4});
  ASSERT_TRUE(body.cut(test::wall_at(0.3, {0, 0.2, -1}, {0, 2, 2})));
  const Seen seen(body);
  const SurfaceMesh& mesh = seen.surface->mesh;
  double tip = 1;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    if (seen.surface->cuts[t] != 0)
      for (const Index v : mesh.triangles[t]) tip = std::min(tip, std::abs(mesh.positions[v].x - 0.3));
  EXPECT_LT(tip, 1e-3 * kWidth);
  EXPECT_EQ(seen.crossings(), 0U);
}

INSTANTIATE_TEST_SUITE_P(Surfaces, Kerf, testing::Values(OctreeSurface::kSmooth, OctreeSurface::kCells));

}  // namespace
}  // namespace sinew
