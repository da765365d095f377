#include "mesh/surface_topology.h"

#include <gtest/gtest.h>

#include "mesh/test_surfaces.h"

namespace sinew {
namespace {

TEST(SurfaceTopology, a_surface_is_closed_only_with_every_triangle_in_place_and_in_order) {
  SurfaceMesh mesh = test::torus(12, 8);
  EXPECT_TRUE(is_closed_and_oriented(mesh.triangles));
  std::swap(mesh.triangles[5][0], mesh.triangles[5][1]);
  EXPECT_FALSE(is_closed_and_oriented(mesh.triangles));
  mesh.triangles.erase(mesh.triangles.begin() + 5);
  EXPECT_FALSE(is_closed_and_oriented(mesh.triangles));
  EXPECT_FALSE(is_closed_and_oriented({}));
}

}  // namespace
}  // namespace sinew
