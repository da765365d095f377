#include "mesh/triangle_tree.h"

#include <gtest/gtest.h>

#include <set>

#include "base/random.h"

namespace sinew {
namespace {

SurfaceMesh random_soup(Index triangles, std::uint64_t seed) {
  Random random(seed);
  SurfaceMesh mesh;
  for (Index t = 0; t < triangles; ++t) {
    const Vec3 center = random.in_box({-1, -1, -1}, {1, 1, 1});
    for (int i = 0; i < 3; ++i)
      mesh.positions.push_back(center + random.in_box({-.1, -.1, -.1}, {.1, .1, .1}));
    mesh.triangles.push_back({3 * t, 3 * t + 1, 3 * t + 2});
  }
  return mesh;
}

TEST(TriangleTree, nearest_point_equals_brute_force) {
  const SurfaceMesh mesh = random_soup(500, 1);
  const TriangleTree tree(mesh);
  Random random(2);
  for (int i = 0; i < 500; ++i) {
    const Vec3 p = random.in_box({-1.5, -1.5, -1.5}, {1.5, 1.5, 1.5});
    double best = 1e30;
    for (Index t = 0; t < mesh.triangle_count(); ++t) {
      const auto [a, b, c] = mesh.corners(t);
      best = std::min(best, squared_norm(p - nearest_point_on_triangle(p, a, b, c)));
    }
    const auto found = tree.nearest(p);
    EXPECT_EQ(found.squared_distance, best);
    EXPECT_EQ(tree.nearest(p, 0.999 * std::sqrt(best)).triangle, -1);
  }
}

TEST(TriangleTree, nearest_point_on_a_triangle_is_the_best_of_a_dense_sampling) {
  Random random(3);
  for (int i = 0; i < 200; ++i) {
    const Vec3 a = random.in_box({0, 0, 0}, {1, 1, 1}), b = random.in_box({0, 0, 0}, {1, 1, 1});
    const Vec3 c = i % 4 == 0 ? lerp(a, b, random.uniform(-1, 2)) : random.in_box({0, 0, 0}, {1, 1, 1});
    const Vec3 p = random.in_box({-1, -1, -1}, {2, 2, 2});
    const double found = distance(p, nearest_point_on_triangle(p, a, b, c));
    double sampled = 1e30;
    constexpr int kSteps = 60;
    for (int u = 0; u <= kSteps; ++u)
      for (int v = 0; u + v <= kSteps; ++v)
        sampled = std::min(sampled,
                           distance(p, a + (b - a) * (u / double(kSteps)) + (c - a) * (v / double(kSteps))));
    EXPECT_LE(found, sampled + 1e-12);
    EXPECT_GE(found, sampled - 2.0 / kSteps);
  }
}

TEST(TriangleTree, overlaps_equal_brute_force) {
  const SurfaceMesh mesh = random_soup(300, 4);
  const TriangleTree tree(mesh);
  const Box3 query{{-.3, -.2, -.4}, {.2, .5, .1}};
  std::set<Index> expected, found;
  for (Index t = 0; t < mesh.triangle_count(); ++t) {
    Box3 box;
    for (const Vec3& corner : mesh.corners(t)) box.extend(corner);
    if (box.overlaps(query)) expected.insert(t);
  }
  tree.for_each_overlap(query, [&](Index t) { EXPECT_TRUE(found.insert(t).second); });
  EXPECT_EQ(found, expected);
}

}  // namespace
}  // namespace sinew
