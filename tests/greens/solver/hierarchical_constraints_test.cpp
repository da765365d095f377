#include "greens/solver/hierarchical_constraints.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "base/error_of.h"
#include "greens/solver/constraint_budget.h"
#include "greens/solver/constraint_set.h"
#include "greens/solver/held_box.h"
#include "greens/solver/patch_constraints.h"
#include "greens/solver/spread_responses.h"

namespace sinew {
namespace {

using test::HeldBox;
using testing::HasSubstr;

// Finer than that of other tests: four levels, 386 vertices.
const HeldBox& fine_box() {
  static const HeldBox box(3);
  return box;
}
const DenseResponses& fine_responses() {
  static const DenseResponses responses = fine_box().responses();
  return responses;
}

Vec3 place(Index free_vertex) { return fine_box().problem.surface.positions[fine_box().free[free_vertex]]; }

// Forces of all levels of the box, and the responses to them.
struct Levels {
  FreeDomain domain = free_domain(fine_box().problem);
  HierarchicalForces forces = HierarchicalForces(domain, free_areas());
  SpreadResponses responses = SpreadResponses(fine_responses(), forces);

  static std::vector<double> free_areas() {
    const std::vector<double> areas = vertex_areas(fine_box().problem.surface);
    std::vector<double> free;
    for (const Index v : fine_box().free) free.push_back(areas[v]);
    return free;
  }
  Index finest() const { return domain.levels(); }
};
const Levels& levels() {
  static const Levels all;
  return all;
}
HierarchicalConstraints constraints_for(Index capacity = 60) {
  return HierarchicalConstraints(levels().responses, levels().domain.counts, capacity);
}

// A ball pressed into the top of the box until it touches a disk: the vertices in the disk and where they go [Hertz].
struct Press {
  std::vector<Index> patch;
  std::vector<Vec3> w;

