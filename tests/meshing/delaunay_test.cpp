#include "meshing/delaunay.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/random.h"
#include "mesh/tetrahedron_adjacency.h"

namespace sinew {
namespace {

std::vector<Vec3> random_points(int count) {
  Random random(3);
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) points.push_back(random.in_box({-1, 0, 2}, {1, 1, 3}));
  return points;
}

// The centre of the sphere through four points.
Vec3 sphere_centre(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const Vec3 u = b - a, v = c - a, w = d - a;
  return a + (squared_norm(u) * cross(v, w) + squared_norm(v) * cross(w, u) + squared_norm(w) * cross(u, v)) /
                 (2 * dot(u, cross(v, w)));
}

double volume_of(const std::vector<Tetrahedron>& elements, const std::vector<Vec3>& p) {
  double sum = 0;
  for (const auto& [a, b, c, d] : elements) sum += six_volume(p[a], p[b], p[c], p[d]) / 6;
  return sum;
}

TEST(Delaunay, no_point_is_inside_a_sphere) {
  const std::vector<Vec3> points = random_points(150);
  for (const auto& [a, b, c, d] : delaunay(points)) {
    ASSERT_GT(six_volume(points[a], points[b], points[c], points[d]), 0);
    const Vec3 centre = sphere_centre(points[a], points[b], points[c], points[d]);
    const double radius = distance(centre, points[a]);
    for (const Vec3& p : points) EXPECT_GT(distance(p, centre), radius * (1 - 1e-4) - 1e-5);
  }
}

TEST(Delaunay, elements_fit_together_and_fill_a_cube_with_its_corners) {
  std::vector<Vec3> points = random_points(500);
  for (int corner = 0; corner < 8; ++corner)
    points.push_back({corner & 1 ? 1.2 : -1.2, corner & 2 ? 1.2 : -0.2, corner & 4 ? 3.2 : 1.8});
  const std::vector<Tetrahedron> elements = delaunay(points);
  EXPECT_NEAR(volume_of(elements, points), 2.4 * 1.4 * 1.4, 1e-9);
  EXPECT_EQ(face_components(face_neighbours(elements)).count, 1);
}

// All spheres of a grid's cubes have eight points: every decision is a tie.
TEST(Delaunay, a_grid_is_filled) {
  std::vector<Vec3> points;
  for (int i = 0; i < 343; ++i)
    points.push_back(
        {static_cast<double>(i % 7), static_cast<double>(i / 7 % 7), static_cast<double>(i / 49)});
  const std::vector<Tetrahedron> elements = delaunay(points);
  EXPECT_NEAR(volume_of(elements, points), 216, 1e-9);
  for (const auto& [a, b, c, d] : elements)
    EXPECT_GT(six_volume(points[a], points[b], points[c], points[d]), 0.5);
}

TEST(Delaunay, of_points_that_coincide_the_first_has_elements) {
  std::vector<Vec3> points = random_points(40);
  points.push_back(points[7]);
  std::set<Index> used;
  for (const Tetrahedron& t : delaunay(points)) used.insert(t.begin(), t.end());
  EXPECT_EQ(used.size(), 40u);
  EXPECT_TRUE(delaunay({}).empty());
}

}  // namespace
}  // namespace sinew
