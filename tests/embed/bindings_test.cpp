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

TEST(Bindings, points_on_and_beside_a_tilted_sheet_follow_every_affine_motion_of_it) {
  const SurfaceMesh sheet{{{0, 0, 0}, {2, 0, 1}, {2, 2, 1.5}, {0, 2, 0.5}, {1, 1, 0.75}},
                          {{0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}}};
  const Vec3 u{2, 0, 1}, v{0, 2, 0.5}, normal = normalized(cross(u, v));
  Random random(2);
  std::vector<Vec3> on, off;
  for (int i = 0; i < 300; ++i) {
    on.push_back(random.uniform(-0.2, 1.2) * u + random.uniform(-0.2, 1.2) * v);
    off.push_back(on.back() + random.uniform(-0.1, 0.1) * normal);
  }
  auto moved = [](const Vec3& p) {
    return Vec3{1 + 0.5 * p.x - 0.2 * p.y, 2 * p.y + 0.1 * p.z, -1 + p.z + 0.3 * p.x};
  };
  std::vector<Vec3> nodes;
  for (const Vec3& p : sheet.positions) nodes.push_back(moved(p));
  const Bindings bindings = bind_to_triangles(sheet, on);
  EXPECT_EQ(bindings.per_point, 3);
  EXPECT_GT(bindings.outside, 50);
  EXPECT_LT(bindings.outside, 250);
  const auto followed = bound_positions(bindings, nodes);
  const auto projected = bound_positions(bind_to_triangles(sheet, off), nodes);
  for (std::size_t i = 0; i < on.size(); ++i) {
    EXPECT_LT(distance(followed[i], moved(on[i])), 1e-5);
    EXPECT_LT(distance(projected[i], moved(on[i])), 1e-5);
  }
}

TEST(Bindings, points_of_a_curved_sheet_are_convex_combinations_of_a_triangle) {
  const SurfaceMesh torus = test::torus(30, 12);
  std::vector<Vec3> centers;
  for (Index t = 0; t < torus.triangle_count(); ++t) {
    const auto [a, b, c] = torus.corners(t);
    centers.push_back((a + b + c) / 3);
  }
  const Bindings bindings = bind_to_triangles(torus, centers);
  EXPECT_EQ(bindings.outside, 0);
  for (const float w : bindings.weights) EXPECT_NEAR(w, 1.0 / 3, 1e-6);
}

TEST(Bindings, points_ten_kilometres_away_follow_as_closely) {
  const VolumeMesh mesh = torus_volume();
  Random random(4);
  std::vector<Vec3> points, far = mesh.positions;
  for (int i = 0; i < 500; ++i) points.push_back(random.in_box({-2.8, -2.8, -0.8}, {2.8, 2.8, 0.8}));
  const Vec3 away{1e4, -1e4, 5e3};
  for (Vec3& p : far) p += away;
  const Bindings bindings = bind_to_tetrahedra(mesh, points);
  const auto near_by = bound_positions(bindings, mesh.positions), there = bound_positions(bindings, far);
  for (std::size_t i = 0; i < points.size(); ++i) EXPECT_LT(distance(there[i] - away, near_by[i]), 1e-9) << i;
}

TEST(Bindings, to_single_nodes_lie_on_them) {
  const std::vector<Vec3> nodes{{1, 2, 3}, {0.1, 1e9, -1}, {7, 8, 9}};
  EXPECT_EQ(bound_positions(bind_to_nodes({2, 0, 2}), nodes),
            (std::vector<Vec3>{nodes[2], nodes[0], nodes[2]}));
  EXPECT_EQ(bound_positions(bind_to_own_nodes(3), nodes), nodes);
  EXPECT_TRUE(bound_positions(bind_to_own_nodes(0), {}).empty());
}

TEST(Bindings, a_sheet_without_triangles_or_with_one_without_area_is_refused) {
  const std::vector<Vec3> points{{0, 0, 0}};
  EXPECT_THROW(bind_to_triangles(SurfaceMesh{}, points), Error);
  EXPECT_THROW(bind_to_triangles({{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, {{0, 1, 2}}}, points), Error);
}

TEST(Bindings, a_mesh_without_tetrahedra_is_refused) {
  EXPECT_THROW(bind_to_tetrahedra(VolumeMesh{}, std::vector<Vec3>{{0, 0, 0}}), Error);
}

}  // namespace
}  // namespace sinew
