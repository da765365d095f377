#include "collision/overlapping_pairs.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "collision/moving_surfaces.h"
#include "sinew/base/process.h"

namespace sinew {
namespace {

using test::moved;
using test::swept_box;

struct Moving {
  SurfaceMesh mesh;
  std::vector<Vec3> end;
  RefitTree tree;

  Moving(SurfaceMesh surface, double motion, std::uint64_t seed, double margin)
      : mesh(std::move(surface)),
        end(test::shaken(mesh.positions, motion, seed)),
        tree(mesh.triangles, mesh.positions) {
    tree.refit(mesh.positions, end, margin);
  }
};

std::vector<TrianglePair> pairs_of(const RefitTree& a, const RefitTree& b) {
  OverlapScratch scratch;
  std::vector<TrianglePair> pairs;
  overlapping_pairs(a, b, scratch, pairs);
  return pairs;
}

std::vector<TrianglePair> self_pairs(const RefitTree& tree, int most_shared) {
  OverlapScratch scratch;
  std::vector<TrianglePair> pairs;
  self_overlaps(tree, scratch, pairs, most_shared);
  return pairs;
}

// All pairs whose boxes overlap if both are larger by `extra`.
std::vector<TrianglePair> slow_pairs(const Moving& a, const Moving& b, double margin) {
  std::vector<TrianglePair> pairs;
  for (Index s = 0; s < a.mesh.triangle_count(); ++s) {
    const Box3 box = swept_box(a.mesh.triangles[s], a.mesh.positions, a.end, margin);
    for (Index t = 0; t < b.mesh.triangle_count(); ++t)
      if (box.overlaps(swept_box(b.mesh.triangles[t], b.mesh.positions, b.end, margin)))
        pairs.push_back({s, t});
  }
  return pairs;
}

// None is missing, none is too much; boxes in single precision are larger by rounding.
void expect_between(const std::vector<TrianglePair>& pairs, const std::vector<TrianglePair>& least,
                    const std::vector<TrianglePair>& most) {
  EXPECT_TRUE(std::is_sorted(pairs.begin(), pairs.end()));
  EXPECT_EQ(std::adjacent_find(pairs.begin(), pairs.end()), pairs.end());
  EXPECT_TRUE(std::includes(pairs.begin(), pairs.end(), least.begin(), least.end()));
  EXPECT_TRUE(std::includes(most.begin(), most.end(), pairs.begin(), pairs.end()));
  EXPECT_GT(least.size(), 100U);
}

TEST(OverlappingPairs, pairs_of_two_surfaces_equal_brute_force) {
  for (const double motion : {0.0, 0.02, 0.5}) {
    SurfaceMesh second = test::torus(20, 20, 1.5, 0.9);
    second.positions = moved(second.positions, {0.4, 0.1, 0.2});
    const Moving a(test::torus(40, 18), motion, 1, 0.01), b(std::move(second), motion, 2, 0.01);
    expect_between(pairs_of(a.tree, b.tree), slow_pairs(a, b, 0.01), slow_pairs(a, b, 0.010003));
  }
}

TEST(OverlappingPairs, pairs_within_a_surface_equal_brute_force_without_those_that_share_vertices) {
  for (const SurfaceMesh& mesh : {test::torus(40, 18, 1, 0.99), test::odd_surface()})
    for (int most_shared = 0; most_shared < 3; ++most_shared) {
      const Moving a(mesh, 0.05, 3, 0.02);
      auto expected = [&](double margin) {
        std::vector<TrianglePair> pairs = slow_pairs(a, a, margin);
        std::erase_if(pairs, [&](const TrianglePair& p) {
          return p.a >= p.b || test::shared_vertices(mesh.triangles[p.a], mesh.triangles[p.b]) > most_shared;
        });
        return pairs;
      };
      expect_between(self_pairs(a.tree, most_shared), expected(0.02), expected(0.020003));
    }
}

TEST(OverlappingPairs, pairs_depend_neither_on_the_number_of_threads_nor_on_the_order_of_the_tree) {
  const Moving a(test::torus(120, 60, 1, 0.99), 0.02, 4, 0.01);
  set_thread_count(1);
  const std::vector<TrianglePair> expected = self_pairs(a.tree, 0);
  EXPECT_GT(expected.size(), 1000U);
  for (const int threads : {2, 4}) {
    set_thread_count(threads);
    EXPECT_EQ(self_pairs(a.tree, 0), expected);
  }
  set_thread_count(0);
  RefitTree other(a.mesh.triangles, test::shaken(a.mesh.positions, 1, 5));
  other.refit(a.mesh.positions, a.end, 0.01);
  EXPECT_EQ(self_pairs(other, 0), expected);
}

TEST(OverlappingPairs, surfaces_far_from_the_origin_have_the_same_pairs_relative_to_one_among_them) {
  const Vec3 far{4e6, -3e6, 1e6};
  Moving a(test::torus(40, 18), 0, 1, 0.01), b(test::torus(20, 20, 1.5, 0.9), 0, 2, 0.01);
  const std::size_t near_count = pairs_of(a.tree, b.tree).size();
  for (Moving* m : {&a, &b}) m->tree.refit(moved(m->mesh.positions, far), 0.01, far);
  EXPECT_NEAR(static_cast<double>(pairs_of(a.tree, b.tree).size()), static_cast<double>(near_count),
              0.01 * static_cast<double>(near_count));
}

TEST(OverlappingPairs, marked_pairs_are_those_of_which_one_triangle_has_a_marked_vertex) {
  Moving a(test::torus(40, 18, 1, 0.99), 0.02, 1, 0.01), b(test::torus(20, 20, 1.5, 0.9), 0.02, 2, 0.01);
  std::vector<char> marks(a.mesh.positions.size(), 0);
  for (std::size_t v = 0; v < marks.size(); v += 29) marks[v] = 1;
  a.tree.mark(marks);
  const auto is_marked = [&](Index t) {
    return std::ranges::any_of(a.mesh.triangles[t], [&](Index v) { return marks[v] != 0; });
  };
  OverlapScratch scratch;
  std::vector<TrianglePair> pairs, expected = pairs_of(a.tree, b.tree);
  std::erase_if(expected, [&](const TrianglePair& pair) { return !is_marked(pair.a); });
  overlapping_pairs(a.tree, b.tree, WhichPairs::kMarked, scratch, pairs);
  EXPECT_GT(expected.size(), 10U);
  EXPECT_EQ(pairs, expected);

  expected = self_pairs(a.tree, 0);
  std::erase_if(expected, [&](const TrianglePair& pair) { return !is_marked(pair.a) && !is_marked(pair.b); });
  self_overlaps(a.tree, WhichPairs::kMarked, scratch, pairs);
  EXPECT_GT(expected.size(), 10U);
  EXPECT_EQ(pairs, expected);

  a.tree.mark({});
  self_overlaps(a.tree, WhichPairs::kMarked, scratch, pairs);
  EXPECT_TRUE(pairs.empty());
}

TEST(OverlappingPairs, a_scratch_is_used_again_and_surfaces_apart_have_no_pairs) {
  const Moving a(test::torus(40, 18), 0, 1, 0.01), b(test::torus(20, 20, 1.5, 0.9), 0, 2, 0.01);
  RefitTree away(a.mesh.triangles, a.mesh.positions);
  away.refit(moved(a.mesh.positions, {10, 0, 0}), 0);
  OverlapScratch scratch;
  std::vector<TrianglePair> pairs;
  for (int round = 0; round < 2; ++round) {
    overlapping_pairs(a.tree, b.tree, scratch, pairs);
    EXPECT_EQ(pairs, pairs_of(a.tree, b.tree));
    self_overlaps(a.tree, scratch, pairs);
    EXPECT_EQ(pairs, self_pairs(a.tree, 0));
    overlapping_pairs(away, b.tree, scratch, pairs);
    EXPECT_TRUE(pairs.empty());
    overlapping_pairs(RefitTree({}, {}), b.tree, scratch, pairs);
    EXPECT_TRUE(pairs.empty());
  }
}

}  // namespace
}  // namespace sinew
