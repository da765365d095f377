#include "embed/binding.h"

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

TEST(Binding, points_inside_and_outside_follow_every_affine_motion) {
  const VolumeMesh mesh = torus_volume();
  Random random(1);
  std::vector<Vec3> points;
  for (int i = 0; i < 500; ++i) points.push_back(random.in_box({-2.8, -2.8, -0.8}, {2.8, 2.8, 0.8}));
  const Embedding embedding = bind_to_tetrahedra(mesh, points);
  EXPECT_GT(count_extrapolated(embedding), 50);
  EXPECT_LT(count_extrapolated(embedding), 450);
  auto moved = [](const Vec3& p) {
    return Vec3{1 + 0.5 * p.x - 0.2 * p.y, 2 * p.y + 0.1 * p.z, -1 + p.z + 0.3 * p.x};
  };
  std::vector<Vec3> nodes;
  for (const Vec3& p : mesh.positions) nodes.push_back(moved(p));
  const auto followed = embedded_positions(embedding, nodes);
  for (std::size_t i = 0; i < points.size(); ++i) EXPECT_LT(distance(followed[i], moved(points[i])), 1e-4);
}

TEST(Binding, a_point_inside_is_a_convex_combination) {
  const VolumeMesh mesh = torus_volume();
  std::vector<Vec3> centers;
  for (Index t = 0; t < mesh.tetrahedron_count(); ++t) {
    const auto [a, b, c, d] = mesh.corners(t);
    centers.push_back(0.25 * (a + b + c + d));
  }
  const Embedding embedding = bind_to_tetrahedra(mesh, centers);
  EXPECT_EQ(count_extrapolated(embedding), 0);
  for (const float w : embedding.weight) EXPECT_NEAR(w, 0.25, 1e-6);
}

TEST(Binding, have_the_same_bits_for_1_2_and_4_threads) {
  const VolumeMesh mesh = torus_volume();
  const auto points = test::torus(60, 24).positions;
  set_thread_count(1);
  const Embedding one = bind_to_tetrahedra(mesh, points);
  for (const int threads : {2, 4}) {
    set_thread_count(threads);
    const Embedding many = bind_to_tetrahedra(mesh, points);
    EXPECT_EQ(many.node, one.node);
    EXPECT_EQ(many.weight, one.weight);
  }
  set_thread_count(0);
}

TEST(Binding, points_on_and_beside_a_tilted_sheet_follow_every_affine_motion_of_it) {
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
  const Embedding embedding = bind_to_triangles(sheet, on);
  EXPECT_EQ(most_nodes_per_point(embedding), 3);
  EXPECT_GT(count_extrapolated(embedding), 50);
  EXPECT_LT(count_extrapolated(embedding), 250);
  const auto followed = embedded_positions(embedding, nodes);
  const auto projected = embedded_positions(bind_to_triangles(sheet, off), nodes);
  for (std::size_t i = 0; i < on.size(); ++i) {
    EXPECT_LT(distance(followed[i], moved(on[i])), 1e-5);
    EXPECT_LT(distance(projected[i], moved(on[i])), 1e-5);
  }
}

TEST(Binding, points_of_a_curved_sheet_are_convex_combinations_of_a_triangle) {
  const SurfaceMesh torus = test::torus(30, 12);
  std::vector<Vec3> centers;
  for (Index t = 0; t < torus.triangle_count(); ++t) {
    const auto [a, b, c] = torus.corners(t);
    centers.push_back((a + b + c) / 3);
  }
  const Embedding embedding = bind_to_triangles(torus, centers);
  EXPECT_EQ(count_extrapolated(embedding), 0);
  for (const float w : embedding.weight) EXPECT_NEAR(w, 1.0 / 3, 1e-6);
}

TEST(Binding, points_ten_kilometres_away_follow_as_closely) {
  const VolumeMesh mesh = torus_volume();
  Random random(4);
  std::vector<Vec3> points, far = mesh.positions;
  for (int i = 0; i < 500; ++i) points.push_back(random.in_box({-2.8, -2.8, -0.8}, {2.8, 2.8, 0.8}));
  const Vec3 away{1e4, -1e4, 5e3};
  for (Vec3& p : far) p += away;
  const Embedding embedding = bind_to_tetrahedra(mesh, points);
  const auto near_by = embedded_positions(embedding, mesh.positions),
             there = embedded_positions(embedding, far);
  for (std::size_t i = 0; i < points.size(); ++i) EXPECT_LT(distance(there[i] - away, near_by[i]), 1e-9) << i;
}

TEST(Binding, a_sheet_without_triangles_or_with_one_without_area_is_refused) {
  const std::vector<Vec3> points{{0, 0, 0}};
  EXPECT_THROW(bind_to_triangles(SurfaceMesh{}, points), Error);
  EXPECT_THROW(bind_to_triangles({{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, {{0, 1, 2}}}, points), Error);
}

TEST(Binding, a_mesh_without_tetrahedra_is_refused) {
  EXPECT_THROW(bind_to_tetrahedra(VolumeMesh{}, std::vector<Vec3>{{0, 0, 0}}), Error);
}

}  // namespace
}  // namespace sinew
