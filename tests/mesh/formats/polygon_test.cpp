#include "mesh/formats/polygon.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "base/random.h"

namespace sinew {
namespace {

SurfaceMesh split(const std::vector<Vec3>& corners) {
  SurfaceMesh mesh{corners, {}};
  std::vector<Index> numbers(corners.size());
  std::iota(numbers.begin(), numbers.end(), 0);
  triangulate_polygon(mesh.positions, numbers, mesh.triangles);
  return mesh;
}

Vec3 area_sum(const SurfaceMesh& mesh) {
  Vec3 sum;
  for (Index t = 0; t < mesh.triangle_count(); ++t) sum += 0.5 * mesh.area_vector(t);
  return sum;
}

TEST(Polygon, a_quadrilateral_is_split_along_its_shorter_diagonal) {
  const SurfaceMesh wide = split({{0, -1, 0}, {5, 0, 0}, {0, 1, 0}, {-5, 0, 0}});
  EXPECT_EQ(wide.triangles, (std::vector<Triangle>{{0, 1, 2}, {0, 2, 3}}));
  const SurfaceMesh tall = split({{0, -5, 0}, {1, 0, 0}, {0, 5, 0}, {-1, 0, 0}});
  EXPECT_EQ(tall.triangles, (std::vector<Triangle>{{1, 2, 3}, {1, 3, 0}}));
}

TEST(Polygon, an_arrowhead_is_split_inside_though_that_diagonal_is_longer) {
  const SurfaceMesh mesh = split({{0, 3, 0}, {-1, 0, 0}, {0, 2.5, 0}, {1, 0, 0}});
  for (Index t = 0; t < 2; ++t) EXPECT_GT(mesh.area_vector(t).z, 0);
}

TEST(Polygon, a_star_is_covered_exactly_once) {
  for (const Vec3& normal :
       {Vec3{0, 0, 1}, Vec3{0, 0, -1}, Vec3{1, 0, 0}, Vec3{0, -1, 0}, Vec3{0.6, 0, 0.8}}) {
    const Vec3 side = normalized(cross(normal, {0.3, 0.5, -0.2})), up = cross(normal, side);
    std::vector<Vec3> corners;
    for (int i = 0; i < 14; ++i) {
      const double angle = 2 * std::numbers::pi * i / 14, radius = i % 2 == 0 ? 3 : 1;
      corners.push_back(radius * (std::cos(angle) * side + std::sin(angle) * up));
    }
    const SurfaceMesh mesh = split(corners);
    EXPECT_EQ(mesh.triangle_count(), 12);
    // Areas that add up to the polygon's, none of them turned over, cannot overlap.
    const double area = 14 * 0.5 * 3 * 1 * std::sin(2 * std::numbers::pi / 14);
    EXPECT_NEAR(surface_area(mesh), area, 1e-12);
    EXPECT_NEAR(dot(area_sum(mesh), normal), area, 1e-12);
  }
}

TEST(Polygon, a_comb_with_random_teeth_is_covered_exactly_once) {
  Random random(7);
  for (int trial = 0; trial < 20; ++trial) {
    std::vector<Vec3> corners;
    double area = 0;
    // The floor runs along y = 0; the upper side is any graph above it.
    for (int i = 0; i <= 40; ++i) corners.push_back({double(i), 0, 0});
    for (int i = 40; i >= 0; --i) corners.push_back({double(i), random.uniform(0.1, 5), 0});
    for (int i = 0; i < 40; ++i) area += 0.5 * (corners[81 - i].y + corners[80 - i].y);
    const SurfaceMesh mesh = split(corners);
    EXPECT_EQ(mesh.triangle_count(), 80);
    EXPECT_NEAR(surface_area(mesh), area, 1e-10);
    for (Index t = 0; t < 80; ++t) EXPECT_GT(mesh.area_vector(t).z, 0);
  }
}

TEST(Polygon, corners_in_the_middle_of_an_edge_give_no_triangle_without_area) {
  const SurfaceMesh mesh = split({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2, 1, 0}, {2, 2, 0}, {0, 2, 0}});
  EXPECT_EQ(mesh.triangle_count(), 4);
  for (Index t = 0; t < 4; ++t) EXPECT_GT(mesh.area_vector(t).z, 0);
}

TEST(Polygon, a_polygon_that_crosses_itself_or_has_no_area_still_keeps_its_edges) {
  for (const std::vector<Vec3>& corners :
       {std::vector<Vec3>{{0, 0, 0}, {2, 2, 0}, {0, 2, 0}, {2, 0, 0}, {1, -1, 0}}, std::vector<Vec3>(6)}) {
    const SurfaceMesh mesh = split(corners);
    const int n = static_cast<int>(corners.size());
    EXPECT_EQ(mesh.triangle_count(), n - 2);
    for (int i = 0; i < n; ++i) {
      int uses = 0;
      for (const Triangle& t : mesh.triangles)
        for (int k = 0; k < 3; ++k) uses += t[k] == i && t[(k + 1) % 3] == (i + 1) % n;
      EXPECT_EQ(uses, 1) << "edge " << i;
    }
  }
}

TEST(Polygon, a_polygon_of_coordinates_that_are_not_numbers_is_split_all_the_same) {
  std::vector<Vec3> corners(9, Vec3{NAN, NAN, NAN});
  EXPECT_EQ(split(corners).triangle_count(), 7);
}

TEST(Polygon, a_ring_of_a_hundred_thousand_corners_is_split) {
  std::vector<Vec3> corners;
  for (int i = 0; i < 100000; ++i) corners.push_back({std::cos(i * 6.28e-5), std::sin(i * 6.28e-5), 0});
  EXPECT_EQ(split(corners).triangle_count(), 99998);
}

TEST(Polygon, faces_of_two_corners_are_left_out_with_a_count) {
  MeshFile file;
  file.surface.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  PolygonList faces;
  faces.corners = {0, 1, 0, 1, 2, 3, 1, 2, 3, 2};
  faces.ends = {2, 6, 9, 10};
  split_polygons(faces, file);
  EXPECT_EQ(file.surface.triangle_count(), 3);
  EXPECT_EQ(file.polygons, 1);
  ASSERT_EQ(file.warnings.size(), 1u);
  EXPECT_EQ(file.warnings[0], "2 faces of fewer than three corners skipped");
}

}  // namespace
}  // namespace sinew
