#include "collision/overlapping_pairs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "collision/moving_surfaces.h"
#include "sinew/base/process.h"

namespace sinew {
namespace {

using test::moved;

struct Moving {
  SurfaceMesh mesh;
  std::vector<Vec3> end;
  RefitTree tree;
  FlightBoxes boxes;

  Moving(SurfaceMesh surface, double motion, std::uint64_t seed, double margin)
      : mesh(std::move(surface)),
        end(test::shaken(mesh.positions, motion, seed)),
        tree(mesh.triangles, mesh.positions) {
    tree.refit(mesh.positions, margin);
    boxes.fit(tree, mesh.positions, end, margin, {});
  }
  Flight flight() const { return {tree, boxes}; }
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

std::vector<TrianglePair> flying_pairs(const Moving& a, const Moving& b) {
  OverlapScratch scratch;
  std::vector<TrianglePair> pairs;
  overlapping_pairs(a.flight(), b.flight(), WhichPairs::kAll, scratch, pairs);
  return pairs;
}

std::vector<TrianglePair> flying_self_pairs(const Moving& a) {
  OverlapScratch scratch;
  std::vector<TrianglePair> pairs;
  self_overlaps(a.flight(), WhichPairs::kAll, scratch, pairs);
  return pairs;
}

// All pairs whose boxes at this time of the step, from 0 to 1, overlap.
std::vector<TrianglePair> slow_pairs(const Moving& a, const Moving& b, double margin, double time = 0) {
  const auto box_of = [&](const Moving& m, Index t) {
    Box3 box;
    for (const Index v : m.mesh.triangles[t]) box.extend(lerp(m.mesh.positions[v], m.end[v], time));
    return box.inflated(margin);
  };
  std::vector<Box3> boxes;
  for (Index t = 0; t < b.mesh.triangle_count(); ++t) boxes.push_back(box_of(b, t));
  std::vector<TrianglePair> pairs;
  for (Index s = 0; s < a.mesh.triangle_count(); ++s) {
    const Box3 box = box_of(a, s);
    for (Index t = 0; t < b.mesh.triangle_count(); ++t)
      if (box.overlaps(boxes[t])) pairs.push_back({s, t});
  }
  return pairs;
}

// Likewise within one surface, of triangles that share at most so many vertices.
std::vector<TrianglePair> slow_self_pairs(const Moving& a, double margin, int most_shared, double time = 0) {
  std::vector<TrianglePair> pairs = slow_pairs(a, a, margin, time);
  const std::span<const Triangle> triangles = a.mesh.triangles;
  std::erase_if(pairs, [&](const TrianglePair& p) {
    return p.a >= p.b || test::shared_vertices(triangles[p.a], triangles[p.b]) > most_shared;
  });
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
  SurfaceMesh second = test::torus(20, 20, 1.5, 0.9);
  second.positions = moved(second.positions, {0.4, 0.1, 0.2});
  const Moving a(test::torus(40, 18), 0, 1, 0.01), b(std::move(second), 0, 2, 0.01);
  const std::vector<TrianglePair> least = slow_pairs(a, b, 0.01), most = slow_pairs(a, b, 0.01001);
  expect_between(pairs_of(a.tree, b.tree), least, most);
  expect_between(flying_pairs(a, b), least, most);
}

TEST(OverlappingPairs, pairs_within_a_surface_equal_brute_force_without_those_that_share_vertices) {
  for (const SurfaceMesh& mesh : {test::torus(40, 18, 1, 0.99), test::odd_surface()}) {
    const Moving a(mesh, 0, 3, 0.05);
    for (int most_shared = 0; most_shared < 3; ++most_shared)
      expect_between(self_pairs(a.tree, most_shared), slow_self_pairs(a, 0.05, most_shared),
                     slow_self_pairs(a, 0.050003, most_shared));
    expect_between(flying_self_pairs(a), slow_self_pairs(a, 0.05, 0), slow_self_pairs(a, 0.05001, 0));
  }
}

TEST(OverlappingPairs, none_is_missing_that_comes_near_at_any_time_of_the_way) {
  for (const double motion : {0.02, 0.2, 2.0}) {
    SurfaceMesh second = test::torus(20, 20, 1.5, 0.9);
    second.positions = moved(second.positions, {0.4, 0.1, 0.2});
    const Moving a(test::torus(40, 18, 1, 0.99), motion, 1, 0.01), b(std::move(second), motion, 2, 0.01);
    const std::vector<TrianglePair> between = flying_pairs(a, b), within = flying_self_pairs(a);
    EXPECT_TRUE(std::is_sorted(between.begin(), between.end()));
    EXPECT_TRUE(std::is_sorted(within.begin(), within.end()));
    for (const double time : {0.0, 0.3, 0.5, 0.8, 1.0}) {
      const std::vector<TrianglePair> near = slow_pairs(a, b, 0.01, time);
      EXPECT_TRUE(std::includes(between.begin(), between.end(), near.begin(), near.end()));
      EXPECT_GT(near.size(), 100U);
      const std::vector<TrianglePair> near_within = slow_self_pairs(a, 0.01, 0, time);
      EXPECT_TRUE(std::includes(within.begin(), within.end(), near_within.begin(), near_within.end()));
      EXPECT_GT(near_within.size(), 100U);
    }
  }
}

// Boxes around whole ways would overlap with hundreds of others each.
TEST(OverlappingPairs, there_are_hardly_more_however_fast_a_surface_flies_and_turns) {
  Moving a(test::torus(120, 60, 1, 0.99), 0, 4, 0.01);
  const std::size_t at_rest = flying_self_pairs(a).size();
  EXPECT_GT(at_rest, 1000U);
  for (const Vec3& flight : {Vec3{0, -3, 0}, Vec3{40, 20, -30}})
    for (const double angle : {0.0, 0.5}) {
      for (std::size_t v = 0; v < a.end.size(); ++v) {
        const Vec3& p = a.mesh.positions[v];
        a.end[v] = flight + Vec3{std::cos(angle) * p.x - std::sin(angle) * p.y,
                                 std::sin(angle) * p.x + std::cos(angle) * p.y, p.z};
      }
      a.boxes.fit(a.tree, a.mesh.positions, a.end, 0.01, {});
      EXPECT_LT(static_cast<double>(flying_self_pairs(a).size()), 1.6 * static_cast<double>(at_rest))
          << angle;
    }
}

TEST(OverlappingPairs, pairs_depend_neither_on_the_number_of_threads_nor_on_the_order_of_the_tree) {
  const Moving a(test::torus(120, 60, 1, 0.99), 0.02, 4, 0.01);
  set_thread_count(1);
  const std::vector<TrianglePair> expected = self_pairs(a.tree, 0), flying = flying_self_pairs(a);
  EXPECT_GT(expected.size(), 1000U);
  EXPECT_GT(flying.size(), expected.size());
  for (const int threads : {2, 4}) {
    set_thread_count(threads);
    EXPECT_EQ(self_pairs(a.tree, 0), expected);
    EXPECT_EQ(flying_self_pairs(a), flying);
  }
  set_thread_count(0);
  RefitTree other(a.mesh.triangles, test::shaken(a.mesh.positions, 1, 5));
  other.refit(a.mesh.positions, 0.01);
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
  std::vector<TrianglePair> pairs, expected = flying_pairs(a, b);
  std::erase_if(expected, [&](const TrianglePair& pair) { return !is_marked(pair.a); });
  overlapping_pairs(a.flight(), b.flight(), WhichPairs::kMarked, scratch, pairs);
  EXPECT_GT(expected.size(), 10U);
  EXPECT_EQ(pairs, expected);

  expected = flying_self_pairs(a);
  std::erase_if(expected, [&](const TrianglePair& pair) { return !is_marked(pair.a) && !is_marked(pair.b); });
  self_overlaps(a.flight(), WhichPairs::kMarked, scratch, pairs);
  EXPECT_GT(expected.size(), 10U);
  EXPECT_EQ(pairs, expected);

  a.tree.mark({});
  self_overlaps(a.flight(), WhichPairs::kMarked, scratch, pairs);
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
    const Moving none({}, 0, 1, 0.01);
    overlapping_pairs(none.flight(), b.flight(), WhichPairs::kAll, scratch, pairs);
    EXPECT_TRUE(pairs.empty());
  }
}

}  // namespace
}  // namespace sinew
