#include "mesh/self_intersection.h"

#include <gtest/gtest.h>

#include "base/parallel.h"
#include "base/random.h"

namespace sinew {
namespace {

// Exact fractions with positive denominators, over 128 bits: enough for points of a small integer grid.
__extension__ using Wide = __int128;
struct Fraction {
  Wide top, bottom;
};
Fraction fraction(Wide top, Wide bottom) {
  return bottom < 0 ? Fraction{-top, -bottom} : Fraction{top, bottom};
}
bool less(const Fraction& a, const Fraction& b) { return a.top * b.bottom < b.top * a.bottom; }

Wide integer_dot(const Vec3& a, const Vec3& b) { return static_cast<Wide>(dot(a, b)); }

// The slow twin: cuts each triangle with the other's plane and compares the two segments along the planes'
// common line, in exact fractions.
bool slow_triangles_cross(const SurfaceMesh& mesh, Index s, Index t) {
  const auto S = mesh.corners(s), T = mesh.corners(t);
  const Vec3 m = mesh.area_vector(s), n = mesh.area_vector(t), line = cross(m, n);
  if (line == Vec3{}) return false;
  auto segment = [&](const std::array<Vec3, 3>& p, const std::array<Vec3, 3>& plane, const Vec3& normal,
                     Fraction& lower, Fraction& upper) {
    Wide height[3];
    for (int i = 0; i < 3; ++i) height[i] = integer_dot(normal, p[i] - plane[0]);
    std::vector<Fraction> cuts;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        if (height[i] <= 0 || height[j] >= 0) continue;
        // p[i] + (p[j] - p[i]) h_i / (h_i - h_j), along the line.
        const Wide along_i = integer_dot(line, p[i]), along_j = integer_dot(line, p[j]);
        cuts.push_back(fraction(along_j * height[i] - along_i * height[j], height[i] - height[j]));
      }
    for (int i = 0; i < 3; ++i)
      if (height[i] == 0) cuts.push_back(fraction(integer_dot(line, p[i]), 1));
    bool above = false, below = false;
    for (const Wide h : height) above |= h > 0, below |= h < 0;
    if (!above || !below) return false;
    lower = upper = cuts[0];
    for (const Fraction& cut : cuts) {
      if (less(cut, lower)) lower = cut;
      if (less(upper, cut)) upper = cut;
    }
    return true;
  };
  Fraction a{}, b{}, c{}, d{};
  return segment(S, T, n, a, b) && segment(T, S, m, c, d) && less(a, d) && less(c, b);
}

int shared(const Triangle& s, const Triangle& t) {
  int count = 0;
  for (const Index v : s) count += std::count(t.begin(), t.end(), v) > 0;
  return count;
}

// Triangles over a few vertices of a coarse grid: touching, coplanar and shared corners abound.
SurfaceMesh grid_soup(int range, Index vertices, Index triangles, std::uint64_t seed) {
  Random random(seed);
  auto coordinate = [&] { return double(random.below(static_cast<std::uint32_t>(range))); };
  SurfaceMesh mesh;
  while (mesh.vertex_count() < vertices) {
    const Vec3 p{coordinate(), coordinate(), coordinate()};
    if (std::count(mesh.positions.begin(), mesh.positions.end(), p) == 0) mesh.positions.push_back(p);
  }
  auto pick = [&] { return static_cast<Index>(random.below(static_cast<std::uint32_t>(vertices))); };
  while (mesh.triangle_count() < triangles) {
    const Triangle t{pick(), pick(), pick()};
    if (t[0] != t[1] && t[1] != t[2] && t[2] != t[0]) mesh.triangles.push_back(t);
  }
  return mesh;
}

TEST(SelfIntersection, pairs_equal_brute_force_with_exact_fractions) {
  for (const int range : {4, 6, 50}) {
    const SurfaceMesh mesh = grid_soup(range, 40, 250, static_cast<std::uint64_t>(range));
    std::vector<std::array<Index, 2>> expected;
    for (Index s = 0; s < mesh.triangle_count(); ++s)
      for (Index t = s + 1; t < mesh.triangle_count(); ++t)
        if (shared(mesh.triangles[s], mesh.triangles[t]) <= 1 && slow_triangles_cross(mesh, s, t))
          expected.push_back({s, t});
    EXPECT_GT(expected.size(), 1000U);
    EXPECT_EQ(self_intersections(mesh).pairs, expected) << "range " << range;
  }
}

TEST(SelfIntersection, the_answer_does_not_depend_on_the_order_of_the_triangles_or_their_corners) {
  const SurfaceMesh mesh = grid_soup(5, 30, 100, 7);
  for (Index s = 0; s < 100; ++s)
    for (Index t = 0; t < s; ++t) {
      if (shared(mesh.triangles[s], mesh.triangles[t]) > 1) continue;
      SurfaceMesh turned = mesh;
      std::swap(turned.triangles[s][0], turned.triangles[s][1]);
      std::rotate(turned.triangles[t].begin(), turned.triangles[t].begin() + 1, turned.triangles[t].end());
      EXPECT_EQ(triangles_cross(mesh, s, t), triangles_cross(mesh, t, s));
      EXPECT_EQ(triangles_cross(mesh, s, t), triangles_cross(turned, s, t));
    }
}

TEST(SelfIntersection, touching_and_coplanar_triangles_do_not_cross) {
  SurfaceMesh mesh;
  mesh.positions = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {1, 1, 0}, {1, 2, 3}, {2, 1, 3}, {3, 3, 0}, {0, 0, 1}};
  mesh.triangles = {{0, 1, 2}, {3, 4, 5}, {3, 6, 1}, {3, 6, 4}};
  EXPECT_FALSE(triangles_cross(mesh, 0, 1));  // a corner on the face
  EXPECT_FALSE(triangles_cross(mesh, 0, 2));  // in one plane
  EXPECT_FALSE(triangles_cross(mesh, 0, 3));  // an edge on the face
}

TEST(SelfIntersection, pairs_are_the_same_for_1_2_and_4_threads) {
  const SurfaceMesh mesh = grid_soup(40, 500, 800, 9);
  set_thread_count(1);
  const auto one = self_intersections(mesh).pairs;
  for (const int threads : {2, 4}) {
    set_thread_count(threads);
    EXPECT_EQ(self_intersections(mesh).pairs, one);
  }
  set_thread_count(0);
}

TEST(SelfIntersection, a_search_where_everything_overlaps_is_given_up_and_says_so) {
  // Random triangles as large as the box: up to 64 x 3,000 candidates in a chunk, more than are looked at.
  SurfaceMesh mesh;
  Random random(3);
  for (Index i = 0; i < 9'000; ++i) mesh.positions.push_back(random.in_box({-1, -1, -1}, {1, 1, 1}));
  for (Index t = 0; t < 3'000; ++t) mesh.triangles.push_back({3 * t, 3 * t + 1, 3 * t + 2});
  const SelfIntersections found = self_intersections(mesh);
  EXPECT_FALSE(found.complete);
  EXPECT_GT(found.pairs.size(), 100'000U);
  set_thread_count(1);
  EXPECT_EQ(self_intersections(mesh).pairs, found.pairs);
  set_thread_count(0);
}

TEST(SelfIntersection, an_empty_surface_has_none) { EXPECT_TRUE(self_intersections({}).pairs.empty()); }

}  // namespace
}  // namespace sinew
