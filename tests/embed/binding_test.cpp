#include "embed/binding.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <span>

#include "base/parallel.h"
#include "base/random.h"
#include "mesh/test_surfaces.h"
#include "sinew/base/error.h"
#include "sinew/meshing/signed_distance.h"
#include "sinew/meshing/tetrahedra.h"

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

// Cubes of side 1 and, beyond x = 4, of side 2, with gaps between them.
struct CubesWithGaps {
  std::vector<Vec3> nodes;
  std::vector<Hexahedron> cubes;

  void add(const Vec3& lower, double side) {
    const auto n = static_cast<Index>(nodes.size());
    for (const auto& [x, y, z] :
         {std::array{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}})
      nodes.push_back(lower + side * Vec3{double(x), double(y), double(z)});
    cubes.push_back({n, n + 1, n + 2, n + 3, n + 4, n + 5, n + 6, n + 7});
  }
  CubesWithGaps() {
    for (int i = 0; i < 4 * 4 * 4; ++i)
      if (i % 5 != 0) add({double(i % 4), double(i / 4 % 4), double(i / 16)}, 1);
    for (int i = 0; i < 8; ++i)
      if (i != 3) add({4 + 2.0 * (i % 2), 2.0 * (i / 2 % 2), 2.0 * (i / 4)}, 2);
  }
};

// The slow twin: every cube is tried.
Index nearest_cube(const CubesWithGaps& mesh, const Vec3& p) {
  const auto outside_by = [&](const Hexahedron& cube) {
    double most = 0;
    for (int axis = 0; axis < 3; ++axis)
      most = std::max({most, mesh.nodes[cube[0]][axis] - p[axis], p[axis] - mesh.nodes[cube[6]][axis]});
    return most;
  };
  const auto nearer = [&](const Hexahedron& a, const Hexahedron& b) { return outside_by(a) < outside_by(b); };
  return static_cast<Index>(std::ranges::min_element(mesh.cubes, nearer) - mesh.cubes.begin());
}

TEST(Binding, the_cube_of_a_point_is_the_one_that_a_search_through_all_finds_first) {
  const CubesWithGaps mesh;
  Random random(5);
  std::vector<Vec3> points;
  for (int i = 0; i < 400; ++i) points.push_back(random.in_box({-2, -2, -2}, {10, 6, 6}));
  for (int i = 0; i < 50; ++i) points.push_back({double(i % 9), double(i % 5), double(i % 4)});  // on corners
  points.push_back({1e6, -1e6, 3}), points.push_back({-1e9, 0, 0});
  const Embedding embedding = bind_to_cubes(mesh.nodes, mesh.cubes, points);
  for (std::size_t p = 0; p < points.size(); ++p) {
    const Hexahedron& expected = mesh.cubes[nearest_cube(mesh, points[p])];
    EXPECT_TRUE(std::ranges::equal(embedding.nodes(static_cast<Index>(p)), expected)) << p;
  }
}

TEST(Binding, points_in_and_beside_cubes_follow_every_affine_motion) {
  const CubesWithGaps mesh;
  Random random(6);
  std::vector<Vec3> points, nodes;
  for (int i = 0; i < 200; ++i) points.push_back(random.in_box({-0.5, -0.5, -0.5}, {8.5, 4.5, 4.5}));
  auto moved = [](const Vec3& p) {
    return Vec3{1 + 0.5 * p.x - 0.2 * p.y, 2 * p.y + 0.1 * p.z, -1 + p.z + 0.3 * p.x};
  };
  for (const Vec3& p : mesh.nodes) nodes.push_back(moved(p));
  const auto followed = embedded_positions(bind_to_cubes(mesh.nodes, mesh.cubes, points), nodes);
  for (std::size_t i = 0; i < points.size(); ++i) EXPECT_LT(distance(followed[i], moved(points[i])), 1e-4);
}

TEST(Binding, points_are_bound_to_given_elements_as_to_those_that_are_found) {
  const CubesWithGaps mesh;
  Random random(7);
  std::vector<Vec3> points;
  std::vector<Index> cubes;
  for (int i = 0; i < 100; ++i) {
    points.push_back(random.in_box({-0.5, -0.5, -0.5}, {8.5, 4.5, 4.5}));
    cubes.push_back(nearest_cube(mesh, points.back()));
  }
  const Embedding found = bind_to_cubes(mesh.nodes, mesh.cubes, points);
  const Embedding given = bind_to_elements(mesh.nodes, std::span(mesh.cubes), points, cubes);
  EXPECT_EQ(given.node, found.node);
  for (std::size_t k = 0; k < given.weight.size(); ++k) EXPECT_NEAR(given.weight[k], found.weight[k], 1e-6);
}

TEST(Binding, a_point_a_little_off_a_face_is_bound_to_the_face_where_rounding_explains_it) {
  const CubesWithGaps mesh;
  const std::vector<Vec3> points{{1 + 1e-7, 0.5, 0.5}};
  const std::vector<Index> cube{0};  // from (1, 0, 0) to (2, 1, 1)
  const Embedding exact = bind_to_elements(mesh.nodes, std::span(mesh.cubes), points, cube);
  const Embedding rounded = bind_to_elements(mesh.nodes, std::span(mesh.cubes), points, cube, 1e-5);
  EXPECT_EQ(std::ranges::count(exact.weight, 0), 0);
  EXPECT_EQ(std::ranges::count(rounded.weight, 0), 4);
}

TEST(Binding, a_point_beside_a_triangle_is_extrapolated_or_taken_to_its_rim) {
  const SurfaceMesh sheet{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}};
  const std::vector<Vec3> points{{0.25, -0.5, 0.1}};
  EXPECT_LT(
      distance(embedded_positions(bind_to_triangles(sheet, points), sheet.positions)[0], {0.25, -0.5, 0}),
      1e-6);
  EXPECT_LT(distance(embedded_positions(bind_to_triangles(sheet, points, BesideTriangle::kNearest),
                                        sheet.positions)[0],
                     {0.25, 0, 0}),
            1e-6);
}

TEST(Binding, a_mesh_without_cubes_is_refused) {
  EXPECT_THROW(bind_to_cubes({}, {}, std::vector<Vec3>{{0, 0, 0}}), Error);
}

TEST(Binding, a_mesh_without_tetrahedra_is_refused) {
  EXPECT_THROW(bind_to_tetrahedra(VolumeMesh{}, std::vector<Vec3>{{0, 0, 0}}), Error);
}

}  // namespace
}  // namespace sinew
