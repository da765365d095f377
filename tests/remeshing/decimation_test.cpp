#include "remeshing/decimation.h"

#include <gtest/gtest.h>

#include <limits>

#include "base/checksum.h"
#include "mesh/triangle_tree.h"
#include "remesh_shapes.h"
#include "sinew/base/error.h"

namespace sinew {
namespace {

DecimationParams to_count(Index triangles) {
  DecimationParams params;
  params.target_triangles = triangles;
  return params;
}

double one_sided_distance(const SurfaceMesh& from, const SurfaceMesh& to) {
  const TriangleTree tree(to);
  double largest = 0;
  for (const Vec3& p : from.positions) largest = std::max(largest, tree.nearest(p).squared_distance);
  return std::sqrt(largest);
}

TEST(Decimation, closed_surfaces_keep_genus_and_stay_closed) {
  for (const SurfaceMesh& surface : {sphere(4), torus(80, 40), knot(200, 16), limbed_ball(4)}) {
    const Topology before = topology(surface);
    for (const Index target : {1000, 301, 60}) {
      const DecimationResult result = decimate(surface, to_count(target));
      EXPECT_EQ(topology(result.mesh), before);
      EXPECT_TRUE(result.reached_target);
      EXPECT_LE(result.mesh.triangle_count(), target);
      EXPECT_GE(result.mesh.triangle_count(), target - 1);
      EXPECT_GT(signed_volume(result.mesh), 0);
    }
  }
}

TEST(Decimation, stops_at_the_smallest_sphere_instead_of_folding_it) {
  const DecimationResult result = decimate(sphere(2), to_count(1));
  EXPECT_FALSE(result.reached_target);
  EXPECT_EQ(topology(result.mesh), (Topology{2, 0, 0}));
  EXPECT_GE(result.mesh.triangle_count(), 4);
}

TEST(Decimation, components_stay_apart) {
  SurfaceMesh two = sphere(3), other = sphere(3);
  for (Vec3& p : other.positions) p += {3, 0, 0};
  append(two, other);
  EXPECT_EQ(topology(decimate(two, to_count(100)).mesh), (Topology{4, 0, 0}));
}

TEST(Decimation, error_falls_as_triangles_grow_and_is_small_on_a_sphere) {
  const SurfaceMesh surface = sphere(5);
  double last = 1;
  for (const Index target : {100, 400, 1600}) {
    const SurfaceMesh coarse = decimate(surface, to_count(target)).mesh;
    const double both = std::max(one_sided_distance(surface, coarse), one_sided_distance(coarse, surface));
    EXPECT_LT(both, 12.0 / target);
    EXPECT_LT(both, last);
    last = both;
  }
}

TEST(Decimation, an_error_bound_bounds_the_distance) {
  const SurfaceMesh surface = torus(100, 50);
  DecimationParams params;
  params.max_error = 0.005;
  const DecimationResult result = decimate(surface, params);
  EXPECT_LE(result.max_error, params.max_error);
  EXPECT_LT(result.mesh.triangle_count(), 3000);
  EXPECT_LT(one_sided_distance(surface, result.mesh), 3 * params.max_error);
}

TEST(Decimation, a_cube_becomes_twelve_triangles_without_error) {
  const DecimationResult result = decimate(cube(12), to_count(12));
  EXPECT_EQ(result.mesh.triangle_count(), 12);
  EXPECT_NEAR(signed_volume(result.mesh), 1, 1e-9);
  EXPECT_NEAR(surface_area(result.mesh), 6, 1e-9);
  EXPECT_LT(result.max_error, 1e-7);
}

TEST(Decimation, a_flat_square_keeps_its_outline) {
  const DecimationResult result = decimate(square(20), to_count(2));
  EXPECT_EQ(result.mesh.triangle_count(), 2);
  EXPECT_NEAR(surface_area(result.mesh), 1, 1e-9);
  EXPECT_EQ(topology(result.mesh), (Topology{1, 4, 0}));
}

TEST(Decimation, boundary_loops_are_kept_near_their_place) {
  SurfaceMesh open = sphere(4);
  std::erase_if(open.triangles, [&](const Triangle& t) {
    return std::abs(open.positions[t[0]].z + open.positions[t[1]].z + open.positions[t[2]].z) > 2.4;
  });
  drop_unused_vertices(open);
  const Topology before = topology(open);
  const SurfaceMesh coarse = decimate(open, to_count(200)).mesh;
  EXPECT_EQ(before.euler, 0);
  EXPECT_EQ(topology(coarse).euler, 0);
  EXPECT_GE(topology(coarse).open_edges, 6);
  EXPECT_LT(topology(coarse).open_edges, before.open_edges);
  EXPECT_LT(one_sided_distance(open, coarse), 0.1);
}

TEST(Decimation, vertices_that_are_not_manifold_keep_place_and_triangles) {
  SurfaceMesh mesh = sphere(3);
  const Vec3 a = mesh.positions[mesh.triangles[0][0]], b = mesh.positions[mesh.triangles[0][1]];
  mesh.positions.push_back(1.5 * (a + b));
  mesh.triangles.push_back({mesh.triangles[0][0], mesh.triangles[0][1], mesh.vertex_count() - 1});
  const DecimationResult result = decimate(mesh, to_count(200));
  EXPECT_TRUE(result.reached_target);
  EXPECT_EQ(result.fixed_vertices, 2);
  EXPECT_EQ(topology(result.mesh).bad_edges, 1);
  for (const Vec3& kept : {a, b, mesh.positions.back()})
    EXPECT_NE(std::find(result.mesh.positions.begin(), result.mesh.positions.end(), kept),
              result.mesh.positions.end());
}

TEST(Decimation, no_triangle_of_a_bumpy_surface_turns_inward) {
  const SurfaceMesh coarse = decimate(limbed_ball(5), to_count(800)).mesh;
  Index inward = 0;
  for (Index t = 0; t < coarse.triangle_count(); ++t) {
    const auto [a, b, c] = coarse.corners(t);
    inward += dot(coarse.area_vector(t), a + b + c) <= 0;
  }
  EXPECT_EQ(inward, 0);
}

TEST(Decimation, is_the_same_far_from_the_origin) {
  SurfaceMesh far = cube(6);
  for (Vec3& p : far.positions) p += {1e5, -2e5, 3e5};
  const DecimationResult result = decimate(far, to_count(12));
  EXPECT_EQ(result.mesh.triangle_count(), 12);
  EXPECT_NEAR(signed_volume(result.mesh), 1, 1e-6);
}

TEST(Decimation, gives_the_same_bits_twice) {
  const SurfaceMesh surface = knot(150, 12);
  const SurfaceMesh a = decimate(surface, to_count(400)).mesh, b = decimate(surface, to_count(400)).mesh;
  EXPECT_EQ(checksum_of<Vec3>(a.positions), checksum_of<Vec3>(b.positions));
  EXPECT_EQ(a.triangles, b.triangles);
}

TEST(Decimation, refuses_bad_input_by_name) {
  SurfaceMesh mesh = octahedron();
  EXPECT_THROW(decimate(mesh, DecimationParams{}), Error);
  EXPECT_THROW(decimate(mesh, to_count(-3)), Error);
  mesh.triangles[0][0] = 99;
  EXPECT_THROW(decimate(mesh, to_count(4)), Error);
  mesh = octahedron();
  mesh.positions[2].y = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(decimate(mesh, to_count(4)), Error);
}

TEST(Decimation, survives_repeated_corners_duplicates_and_emptiness) {
  SurfaceMesh mesh = sphere(2);
  mesh.triangles.push_back({3, 3, 7});
  mesh.triangles.push_back(mesh.triangles[0]);
  EXPECT_LT(decimate(mesh, to_count(100)).mesh.triangle_count(), 101);
  EXPECT_EQ(decimate({}, to_count(10)).mesh.triangle_count(), 0);
}

}  // namespace
}  // namespace sinew