  Press(const Vec3& centre, double radius) {
    for (Index k = 0; k < fine_box().free_count(); ++k) {
      const double r = distance(place(k), centre) / radius;
      if (place(k).y < 1 - 1e-9 || r >= 1) continue;
      patch.push_back(k), w.push_back({0, -0.02 * (1 - 0.5 * r * r), 0});
    }
  }
  // Those of a level.
  std::pair<std::vector<ConstraintPlace>, std::vector<Vec3>> on(Index level) const {
    std::pair<std::vector<ConstraintPlace>, std::vector<Vec3>> coarse;
    for (std::size_t i = 0; i < patch.size(); ++i)
      if (patch[i] < levels().domain.count(level))
        coarse.first.push_back({level, patch[i]}), coarse.second.push_back(w[i]);
    return coarse;
  }
};

TEST(HierarchicalConstraints, on_the_finest_level_they_are_the_constraints_themselves) {
  const Press press({0.5, 1, 0.5}, 0.25);
  const auto [S, w] = press.on(levels().finest());
  HierarchicalConstraints coarse = constraints_for();
  ASSERT_TRUE(coarse.solve(S, w));
  ConstraintSet fine(fine_responses(), 60, 60);
  for (std::size_t i = 0; i < S.size(); ++i) fine.add({.point = at_vertex(S[i].vertex), .value = w[i]});
  fine.solve(std::vector<Vec3>(S.size()));
  for (std::size_t i = 0; i < S.size(); ++i)
    EXPECT_LT(distance(coarse.forces()[i], fine.force(Index(i))), 1e-10 * norm(coarse.total_force()));
}

TEST(HierarchicalConstraints, one_level_coarser_the_total_force_is_within_five_percent) {
  HierarchicalConstraints constraints = constraints_for();
  for (const double radius : {0.3, 0.45})
    for (const Vec3& centre : {Vec3{0.52, 1, 0.46}, Vec3{0.42, 1, 0.55}, Vec3{0.6, 1, 0.47}}) {
      const Press press(centre, radius);
      const auto [fine, fine_w] = press.on(levels().finest());
      ASSERT_TRUE(constraints.solve(fine, fine_w));
      const Vec3 exact = constraints.total_force();
      const auto [coarse, coarse_w] = press.on(levels().finest() - 1);
      ASSERT_GE(coarse.size(), 3U);
      ASSERT_TRUE(constraints.solve(coarse, coarse_w));
      EXPECT_LT(distance(constraints.total_force(), exact), 0.05 * norm(exact))
          << fine.size() << " vertices, " << coarse.size() << " coarser";
    }
}

TEST(HierarchicalConstraints, mixed_levels_bring_their_vertices_where_they_should_be) {
  const Press press({0.5, 1, 0.5}, 0.4);
  std::vector<ConstraintPlace> S;
  std::vector<Vec3> w;
  for (std::size_t i = 0; i < press.patch.size(); ++i) {
    const Index k = press.patch[i];
    const bool inner = distance(place(k), {0.5, 1, 0.5}) < 0.15;
    if (!inner && k >= levels().domain.count(2)) continue;
    S.push_back({inner ? 3 : 2, k}), w.push_back(press.w[i]);
  }
  HierarchicalConstraints constraints = constraints_for();
  ASSERT_TRUE(constraints.solve(S, w));
  std::vector<Vec3> u(fine_box().free.size());
  levels().responses.sum(constraints.places(), constraints.forces(), u);
  for (std::size_t i = 0; i < S.size(); ++i) EXPECT_LT(distance(u[S[i].vertex], w[i]), 1e-11);
}

TEST(HierarchicalConstraints, only_new_pairs_are_gathered) {
  HierarchicalConstraints constraints = constraints_for(), from_nothing = constraints_for();
  const Press press({0.5, 1, 0.5}, 0.36);
  auto [S, w] = press.on(2);
  const std::vector<ConstraintPlace> first(S.begin() + 1, S.end());
  constraints.solve(first, std::span(w).subspan(1));
  const long long before = constraints.extracted();
  std::swap(S[0], S[2]), std::swap(w[0], w[2]);
  ASSERT_TRUE(constraints.solve(S, w));
  EXPECT_EQ(constraints.extracted() - before, static_cast<long long>(2 * S.size() - 1));
  from_nothing.solve(S, w);
  for (std::size_t i = 0; i < S.size(); ++i) EXPECT_EQ(constraints.forces()[i], from_nothing.forces()[i]);
}

TEST(HierarchicalConstraints, a_vertex_on_two_levels_is_singular_and_gives_no_force) {
  HierarchicalConstraints constraints = constraints_for();
  const ConstraintPlace twice[] = {{2, 5}, {2, 5}};
  const Vec3 w[] = {{0, 0.1, 0}, {0, 0.2, 0}};
  EXPECT_FALSE(constraints.solve(twice, w));
  EXPECT_EQ(norm(constraints.total_force()), 0);
}

TEST(HierarchicalConstraints, invalid_constraints_are_refused) {
  HierarchicalConstraints constraints = constraints_for(1);
  const Vec3 w[2] = {};
  const ConstraintPlace missing[] = {{0, 300}}, no_level[] = {{7, 1}}, many[] = {{2, 1}, {2, 2}};
  EXPECT_EQ(error_of([&] { constraints.solve(missing, w); }),
            "vertex 300 of level 0: a constraint is on a vertex that its level does not have");
  EXPECT_THAT(error_of([&] { constraints.solve(no_level, w); }), HasSubstr("level 7"));
  EXPECT_THAT(error_of([&] { constraints.solve(many, w); }), HasSubstr("2 constraints"));
  EXPECT_THAT(error_of([&] { HierarchicalConstraints none = constraints_for(0); }), HasSubstr("no room"));
}

TEST(PatchConstraints, on_the_finest_level_they_are_the_constraints_themselves) {
  const Press press({0.5, 1, 0.5}, 0.25);
  PatchConstraints patch(fine_responses(), levels().forces, 60);
  ASSERT_TRUE(patch.solve(levels().finest(), press.patch, press.w));
  ConstraintSet fine(fine_responses(), 60, 60);
  for (std::size_t i = 0; i < press.patch.size(); ++i)
    fine.add({.point = at_vertex(press.patch[i]), .value = press.w[i]});
  fine.solve(std::vector<Vec3>(press.patch.size()));
  for (std::size_t i = 0; i < press.patch.size(); ++i)
    EXPECT_LT(distance(patch.forces()[i], fine.force(Index(i))), 1e-10 * norm(patch.total_force()));
}

// Forces of least energy do less work than those that meet all displacements, and the total is near.
TEST(PatchConstraints, one_level_coarser_the_total_force_is_within_five_percent) {
  PatchConstraints patch(fine_responses(), levels().forces, 60);
  const auto work = [&](const Press& press) {
    double sum = 0;
    for (std::size_t i = 0; i < press.w.size(); ++i) sum += dot(press.w[i], patch.forces()[i]);
    return sum;
  };
  for (const double radius : {0.25, 0.3, 0.45})
    for (const Vec3& centre : {Vec3{0.52, 1, 0.46}, Vec3{0.42, 1, 0.55}, Vec3{0.6, 1, 0.47}}) {
      const Press press(centre, radius);
      ASSERT_TRUE(patch.solve(levels().finest(), press.patch, press.w));
      const Vec3 exact = patch.total_force();
      const double exact_work = work(press);
      ASSERT_TRUE(patch.solve(levels().finest() - 1, press.patch, press.w));
      ASSERT_GE(patch.unknowns(), 3);
      EXPECT_LT(distance(patch.total_force(), exact), 0.05 * norm(exact))
          << press.patch.size() << " vertices, " << patch.unknowns() << " coarser";
      EXPECT_LT(work(press), exact_work);
      EXPECT_GT(work(press), 0.9 * exact_work);
    }
}

TEST(PatchConstraints, invalid_patches_are_refused) {
  PatchConstraints patch(fine_responses(), levels().forces, 2);
  const Index missing[] = {1000}, some[] = {1, 2, 3}, fine[] = {300};
  const Vec3 w[3] = {};
  EXPECT_EQ(error_of([&] { patch.solve(2, missing, std::span(w).first(1)); }),
            "vertex 1000: a patch names a free vertex that does not exist");
  EXPECT_THAT(error_of([&] { patch.solve(2, some, w); }), HasSubstr("3 vertices"));
  EXPECT_THAT(error_of([&] { patch.solve(9, fine, std::span(w).first(1)); }), HasSubstr("level 9"));
  EXPECT_THAT(error_of([&] { patch.solve(2, fine, w); }), HasSubstr("as many displacements"));
  EXPECT_FALSE(patch.solve(0, fine, std::span(w).first(1)));
  EXPECT_EQ(norm(patch.total_force()), 0);
}

TEST(ConstraintBudget, a_smaller_budget_takes_a_coarser_level_and_never_fewer_than_three_vertices) {
  const Press press({0.5, 1, 0.5}, 0.36);
  const SolveCosts costs;
  Index last = levels().finest();
  for (double budget = 1e8; budget > 1; budget /= 4) {
    const LevelChoice choice = choose_level(levels().domain.counts, press.patch, budget, costs);
    EXPECT_LE(choice.level, last);
    EXPECT_GE(choice.vertices, 3);
    EXPECT_EQ(choice.within_budget, choice.operations <= budget);
    last = choice.level;
  }
  EXPECT_LT(last, levels().finest());
  EXPECT_EQ(choose_level(levels().domain.counts, press.patch, 1e9, costs).level, levels().finest());
  // 21 to 5 vertices: the factorisation alone is 74 times cheaper.
  EXPECT_GT(predicted_operations(costs, 21, 0), 20 * predicted_operations(costs, 5, 1));
  EXPECT_GT(operations_per_microsecond(), 10);
}

TEST(ConstraintBudget, less_budget_solves_a_patch_with_fewer_vertices_and_about_the_same_force) {
  const Press press({0.52, 1, 0.46}, 0.45);
  const SolveCosts costs;
  HierarchicalConstraints within = constraints_for(), on_level = constraints_for();
  const Index finest = levels().finest();
  Vec3 exact;
  for (const Index level : {finest, finest - 1}) {
    const auto [S, w] = press.on(level);
    const double budget = predicted_operations(costs, static_cast<Index>(S.size()), finest - level);
    const SolvedWithin solved = within.solve_within(budget, costs, press.patch, press.w);
    ASSERT_TRUE(solved.is_solved);
    EXPECT_TRUE(solved.choice.within_budget);
    EXPECT_EQ(solved.choice.level, level);
    ASSERT_EQ(within.places().size(), S.size());
    on_level.solve(S, w);
    for (std::size_t i = 0; i < S.size(); ++i) EXPECT_EQ(within.forces()[i], on_level.forces()[i]);
    if (level == finest) exact = within.total_force();
    EXPECT_LT(distance(within.total_force(), exact), 0.05 * norm(exact));
  }
  // Nothing is cheap enough: the coarsest level with three vertices still gives a force.
  const SolvedWithin least = within.solve_within(1, costs, press.patch, press.w);
  EXPECT_TRUE(least.is_solved);
  EXPECT_FALSE(least.choice.within_budget);
  EXPECT_GE(within.places().size(), 3U);
  EXPECT_GT(dot(within.total_force(), exact), 0);
}

TEST(ConstraintBudget, invalid_patches_are_refused) {
  HierarchicalConstraints constraints = constraints_for(2);
  const Index missing[] = {1000}, many[] = {1, 2, 3};
  const Vec3 w[3] = {};
  EXPECT_EQ(error_of([&] { constraints.solve_within(1e9, {}, missing, std::span(w).first(1)); }),
            "vertex 1000: a patch names a free vertex that does not exist");
  EXPECT_THAT(error_of([&] { constraints.solve_within(1e9, {}, many, std::span(w).first(1)); }),
              HasSubstr("as many displacements"));
  EXPECT_THAT(error_of([&] { constraints.solve_within(1e9, {}, many, w); }), HasSubstr("3 constraints"));
}

}  // namespace
}  // namespace sinew
