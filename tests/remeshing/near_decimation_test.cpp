#include "remeshing/near_decimation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "mesh/mean_edge.h"
#include "mesh/self_intersection.h"
#include "mesh/surface_distance.h"
#include "mesh/triangle_tree.h"
#include "meshing/surface_samples.h"
#include "remesh_shapes.h"
#include "remeshing/decimation.h"

namespace sinew {
namespace {

// From below, by samples.
double sampled_distance(const SurfaceMesh& from, const SurfaceMesh& to) {
  const TriangleTree tree(to);
  double largest = 0;
  for (const Vec3& p : surface_samples(from, 0.2 * mean_edge(from), 30'000))
    largest = std::max(largest, tree.nearest(p).squared_distance);
  return std::sqrt(largest);
}

TEST(SurfaceDistance, of_a_roof_from_its_floor_is_its_height) {
  const SurfaceMesh floor{{{0, 0, 0}, {0, 0, 1}, {1, 0, 1}, {1, 0, 0}}, {{0, 1, 2}, {0, 2, 3}}};
  SurfaceMesh roof = floor;
  roof.positions.push_back({0.5, 0.3, 0.5});
  roof.triangles = {{0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}};
  EXPECT_NEAR(largest_distance(roof, floor, 1e-3), 0.3, 0.3 * 0.04);
  // The middle of the floor is nearest to a point halfway up the roof, at a right angle to it.
  const double slope = std::atan2(0.3, 0.5);
  EXPECT_NEAR(largest_distance(floor, roof, 1e-3), 0.5 * std::sin(slope), 0.04 * 0.5 * std::sin(slope));
}

TEST(SurfaceDistance, is_a_bound_of_what_samples_find_and_not_much_larger) {
  const SurfaceMesh fine = limbed_ball(4), coarse = decimate(fine, {.target_triangles = 400}).mesh;
  for (const auto& [a, b] : {std::pair(&fine, &coarse), std::pair(&coarse, &fine)}) {
    const double bound = largest_distance(*a, *b, 1e-4), sampled = sampled_distance(*a, *b);
    EXPECT_GE(bound, sampled);
    EXPECT_LE(bound, 1.06 * sampled);
  }
}

TEST(NearDecimation, stays_as_near_as_asked_for_closed_and_without_crossings) {
  for (const SurfaceMesh& surface : {sphere(4), limbed_ball(4), knot(120, 12)}) {
    const double edge = 4 * mean_edge(surface), most = 0.1 * edge;
    const auto near = decimated_near(surface, {.edge = edge, .max_distance = most});
    ASSERT_TRUE(near);
    EXPECT_LE(near->distance, most);
    EXPECT_LE(sampled_distance(near->mesh, surface), near->distance);
    EXPECT_LE(sampled_distance(surface, near->mesh), near->distance);
    EXPECT_LT(near->mesh.triangle_count(), surface.triangle_count() / 4);
    EXPECT_EQ(topology(near->mesh), topology(surface));
    EXPECT_TRUE(self_intersections(near->mesh).pairs.empty());
  }
}

TEST(NearDecimation, makes_nothing_of_a_surface_that_allows_no_coarser_one) {
  const SurfaceMesh ball = sphere(3);
  EXPECT_FALSE(decimated_near(ball, {.edge = 10, .max_distance = 1e-5}));
  EXPECT_FALSE(decimated_to(ball, ball.triangle_count()));
}

TEST(NearDecimation, of_two_skins_near_each_other_leaves_more_triangles_instead_of_crossings) {
  SurfaceMesh skins = sphere(3);
  SurfaceMesh inner = skins;
  for (Vec3& p : inner.positions) p *= 0.97;
  for (Triangle& t : inner.triangles) std::swap(t[1], t[2]);
  append(skins, inner);
  constexpr Index kTooFew = 60;
  ASSERT_FALSE(self_intersections(decimate(skins, {.target_triangles = kTooFew}).mesh).pairs.empty());
  const auto near = decimated_to(skins, kTooFew);
  ASSERT_TRUE(near);
  EXPECT_GT(near->mesh.triangle_count(), kTooFew);
  EXPECT_TRUE(self_intersections(near->mesh).pairs.empty());
}

TEST(NearDecimation, of_a_surface_that_crosses_itself_crosses_itself_less) {
  SurfaceMesh balls = sphere(4), other = balls;
  for (Vec3& p : other.positions) p += {1.2, 0, 0};
  append(balls, other);
  const double edge = 3 * mean_edge(balls);
  const auto near = decimated_near(balls, {.edge = edge, .max_distance = 0.1 * edge});
  ASSERT_TRUE(near);
  const std::size_t before = self_intersections(balls).pairs.size();
  EXPECT_GT(before, 0U);
  EXPECT_LT(self_intersections(near->mesh).pairs.size(), before);
}

}  // namespace
}  // namespace sinew
