#include "embed/bindings.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/parallel.h"
#include "base/random.h"
#include "mesh/test_surfaces.h"
#include "meshing/tetrahedralize.h"

namespace sinew {
namespace {

VolumeMesh torus_volume() {
  const SurfaceMesh torus = test::torus(30, 12);
  return tetrahedralize(torus, SignedDistance(torus), 800);
}

TEST(Bindings, points_inside_and_outside_follow_every_affine_motion) {
  const VolumeMesh mesh = torus_volume();
  Random random(1);
  std::vector<Vec3> points;
  for (int i = 0; i < 500; ++i) points.push_back(random.in_box({-2.8, -2.8, -0.8}, {2.8, 2.8, 0.8}));
  const Bindings bindings = bind_to_tetrahedra(mesh, points);
  EXPECT_GT(bindings.outside, 50);
  EXPECT_LT(bindings.outside, 450);
  auto moved = [](const Vec3& p) {
    return Vec3{1 + 0.5 * p.x - 0.2 * p.y, 2 * p.y + 0.1 * p.z, -1 + p.z + 0.3 * p.x};
  };
  std::vector<Vec3> nodes;
  for (const Vec3& p : mesh.positions) nodes.push_back(moved(p));
  const auto followed = bound_positions(bindings, nodes);
  for (std::size_t i = 0; i < points.size(); ++i) EXPECT_LT(distance(followed[i], moved(points[i])), 1e-4);
}

TEST(Bindings, a_point_inside_is_a_convex_combination) {
  const VolumeMesh mesh = torus_volume();
  std::vector<Vec3> centers;
  for (Index t = 0; t < mesh.tetrahedron_count(); ++t) {
    const auto [a, b, c, d] = mesh.corners(t);
    centers.push_back(0.25 * (a + b + c + d));
  }
  const Bindings bindings = bind_to_tetrahedra(mesh, centers);
  EXPECT_EQ(bindings.outside, 0);
  for (const float w : bindings.weights) EXPECT_NEAR(w, 0.25, 1e-6);
}

TEST(Bindings, have_the_same_bits_for_1_2_and_4_threads) {
  const VolumeMesh mesh = torus_volume();
  const auto points = test::torus(60, 24).positions;
  set_thread_count(1);
  const Bindings one = bind_to_tetrahedra(mesh, points);
  for (const int threads : {2, 4}) {
    set_thread_count(threads);
    const Bindings many = bind_to_tetrahedra(mesh, points);
    EXPECT_EQ(many.nodes, one.nodes);
    EXPECT_EQ(many.weights, one.weights);
    EXPECT_EQ(many.outside, one.outside);
  }
  set_thread_count(0);
}

TEST(Bindings, a_mesh_without_tetrahedra_is_refused) {
  EXPECT_THROW(bind_to_tetrahedra(VolumeMesh{}, std::vector<Vec3>{{0, 0, 0}}), Error);
}

}  // namespace
}  // namespace sinew
