#include "collision/crossing_pairs.h"

#include <gtest/gtest.h>

#include <set>

#include "collision/moving_surfaces.h"
#include "mesh/self_intersection.h"
#include "sinew/base/process.h"

namespace sinew {
namespace {

std::vector<SurfaceState> states_of(std::span<const SurfaceMesh> meshes) {
  std::vector<SurfaceState> states;
  for (const SurfaceMesh& mesh : meshes) states.push_back({mesh.triangles, mesh.positions});
  return states;
}

// All pairs of triangles, each pair of surfaces joined into one so that the test is that of one surface.
std::vector<Crossing> slow_crossings(std::span<const SurfaceMesh> meshes) {
  std::vector<Crossing> crossings;
  for (Index a = 0; a < static_cast<Index>(meshes.size()); ++a)
    for (Index b = a; b < static_cast<Index>(meshes.size()); ++b) {
      const SurfaceMesh both = test::joined(meshes[a], meshes[b]);
      const Index first = meshes[a].triangle_count();
      for (Index s = 0; s < first; ++s)
        for (Index t = a == b ? s + 1 : 0; t < meshes[b].triangle_count(); ++t) {
          const Index other = a == b ? t : first + t;
          if (test::shared_vertices(both.triangles[s], both.triangles[other]) <= 1 &&
              triangles_cross(both, s, other))
            crossings.push_back({{a, b}, {s, t}});
        }
    }
  return crossings;
}

TEST(CrossingPairs, crossings_of_several_surfaces_and_with_themselves_equal_brute_force) {
  std::vector<SurfaceMesh> meshes = {test::torus(16, 10), test::odd_surface(), test::cube(1, {5, 5, 5}),
                                     test::torus(12, 8, 1, 0.4)};
  meshes[3].positions = test::shaken(test::moved(meshes[3].positions, {1.5, 0.2, 0.1}), 0.3, 1);
  const std::vector<Crossing> crossings = crossing_pairs(states_of(meshes));
  EXPECT_EQ(crossings, slow_crossings(meshes));
  std::set<std::array<Index, 2>> surfaces;
  for (const Crossing& crossing : crossings) surfaces.insert(crossing.surface);
  EXPECT_TRUE(surfaces.count({0, 1}) > 0 && surfaces.count({0, 3}) > 0 && surfaces.count({3, 3}) > 0);
  EXPECT_EQ(surfaces.count({0, 0}) + surfaces.count({2, 2}) + surfaces.count({0, 2}), 0U);
}

TEST(CrossingPairs, surfaces_on_a_small_grid_touch_often_and_still_equal_brute_force) {
  Random random(2);
  std::vector<SurfaceMesh> meshes(3);
  for (SurfaceMesh& mesh : meshes) {
    auto coordinate = [&] { return double(random.below(4)); };
    for (int v = 0; v < 20; ++v) mesh.positions.push_back({coordinate(), coordinate(), coordinate()});
    while (mesh.triangle_count() < 60) {
      const Triangle t{static_cast<Index>(random.below(20)), static_cast<Index>(random.below(20)),
                       static_cast<Index>(random.below(20))};
      if (!has_repeated_corner(t)) mesh.triangles.push_back(t);
    }
  }
  const std::vector<Crossing> crossings = crossing_pairs(states_of(meshes));
  EXPECT_EQ(crossings, slow_crossings(meshes));
  EXPECT_GT(crossings.size(), 500U);
}

TEST(CrossingPairs, boxes_that_stand_on_each_other_do_not_cross_until_one_sinks_in) {
  std::vector<SurfaceMesh> meshes = {test::cube(), test::cube(1, {0, 0, 1}), test::cube(1, {0.25, 0.25, 2})};
  EXPECT_TRUE(crossing_pairs(states_of(meshes)).empty());
  meshes[2].positions = test::moved(meshes[2].positions, {0, 0, -1e-12});
  const std::vector<Crossing> crossings = crossing_pairs(states_of(meshes));
  EXPECT_FALSE(crossings.empty());
  for (const Crossing& crossing : crossings) EXPECT_EQ(crossing.surface, (std::array<Index, 2>{1, 2}));
  EXPECT_TRUE(crossing_pairs({}).empty());
}

TEST(CrossingPairs, crossings_within_one_surface_are_its_self_intersections) {
  SurfaceMesh mesh = test::torus(40, 20);
  mesh.positions = test::shaken(mesh.positions, 0.2, 3);
  const SelfIntersections expected = self_intersections(mesh);
  ASSERT_TRUE(expected.complete);
  EXPECT_GT(expected.pairs.size(), 100U);
  for (const int threads : {1, 2, 4}) {
    set_thread_count(threads);
    std::vector<std::array<Index, 2>> found;
    for (const Crossing& crossing : crossing_pairs(std::array{SurfaceState{mesh.triangles, mesh.positions}}))
      found.push_back(crossing.triangle);
    EXPECT_EQ(found, expected.pairs);
  }
  set_thread_count(0);
}

}  // namespace
}  // namespace sinew
