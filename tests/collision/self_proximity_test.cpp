#include "collision/self_proximity.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "base/random.h"
#include "collision/closest_points.h"
#include "collision/governed_surfaces.h"
#include "mesh/mean_edge.h"

namespace sinew {
namespace {

using namespace test;

// All triangle pairs, by boxes in double precision; all features that they own; exact distances.
std::vector<FeaturePair> by_brute_force(const SurfaceMesh& rest, const FeatureOwners& owners,
                                        std::span<const Vec3> x, double margin) {
  std::vector<Box3> boxes;
  for (const Triangle& t : rest.triangles) {
    boxes.emplace_back();
    for (const Index v : t) boxes.back().extend(x[v]);
  }
  std::vector<FeaturePair> found;
  const auto look = [&](const FeaturePair& pair) {
    if (closest_points(pair.kind, gather(pair, x, x)).distance < margin &&
        closest_points(pair.kind, gather(pair, rest.positions, rest.positions)).distance > margin)
      found.push_back(pair);
  };
  for (Index i = 0; i < rest.triangle_count(); ++i) {
    const Box3 near = boxes[i].inflated(margin);
    for (Index j = i + 1; j < rest.triangle_count(); ++j) {
      if (!near.overlaps(boxes[j])) continue;
      const Triangle &s = rest.triangles[i], &t = rest.triangles[j];
      if (std::ranges::any_of(s, [&](Index v) { return std::ranges::find(t, v) != t.end(); })) continue;
      for (int a = 0; a < 3; ++a) {
        if (owners.owns_vertex(i, a)) look(vertex_triangle(0, s[a], 0, t));
        if (owners.owns_vertex(j, a)) look(vertex_triangle(0, t[a], 0, s));
        for (int b = 0; owners.owns_edge(i, a) && b < 3; ++b)
          if (owners.owns_edge(j, b)) look(edge_edge(0, {s[a], s[(a + 1) % 3]}, 0, {t[b], t[(b + 1) % 3]}));
      }
    }
  }
  std::ranges::sort(found);
  return found;
}

struct Comparison {
  int contacts = 0, rounds = 0;
};

// SINEW_ROUNDS in the environment asks for more rounds than the usual ones.
Comparison compare(const Solid& solid, double margin, int rounds, std::uint64_t seed) {
  if (const char* more = std::getenv("SINEW_ROUNDS"); more != nullptr) rounds = std::stoi(more);
  SelfProximity proximity(solid.surface, solid.carriers(), margin);
  const std::span<const Vec3> rest = solid.surface.positions;
  const FeatureOwners owners(solid.surface.triangles, solid.surface.vertex_count());
  const std::vector<Vec3> nodes = solid.nodes();
  std::vector<Vec3> x(rest.size());
  Random random(seed);
  Comparison comparison;
  for (; comparison.rounds < rounds && !testing::Test::HasFailure(); ++comparison.rounds) {
    if (solid.meshes.size() > 1) {
      const Governors& governors = proximity.governors();
      const auto level = random.below(static_cast<std::uint32_t>(governors.level_count()));
      proximity.set_front(random.below(3) == 0
                              ? full_front(governors, static_cast<int>(level))
                              : random_front(random, governors, solid.surface.vertex_count()));
    }
    const std::vector<Vec3> now = random_deformation(random, nodes);
    proximity.place({now, now}, now[0]);
    proximity.hash();
    proximity.fit();
    proximity.query();
    for (Index v = 0; v < solid.surface.vertex_count(); ++v) x[v] = proximity.boxes().position(v);
    std::vector<FeaturePair> found;
    for (const FeaturePair& pair : proximity.found())
      if (closest_points(pair.kind, gather(pair, x, x)).distance < margin &&
          closest_points(pair.kind, gather(pair, rest, rest)).distance > margin)
        found.push_back(pair);
    EXPECT_EQ(found, by_brute_force(solid.surface, owners, x, margin)) << "round " << comparison.rounds;
    comparison.contacts += found.empty() ? 0 : 1;
  }
  return comparison;
}

TEST(SelfProximity, a_closing_notch_finds_what_brute_force_finds) {
  const Solid solid = notched_block();
  const Comparison c = compare(solid, 0.1 * mean_edge(solid.surface), 100, 1);
  EXPECT_GT(c.contacts, c.rounds / 10);
}

TEST(SelfProximity, a_folding_fan_finds_what_brute_force_finds) {
  const Solid solid = wedged_block();
  const Comparison c = compare(solid, 0.3 * mean_edge(solid.surface), 100, 2);
  EXPECT_GT(c.contacts, c.rounds / 10);
}

TEST(SelfProximity, random_fronts_of_several_levels_find_what_brute_force_finds) {
  const Solid solid = model_in_meshes("torus", 1200, 900, 3);
  const Comparison c = compare(solid, 0.1 * mean_edge(solid.surface), 60, 3);
  EXPECT_GT(c.contacts, c.rounds / 10);
}

// One corner of an element goes through the opposite face, and its surface with it.
TEST(SelfProximity, an_inverted_element_does_not_hide_what_it_folds) {
  const Solid solid = notched_block();
  const double margin = 0.1 * mean_edge(solid.surface);
  SelfProximity proximity(solid.surface, solid.carriers(), margin);
  const FeatureOwners owners(solid.surface.triangles, solid.surface.vertex_count());
  const std::vector<Vec3> rest = solid.nodes();
  std::vector<Vec3> x(solid.surface.positions.size());
  int folded = 0;
  for (std::size_t node = 0; node < rest.size(); ++node) {
    std::vector<Vec3> now = rest;
    now[node] += 1.7 * (Vec3{3, 1.5, 0.5} - now[node]) / std::max(1.0, norm(Vec3{3, 1.5, 0.5} - now[node]));
    proximity.place({now, now}, {});
    proximity.hash();
    proximity.fit();
    proximity.query();
    for (Index v = 0; v < solid.surface.vertex_count(); ++v) x[v] = proximity.boxes().position(v);
    const auto expected = by_brute_force(solid.surface, owners, x, margin);
    for (const FeaturePair& pair : expected)
      EXPECT_TRUE(std::ranges::binary_search(proximity.found(), pair)) << "node " << node;
    folded += expected.empty() ? 0 : 1;
  }
  EXPECT_GT(folded, 5);
}

TEST(SelfProximity, what_meets_half_way_through_a_step_is_found) {
  const Solid solid = notched_block();
  const double margin = 0.1 * mean_edge(solid.surface);
  SelfProximity proximity(solid.surface, solid.carriers(), margin);
  const FeatureOwners owners(solid.surface.triangles, solid.surface.vertex_count());
  const std::vector<Vec3> nodes = solid.nodes();
  std::vector<Vec3> middle(nodes.size()), x(solid.surface.positions.size());
  Random random(5);
  int met = 0;
  for (int round = 0; round < 40; ++round) {
    // It flies, and is shaken on its way.
    const std::vector<Vec3> start = random_deformation(random, nodes);
    std::vector<Vec3> end = start;
    for (std::size_t n = 0; n < nodes.size(); ++n) {
      end[n] += Vec3{5, 0, 0} + random.in_box({-0.1, -0.1, -0.1}, {0.1, 0.1, 0.1});
      middle[n] = 0.5 * (start[n] + end[n]);
    }
    proximity.place({middle, middle}, {});
    for (Index v = 0; v < solid.surface.vertex_count(); ++v) x[v] = proximity.boxes().position(v);
    proximity.place({start, end}, {});
    proximity.hash();
    proximity.fit();
    proximity.query();
    const auto expected = by_brute_force(solid.surface, owners, x, margin);
    for (const FeaturePair& pair : expected) EXPECT_TRUE(std::ranges::binary_search(proximity.found(), pair));
    met += expected.empty() ? 0 : 1;
  }
  EXPECT_GT(met, 5);
}

TEST(SelfProximity, a_ring_that_is_bent_a_little_is_pruned) {
  const Solid solid = model_in_meshes("torus", 6000, 300, 1);
  SelfProximity proximity(solid.surface, solid.carriers(), 0.1 * mean_edge(solid.surface));
  std::vector<Vec3> nodes = solid.nodes();
  const double size = bounding_box(nodes).diagonal();
  for (Vec3& p : nodes) p.y += 0.2 * p.x * p.x / size, p = Vec3{p.z, p.x, p.y};
  proximity.place({nodes, nodes}, {});
  proximity.hash();
  proximity.fit();
  proximity.query();
  EXPECT_LT(proximity.boxes().counts().leaves, static_cast<Index>(proximity.tree().leaves().size()) / 10);
}

}  // namespace
}  // namespace sinew
