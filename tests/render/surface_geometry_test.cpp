#include "render/engine/surface_geometry.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "render/frames.h"

namespace sinew {
namespace {

constexpr double kNoCrease = 3.2;  // rad: more than any two normals differ

Index drawn_vertices(const SurfaceMesh& surface, double crease = kCreaseAngle) {
  return surface_geometry({surface, {}}, crease).vertex_count();
}

TEST(SurfaceGeometry, a_cube_has_three_drawn_vertices_at_each_corner) {
  EXPECT_EQ(drawn_vertices(cube_surface()), 24);
}

TEST(SurfaceGeometry, a_cube_without_creases_has_one_at_each_corner) {
  EXPECT_EQ(drawn_vertices(cube_surface(), kNoCrease), 8);
}

TEST(SurfaceGeometry, a_sphere_is_smooth_everywhere) {
  const SurfaceMesh sphere = sphere_surface(11, 24);
  EXPECT_EQ(drawn_vertices(sphere), sphere.vertex_count());
}

TEST(SurfaceGeometry, the_edge_of_a_cut_divides_a_flat_surface) {
  FrameSurface square{square_surface(1), {}};
  square.cuts = {0, 1};
  const SurfaceGeometry geometry = surface_geometry(square);
  EXPECT_EQ(geometry.vertex_count(), 6);
  EXPECT_EQ(std::count(geometry.cut.begin(), geometry.cut.end(), 1), 3);
}

TEST(SurfaceGeometry, the_faces_of_two_cuts_are_two_parts_however_flat_they_meet) {
  FrameSurface square{square_surface(1), {}};
  square.cuts = {1, 2};
  const SurfaceGeometry geometry = surface_geometry(square);
  EXPECT_EQ(geometry.vertex_count(), 6);
  EXPECT_EQ(std::count(geometry.cut.begin(), geometry.cut.end(), 2), 3);
}

TEST(SurfaceGeometry, both_sides_of_an_edge_within_a_cut_are_one_part) {
  FrameSurface square{square_surface(1), {}};
  square.cuts = {1, 1};
  EXPECT_EQ(surface_geometry(square).vertex_count(), 4);
}

TEST(SurfaceGeometry, an_edge_of_three_triangles_divides_them_all) {
  SurfaceMesh fins{{{0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {1, 0, 0.1}, {1, 0, 0.2}},
                   {{0, 1, 2}, {1, 0, 3}, {0, 1, 4}}};
  EXPECT_EQ(drawn_vertices(fins, kNoCrease), 9);
}

TEST(SurfaceGeometry, triangles_that_turn_against_each_other_are_two_parts) {
  SurfaceMesh square = square_surface(1);
  std::swap(square.triangles[1][0], square.triangles[1][1]);
  EXPECT_EQ(drawn_vertices(square, kNoCrease), 6);
}

TEST(SurfaceGeometry, an_open_rim_does_not_divide) { EXPECT_EQ(drawn_vertices(square_surface(3)), 16); }

TEST(SurfaceGeometry, vertices_without_a_triangle_are_not_drawn) {
  SurfaceMesh square = square_surface(2);
  square.positions.push_back({5, 5, 5});
  EXPECT_EQ(drawn_vertices(square), 9);
}

TEST(SurfaceGeometry, an_empty_surface_is_nothing) {
  const SurfaceGeometry geometry = surface_geometry({});
  EXPECT_EQ(geometry.vertex_count(), 0);
  EXPECT_EQ(geometry.ring_start, std::vector<std::uint32_t>{0});
}

TEST(SurfaceGeometry, a_triangle_with_a_repeated_corner_is_kept_and_joins_nothing) {
  SurfaceMesh square = square_surface(1);
  square.triangles.push_back({0, 0, 1});
  const SurfaceGeometry geometry = surface_geometry({square, {}});
  EXPECT_EQ(geometry.triangles.size(), 3u);
  EXPECT_EQ(geometry.vertex_count(), 4 + 3);
}

TEST(SurfaceGeometry, rings_hold_the_edge_that_faces_each_corner) {
  const SurfaceGeometry geometry = surface_geometry({cube_surface(), {}});
  ASSERT_EQ(geometry.ring.size(), 2 * 3 * geometry.triangles.size());
  for (const Triangle& t : geometry.triangles)
    for (int k = 0; k < 3; ++k) {
      const auto b = static_cast<std::uint32_t>(t[(k + 1) % 3]),
                 c = static_cast<std::uint32_t>(t[(k + 2) % 3]);
      int found = 0;
      for (std::uint32_t i = geometry.ring_start[t[k]]; i < geometry.ring_start[t[k] + 1]; ++i)
        found += geometry.ring[2 * i] == b && geometry.ring[2 * i + 1] == c;
      EXPECT_EQ(found, 1);
    }
}

TEST(SurfaceGeometry, drawn_triangles_are_those_of_the_surface) {
  const SurfaceMesh cube = cube_surface();
  const SurfaceGeometry geometry = surface_geometry({cube, {}});
  for (std::size_t t = 0; t < cube.triangles.size(); ++t)
    for (int k = 0; k < 3; ++k) EXPECT_EQ(geometry.source[geometry.triangles[t][k]], cube.triangles[t][k]);
}

}  // namespace
}  // namespace sinew
