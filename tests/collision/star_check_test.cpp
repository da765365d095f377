#include "collision/star_check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "collision/crossing_pairs.h"
#include "collision/moving_surfaces.h"
#include "mesh/self_intersection.h"

namespace sinew {
namespace {

std::set<TrianglePair> unproven_of(const SurfaceMesh& mesh) {
  StarCheck stars(mesh.triangles, mesh.vertex_count());
  std::vector<TrianglePair> pairs;
  stars.append_unproven(mesh.positions, pairs);
  std::set<TrianglePair> result(pairs.begin(), pairs.end());
  EXPECT_EQ(result.size(), pairs.size()) << "a pair is there twice";
  return result;
}

// All pairs with one common vertex that cross.
std::set<TrianglePair> crossings_at_vertices(const SurfaceMesh& mesh) {
  std::set<TrianglePair> pairs;
  for (Index s = 0; s < mesh.triangle_count(); ++s)
    for (Index t = s + 1; t < mesh.triangle_count(); ++t)
      if (test::shared_vertices(mesh.triangles[s], mesh.triangles[t]) == 1 && triangles_cross(mesh, s, t))
        pairs.insert({s, t});
  return pairs;
}

// An umbrella of n triangles around vertex 0, which goes around `turns` times and rises by `slope`; closed if
// turns is a whole number and close is asked for.
SurfaceMesh umbrella(Index n, double turns, double slope, bool close) {
  SurfaceMesh mesh{{{0, 0, 0}}, {}};
  for (Index i = 0; i < (close ? n : n + 1); ++i) {
    const double angle = 2 * std::numbers::pi * turns * i / n;
    mesh.positions.push_back({std::cos(angle), std::sin(angle), slope * (i % 3)});
  }
  for (Index i = 0; i < n; ++i) mesh.triangles.push_back({0, 1 + i, close ? 1 + (i + 1) % n : 2 + i});
  return mesh;
}

TEST(StarCheck, stars_of_smooth_surfaces_are_all_proven) {
  for (const SurfaceMesh& mesh : {test::torus(30, 16), test::sphere(20), test::cube()})
    EXPECT_TRUE(unproven_of(mesh).empty());
}

TEST(StarCheck, an_umbrella_that_goes_around_once_is_proven_and_one_that_goes_around_further_is_not) {
  for (const double slope : {0.0, 0.2}) {
    EXPECT_TRUE(unproven_of(umbrella(7, 1, slope, true)).empty());
    EXPECT_TRUE(unproven_of(umbrella(7, 0.4, slope, false)).empty());
    EXPECT_TRUE(unproven_of(umbrella(7, 0.99, slope, false)).empty());
    EXPECT_FALSE(unproven_of(umbrella(14, 2, slope, true)).empty());
    EXPECT_FALSE(unproven_of(umbrella(9, 1.2, slope, false)).empty());
  }
}

TEST(StarCheck, no_crossing_of_triangles_at_a_vertex_is_proven_away) {
  int crossings = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed)
    for (SurfaceMesh mesh :
         {test::torus(8, 6), test::odd_surface(), test::moebius_strip(8), umbrella(9, 1.2, 0.1, false)}) {
      mesh.positions = test::shaken(mesh.positions, 0.02 * static_cast<double>(seed), seed);
      const auto unproven = unproven_of(mesh), crossing = crossings_at_vertices(mesh);
      EXPECT_TRUE(std::includes(unproven.begin(), unproven.end(), crossing.begin(), crossing.end()));
      crossings += static_cast<int>(crossing.size());
    }
  EXPECT_GT(crossings, 1000);
}

TEST(StarCheck, crossings_within_a_surface_are_the_same_with_stars) {
  for (const double shake : {0.0, 0.1, 0.4}) {
    SurfaceMesh mesh = test::torus(40, 20);
    mesh.positions = test::shaken(mesh.positions, shake, 1);
    RefitTree tree(mesh.triangles, mesh.positions);
    StarCheck stars(mesh.triangles, mesh.vertex_count());
    OverlapScratch scratch;
    std::vector<TrianglePair> slow, fast;
    crossings_within(tree, mesh.positions, scratch, slow);
    crossings_within(tree, stars, mesh.positions, scratch, fast);
    EXPECT_EQ(slow, fast);
    EXPECT_EQ(slow.empty(), shake == 0);
  }
}

std::set<TrianglePair> unproven_on_the_way(const SurfaceMesh& mesh, std::span<const Vec3> end) {
  StarCheck stars(mesh.triangles, mesh.vertex_count());
  std::vector<TrianglePair> pairs;
  stars.append_unproven(mesh.positions, end, pairs);
  std::set<TrianglePair> result(pairs.begin(), pairs.end());
  EXPECT_EQ(result.size(), pairs.size()) << "a pair is there twice";
  return result;
}

TEST(StarCheck, stars_that_turn_and_stretch_a_little_are_all_proven_on_the_way) {
  for (const SurfaceMesh& mesh : {test::torus(30, 16), test::sphere(20), test::cube()}) {
    std::vector<Vec3> end;
    for (const Vec3& p : mesh.positions) end.push_back({1.1 * p.x - 0.2 * p.y, 0.2 * p.x + p.y, p.z + 3});
    EXPECT_TRUE(unproven_on_the_way(mesh, end).empty());
  }
}

// An open umbrella that closes beyond its first triangle for a while, and opens again.
TEST(StarCheck, an_umbrella_that_closes_beyond_itself_on_the_way_is_not_proven) {
  const SurfaceMesh open = umbrella(9, 0.95, 0.1, false), beyond = umbrella(9, 1.05, 0.1, false);
  EXPECT_FALSE(unproven_on_the_way(open, beyond.positions).empty());
  EXPECT_TRUE(
      unproven_on_the_way(umbrella(9, 0.45, 0.1, false), umbrella(9, 0.55, 0.1, false).positions).empty());
}

TEST(StarCheck, no_crossing_of_neighbours_on_the_way_is_proven_away) {
  int crossings = 0;
  for (std::uint64_t seed = 0; seed < 30; ++seed)
    for (SurfaceMesh mesh :
         {test::torus(8, 6), test::odd_surface(), test::moebius_strip(8), umbrella(9, 0.8, 0.1, false)}) {
      const std::vector<Vec3> start = mesh.positions,
                              end = test::shaken(start, 0.04 * static_cast<double>(seed), seed);
      const auto unproven = unproven_on_the_way(mesh, end);
      for (int sample = 0; sample <= 10; ++sample) {
        for (std::size_t v = 0; v < start.size(); ++v)
          mesh.positions[v] = lerp(start[v], end[v], sample / 10.0);
        for (const TrianglePair& pair : crossings_at_vertices(mesh)) {
          EXPECT_TRUE(unproven.contains(pair)) << pair.a << " " << pair.b << " of seed " << seed;
          ++crossings;
        }
      }
    }
  EXPECT_GT(crossings, 1000);
}

}  // namespace
}  // namespace sinew
