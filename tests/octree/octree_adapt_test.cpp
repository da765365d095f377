#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "base/parallel.h"
#include "base/random.h"
#include "body/contact_side.h"
#include "octree/grid/cell_wishes.h"
#include "octree/octree_bodies.h"
#include "octree/octree_momentum.h"
#include "sinew/base/error.h"
#include "stepping/rigid_momentum.h"

namespace sinew {
namespace {

using test::momentum_of;
using test::same_bits;

constexpr double kStep = 0.01;
const MovingParts kNothingMoves = {};

OctreeBodyModel adaptive_box(const std::array<Index, 3>& voxels, double spacing, const Material& material) {
  OctreeBodyModel model = test::box_model(voxels, spacing, material);
  model.adaptive = OctreeAdaptivity{.every = 1, .wait = 2};
  return model;
}

ElasticParams params() {
  return test::octree_params(Strain::kCorotated, Integrator::kBackwardEuler, SolverMethod::kMultigridCg,
                             1e-8);
}

void step(OctreeBody& body, int count, const MovingParts& moving = kNothingMoves) {
  for (int k = 0; k < count; ++k) {
    body.adapt(kStep, moving);
    body.predict(k * kStep, kStep);
    body.commit();
  }
}

// All blocks split, all of some at random, or none.
CellWishes random_wishes(const OctreeBody& body, Random& random, int share) {
  const LinkedVoxels& voxels = body.rest().grid.voxels;
  CellWishes wishes(voxels.bricks().size());
  for (Index b = 0; b < static_cast<Index>(voxels.bricks().size()); ++b) {
    const LatticePoint lower = kBrickSide * voxels.bricks()[b].place;
    for (int level = 1; level <= kBrickLevel; ++level)
      for (int z = 0; z < kBrickSide; z += 1 << level)
        for (int y = 0; y < kBrickSide; y += 1 << level)
          for (int x = 0; x < kBrickSide; x += 1 << level) {
            const LatticePoint at = lower + LatticePoint{x, y, z};
            if (static_cast<int>(random.below(100)) < share)
              wishes.split(b, {static_cast<std::uint16_t>(at.x), static_cast<std::uint16_t>(at.y),
                               static_cast<std::uint16_t>(at.z), static_cast<std::uint8_t>(level)});
          }
  }
  return wishes;
}

double tip_sag(const OctreeBody& body, const Vec3& tip) {
  const BodyFrame frame = test::frame_of(body);
  const std::vector<Vec3>& rest = body.rest().positions;
  for (std::size_t v = 0; v < rest.size(); ++v)
    if (distance(rest[v], tip) < 1e-9) return rest[v].y - frame.positions[v].y;
  ADD_FAILURE() << "no vertex at the tip";
  return 0;
}

double static_sag(std::optional<OctreeAdaptivity> adaptive, int coarsest) {
  OctreeBodyModel model = test::held_box({32, 8, 8}, 1.0 / 32, {1e6, 0.4, 1000});
  model.coarsest = coarsest;
  model.adaptive = adaptive;
  model.forces = {Gravity{{0, -1, 0}}};
  OctreeBody body("bar", model, test::octree_params(Strain::kCorotated, Integrator::kStatic));
  test::take_steps(body, 1, 1);
  return tip_sag(body, {1, 0.25, 0.25});
}

TEST(AdaptiveOctree, of_large_cells_sags_like_the_fine_grid) {
  const double fine = static_sag({}, 0);
  for (const int coarsest : {1, 2}) EXPECT_NEAR(static_sag(OctreeAdaptivity{}, coarsest), fine, 0.05 * fine);
}

TEST(AdaptiveOctree, keeps_both_momenta_when_its_cells_change) {
  OctreeBody body("bar", adaptive_box({24, 16, 8}, 1.0 / 24, {1e5, 0.3, 1000}), params());
  test::set_state(body, "velocity", [](const Vec3& x) {
    return Vec3{0.4, 0.1, -0.2} + cross(Vec3{0.3, -0.5, 2}, x - Vec3{0.5, 0.25, 0.25});
  });
  Random random(3);
  int changes = 0;
  for (int k = 0; k < 20; ++k) {
    body.predict(k * kStep, kStep);
    body.commit();
    const Momentum before = momentum_of(body);
    changes += body.change_cells(random_wishes(body, random, k % 2 == 0 ? 30 : 2));
    const Momentum after = momentum_of(body);
    EXPECT_LT(distance(after.linear, before.linear), 1e-10 * norm(before.linear));
    EXPECT_LT(distance(after.angular, before.angular), 1e-10 * norm(before.angular));
  }
  EXPECT_EQ(changes, 20);
  EXPECT_GT(body.front_tally().momentum_given, 0);
  EXPECT_LT(body.front_tally().momentum_given, 0.5);
}

TEST(AdaptiveOctree, that_is_refined_and_merged_at_rest_has_the_same_bits) {
  OctreeBody body("bar", adaptive_box({24, 16, 8}, 1.0 / 24, {1e5, 0.3, 1000}), params());
  const BodyState before = body.state();
  const LinkedVoxels& voxels = body.rest().grid.voxels;
  Random random(4);
  ASSERT_TRUE(body.change_cells(random_wishes(body, random, 30)));
  ASSERT_TRUE(body.change_cells(CellWishes(voxels.bricks().size())));
  const BodyState after = body.state();
  ASSERT_EQ(after.size(), before.size());
  for (std::size_t k = 0; k < after.size(); ++k)
    EXPECT_EQ(after[k].values, before[k].values) << after[k].name;
}

// Vertices between those that stay when cells are merged are off by this much: a surface that bristles.
constexpr double kBristle = 0.002;

void make_bristle(OctreeBody& body) {
  Random random(6);
  body.change_cells(random_wishes(body, random, 101));
  test::set_state(body, "displacement", [](const Vec3& x) {
    const auto is_odd = [](double t) { return std::lround(16 * t) % 2 != 0; };
    return Vec3{0, is_odd(x.x) || is_odd(x.y) || is_odd(x.z) ? kBristle : 0, 0};
  });
}

OctreeBodyModel unit_box() { return adaptive_box({16, 16, 16}, 1.0 / 16, {1e5, 0.3, 1000}); }

std::vector<Vec3> contact_vertices(OctreeBody& body) {
  std::vector<Vec3> vertices(body.contact_side()->contact_surface()->rest.size());
  body.contact_side()->vertices_at_start(vertices);
  return vertices;
}

TEST(AdaptiveOctree, merges_no_cells_whose_surface_would_cross_something) {
  OctreeBody body("box", unit_box(), params());
  make_bristle(body);
  const std::vector<Vec3> before = contact_vertices(body);
  const std::vector<Vec3> rest = body.contact_side()->contact_surface()->rest;
  const auto moved = [&](std::span<const Vec3> places, std::size_t v) {
    return distance(places[v], before[v]) > 1e-9;
  };
  int asked = 0;
  const JumpCheck crosses = [&](std::span<const Vec3> places, std::vector<Index>& vertices) {
    ++asked;
    ASSERT_EQ(places.size(), before.size());
    for (std::size_t v = 0; v < places.size(); ++v)
      if (rest[v].x < 0.3 && moved(places, v)) vertices.push_back(static_cast<Index>(v));
  };
  const CellWishes coarse(body.rest().grid.voxels.bricks().size());
  ASSERT_TRUE(body.change_cells(coarse, crosses));
  EXPECT_EQ(asked, 2);
  const std::vector<Vec3> after = contact_vertices(body);
  double farthest = 0;
  for (std::size_t v = 0; v < after.size(); ++v) {
    EXPECT_FALSE(rest[v].x < 0.3 && moved(after, v)) << v;
    farthest = std::max(farthest, distance(after[v], before[v]));
  }
  EXPECT_GT(farthest, 0.5 * kBristle);
}

TEST(AdaptiveOctree, merges_nothing_if_that_does_not_help) {
  OctreeBody body("box", unit_box(), params());
  make_bristle(body);
  const std::vector<CellPlace> before = body.rest().grid.cells.places;
  const JumpCheck always = [](std::span<const Vec3>, std::vector<Index>& vertices) { vertices.push_back(0); };
  EXPECT_FALSE(body.change_cells(CellWishes(body.rest().grid.voxels.bricks().size()), always));
  EXPECT_EQ(body.rest().grid.cells.places, before);
}

TEST(AdaptiveOctree, moves_rigidly_whatever_its_cells_do) {
  OctreeBody body("bar", adaptive_box({24, 16, 8}, 1.0 / 24, {1e5, 0.3, 1000}), params());
  const Vec3 drift{0.3, 0.2, -0.1};
  test::set_state(body, "velocity", [&](const Vec3&) { return drift; });
  Random random(5);
  for (int k = 0; k < 10; ++k) {
    body.change_cells(random_wishes(body, random, 20));
    body.predict(k * kStep, kStep);
    body.commit();
  }
  const BodyFrame frame = test::frame_of(body);
  for (std::size_t v = 0; v < frame.positions.size(); ++v)
    EXPECT_LT(distance(frame.positions[v], body.rest().positions[v] + 0.1 * drift), 1e-7);
}

// A bar that is held at one end and bends under its weight, then without it.
TEST(AdaptiveOctree, splits_where_it_bends_and_merges_where_it_rests) {
  OctreeBodyModel model = adaptive_box({32, 8, 8}, 1.0 / 32, {1e6, 0.3, 1000});
  model.holds.push_back({test::left_of(1e-9), {}});
  Gravity weight{{0, -9.81, 0}};
  weight.during.until = 0.6;
  model.forces = {weight};
  OctreeBody body("bar", model, params());
  const Index before = body.measure().elements;
  for (int k = 0; k < 60; ++k) {
    body.adapt(kStep, kNothingMoves);
    body.predict(k * kStep, kStep);
    body.commit();
  }
  const Index bent = body.measure().elements;
  EXPECT_GT(bent, before + 20);
  // Long steps damp what is left.
  const double longer = 5 * kStep;
  for (int k = 0; k < 200; ++k) {
    body.adapt(longer, kNothingMoves);
    body.predict(0.6 + k * longer, longer);
    body.commit();
  }
  EXPECT_LT(body.measure().elements, before + 20);
  EXPECT_GT(body.front_tally().merged, 0);
}

TEST(AdaptiveOctree, keeps_to_its_budget) {
  OctreeBodyModel model = adaptive_box({32, 8, 8}, 1.0 / 32, {1e5, 0.3, 1000});
  model.forces = {Gravity{{0, -9.81, 0}}};
  model.holds.push_back({test::left_of(1e-9), {}});
  model.adaptive->most_cells = 260;
  OctreeBody body("bar", model, params());
  step(body, 60);
  EXPECT_LE(body.measure().elements, 260);
  EXPECT_GT(body.front_tally().split, 0);
}

// As by the slider of the window.
TEST(AdaptiveOctree, takes_another_budget_while_it_moves) {
  OctreeBodyModel model = adaptive_box({32, 8, 8}, 1.0 / 32, {1e5, 0.3, 1000});
  model.forces = {Gravity{{0, -9.81, 0}}};
  model.holds.push_back({test::left_of(1e-9), {}});
  model.adaptive->most_cells = 260;
  OctreeBody body("bar", model, params());
  step(body, 20);
  const Index before = body.measure().elements;
  const std::vector<Tunable> tunables = body.tunables();
  const auto budget = std::ranges::find(tunables, "most cells", &Tunable::name);
  ASSERT_NE(budget, tunables.end());
  EXPECT_EQ(budget->value, 260);
  EXPECT_EQ(budget->most, 32 * 8 * 8);
  body.tune("most cells", 600);
  step(body, 40);
  EXPECT_GT(body.measure().elements, before + 50);
  EXPECT_LE(body.measure().elements, 600);
  EXPECT_THROW(body.tune("most cells", 1e6), Error);
}

TEST(AdaptiveOctree, splits_under_a_tool_before_it_is_touched) {
  OctreeBody body("bar", adaptive_box({32, 8, 8}, 1.0 / 32, {1e5, 0.3, 1000}), params());
  const MovingParts tool = [](double, std::vector<Box3>& boxes) {
    boxes.push_back({{0.48, 0.251, 0.1}, {0.52, 0.3, 0.15}});
  };
  ASSERT_EQ(body.measure().elements, 4);
  body.adapt(kStep, tool);
  const OctreeGrid& grid = body.rest().grid;
  EXPECT_EQ(grid.cells.places[grid.cells.at(grid.voxels, {16, 7, 4})].level, 0);
  EXPECT_GT(grid.cells.places[grid.cells.at(grid.voxels, {0, 0, 0})].level, 0);
  step(body, 10);
  EXPECT_EQ(body.measure().elements, 4);
}

TEST(AdaptiveOctree, goes_on_with_the_same_bits_from_a_state) {
  OctreeBodyModel model = adaptive_box({32, 8, 8}, 1.0 / 32, {1e5, 0.3, 1000});
  model.holds.push_back({test::left_of(1e-9), {}});
  model.forces = {Gravity{{0, -9.81, 0}}};
  OctreeBody one("bar", model, params()), other("bar", model, params());
  step(one, 12);
  other.restore(one.state());
  EXPECT_TRUE(same_bits(other.state(), one.state()));
  step(one, 6), step(other, 6);
  EXPECT_TRUE(same_bits(other.state(), one.state()));
}

TEST(AdaptiveOctree, has_the_same_bits_for_1_2_and_4_threads) {
  BodyState one;
  for (const int threads : {1, 2, 4}) {
    set_thread_count(threads);
    OctreeBodyModel model = adaptive_box({32, 8, 8}, 1.0 / 32, {1e5, 0.3, 1000});
    model.holds.push_back({test::left_of(1e-9), {}});
    model.forces = {Gravity{{0, -9.81, 0}}};
    OctreeBody body("bar", model, params());
    step(body, 10);
    if (threads == 1) one = body.state();
    EXPECT_TRUE(same_bits(body.state(), one)) << threads;
  }
  set_thread_count(0);
}

TEST(AdaptiveOctree, is_cut_and_refined_in_any_order_without_losing_momentum) {
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    OctreeBody body("bar", adaptive_box({24, 16, 16}, 1.0 / 24, {1e5, 0.3, 1000}), params());
    test::set_state(body, "velocity", [](const Vec3& x) { return cross(Vec3{0.3, -0.5, 2}, x); });
    const Momentum before = momentum_of(body);
    Random random(seed);
    for (int k = 0; k < 6; ++k) {
      if (random.below(2) == 0)
        body.cut(test::wall_at(random.uniform(0.1, 0.9), {0, random.uniform(-1, 0.3), -5}, {0, 5, 5}));
      else
        body.change_cells(random_wishes(body, random, static_cast<int>(random.below(30))));
    }
    const Momentum after = momentum_of(body);
    EXPECT_LT(distance(after.linear, before.linear), 1e-10 * norm(before.linear)) << seed;
    EXPECT_LT(distance(after.angular, before.angular), 1e-10 * norm(before.angular)) << seed;
    step(body, 3);
    for (const Vec3& p : test::frame_of(body).positions) ASSERT_LT(norm(p), 10) << seed;
  }
}

TEST(AdaptiveOctree, that_is_cut_while_coarse_is_cut_like_a_fine_one) {
  OctreeBodyModel fine_model = test::box_model({24, 16, 16}, 1.0 / 24, {1e5, 0.3, 1000});
  fine_model.coarsest = 0;
  OctreeBody coarse("bar", adaptive_box({24, 16, 16}, 1.0 / 24, {1e5, 0.3, 1000}), params());
  OctreeBody fine("bar", fine_model, params());
  const Blade wall = test::wall_at(0.53, {0, 0.21, -5}, {0, 5, 5});
  ASSERT_TRUE(coarse.cut(wall));
  ASSERT_TRUE(fine.cut(wall));
  const LinkedVoxels &a = coarse.rest().grid.voxels, &b = fine.rest().grid.voxels;
  EXPECT_EQ(a.bricks(), b.bricks());
  ASSERT_EQ(a.cut_links().size(), b.cut_links().size());
  for (std::size_t k = 0; k < a.cut_links().size(); ++k) {
    EXPECT_NEAR(a.cut_links()[k].lower.distance, b.cut_links()[k].lower.distance, 1e-5);
    EXPECT_NEAR(a.cut_links()[k].upper.distance, b.cut_links()[k].upper.distance, 1e-5);
  }
}

TEST(AdaptiveOctree, refuses_thresholds_that_cannot_be) {
  OctreeBodyModel model = adaptive_box({8, 8, 8}, 1, {1e5, 0.3, 1000});
  model.adaptive->merge_below = model.adaptive->split_above;
  try {
    OctreeBody("bar", model, params());
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("cells are merged below"));
    EXPECT_EQ(error.where(), "adaptive");
  }
}

TEST(AdaptiveOctree, refuses_to_show_the_faces_of_its_cells) {
  OctreeBodyModel model = adaptive_box({8, 8, 8}, 1, {1e5, 0.3, 1000});
  model.surface = OctreeSurface::kCells;
  EXPECT_THROW(OctreeBody("bar", model, params()), Error);
}

}  // namespace
}  // namespace sinew
