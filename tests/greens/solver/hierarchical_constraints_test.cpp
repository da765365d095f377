#include "greens/solver/hierarchical_constraints.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "base/error_of.h"
#include "greens/solver/constraint_budget.h"
#include "greens/solver/constraint_set.h"
#include "greens/solver/held_box.h"

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
  std::pair<std::vector<LevelVertex>, std::vector<Vec3>> on(const ConstraintLevels& levels,
                                                            Index level) const {
    std::pair<std::vector<LevelVertex>, std::vector<Vec3>> coarse;
    for (std::size_t i = 0; i < patch.size(); ++i)
      if (patch[i] < levels.vertices(level))
        coarse.first.push_back({level, patch[i]}), coarse.second.push_back(w[i]);
    return coarse;
  }
};

TEST(ConstraintLevels, basis_functions_of_each_level_sum_to_the_areas) {
  const ConstraintLevels levels(fine_box().problem);
  ASSERT_EQ(levels.count(), 4);
  EXPECT_EQ(levels.vertices(levels.finest()), fine_box().free_count());
  const std::vector<double> area = vertex_areas(fine_box().problem.surface);
  for (Index l = 0; l < levels.count(); ++l) {
    std::vector<double> sum(fine_box().free.size());
    for (Index k = 0; k < levels.vertices(l); ++k) {
      const auto [vertices, forces] = levels.basis(l, k);
      for (std::size_t v = 0; v < vertices.size(); ++v) sum[vertices[v]] += forces[v];
    }
    for (std::size_t k = 0; k < sum.size(); ++k)
      if (sum[k] != 0 || l > 0) {
        EXPECT_NEAR(sum[k], area[fine_box().free[k]], 1e-15);
      }
  }
}

// phi_[l,k] = sum_j h_kj phi_[l+1,j] [JamesPai03, Eq. 53]
TEST(ConstraintLevels, a_coarser_basis_function_is_the_sum_of_finer_ones) {
  const ConstraintLevels levels(fine_box().problem);
  const ReferenceProblem& problem = fine_box().problem;
  for (Index l = 0; l < levels.finest(); ++l)
    for (Index k = 0; k < levels.vertices(l); ++k) {
      std::vector<double> coarse(fine_box().free.size()), fine(coarse.size());
      const auto add = [&](std::vector<double>& to, Index level, Index j, double weight) {
        const auto [vertices, forces] = levels.basis(level, j);
        for (std::size_t v = 0; v < vertices.size(); ++v) to[vertices[v]] += weight * forces[v];
      };
      add(coarse, l, k, 1);
      add(fine, l + 1, k, 1);
      for (Index j = levels.vertices(l); j < levels.vertices(l + 1); ++j) {
        const auto& [a, b] = problem.levels.parents[fine_box().free[j] - problem.levels.count[0]];
        const int free_parents = !problem.held[a] + !problem.held[b];
        if (a == fine_box().free[k] || b == fine_box().free[k]) add(fine, l + 1, j, 1.0 / free_parents);
      }
      for (std::size_t v = 0; v < coarse.size(); ++v) EXPECT_NEAR(coarse[v], fine[v], 1e-16);
    }
}

TEST(HierarchicalConstraints, on_the_finest_level_they_are_the_constraints_themselves) {
  const ConstraintLevels levels(fine_box().problem);
  const Press press({0.5, 1, 0.5}, 0.25);
  const auto [S, w] = press.on(levels, levels.finest());
  HierarchicalConstraints coarse(fine_responses(), levels, 60);
  ASSERT_TRUE(coarse.solve(S, w));
  ConstraintSet fine(fine_responses(), 60, 60);
  for (std::size_t i = 0; i < S.size(); ++i) fine.add({.point = at_vertex(S[i].vertex), .value = w[i]});
  fine.solve(std::vector<Vec3>(S.size()));
  for (std::size_t i = 0; i < S.size(); ++i)
    EXPECT_LT(distance(levels.area(S[i].level, S[i].vertex) * coarse.tractions()[i], fine.force(Index(i))),
              1e-10 * norm(coarse.total_force()));
}

TEST(HierarchicalConstraints, one_level_coarser_the_total_force_is_within_five_percent) {
  const ConstraintLevels levels(fine_box().problem);
  HierarchicalConstraints constraints(fine_responses(), levels, 60);
  for (const double radius : {0.3, 0.45})
    for (const Vec3& centre : {Vec3{0.52, 1, 0.46}, Vec3{0.42, 1, 0.55}, Vec3{0.6, 1, 0.47}}) {
      const Press press(centre, radius);
      const auto [fine, fine_w] = press.on(levels, levels.finest());
      ASSERT_TRUE(constraints.solve(fine, fine_w));
      const Vec3 exact = constraints.total_force();
      const auto [coarse, coarse_w] = press.on(levels, levels.finest() - 1);
      ASSERT_GE(coarse.size(), 3U);
      ASSERT_TRUE(constraints.solve(coarse, coarse_w));
      EXPECT_LT(distance(constraints.total_force(), exact), 0.05 * norm(exact))
          << fine.size() << " vertices, " << coarse.size() << " coarser";
    }
}

TEST(HierarchicalConstraints, mixed_levels_bring_their_vertices_where_they_should_be) {
  const ConstraintLevels levels(fine_box().problem);
  const Press press({0.5, 1, 0.5}, 0.4);
  std::vector<LevelVertex> S;
  std::vector<Vec3> w;
  for (std::size_t i = 0; i < press.patch.size(); ++i) {
    const Index k = press.patch[i];
    const bool inner = distance(place(k), {0.5, 1, 0.5}) < 0.15;
    if (!inner && k >= levels.vertices(2)) continue;
    S.push_back({inner ? 3 : 2, k}), w.push_back(press.w[i]);
  }
  HierarchicalConstraints constraints(fine_responses(), levels, 60);
  ASSERT_TRUE(constraints.solve(S, w));
  std::vector<Index> vertices;
  std::vector<Vec3> forces, u(fine_box().free.size());
  constraints.forces(vertices, forces);
  fine_responses().sum(vertices, forces, u);
  for (std::size_t i = 0; i < S.size(); ++i) EXPECT_LT(distance(u[S[i].vertex], w[i]), 1e-11);
}

TEST(HierarchicalConstraints, only_new_pairs_are_gathered) {
  const ConstraintLevels levels(fine_box().problem);
  HierarchicalConstraints constraints(fine_responses(), levels, 60),
      from_nothing(fine_responses(), levels, 60);
  const Press press({0.5, 1, 0.5}, 0.36);
  auto [S, w] = press.on(levels, 2);
  const std::vector<LevelVertex> first(S.begin() + 1, S.end());
  constraints.solve(first, std::span(w).subspan(1));
  const long long before = constraints.extracted();
  std::swap(S[0], S[2]), std::swap(w[0], w[2]);
  ASSERT_TRUE(constraints.solve(S, w));
  EXPECT_EQ(constraints.extracted() - before, static_cast<long long>(2 * S.size() - 1));
  from_nothing.solve(S, w);
  for (std::size_t i = 0; i < S.size(); ++i)
    EXPECT_EQ(constraints.tractions()[i], from_nothing.tractions()[i]);
}

TEST(HierarchicalConstraints, a_vertex_on_two_levels_is_singular_and_gives_no_force) {
  const ConstraintLevels levels(fine_box().problem);
  HierarchicalConstraints constraints(fine_responses(), levels, 60);
  const LevelVertex twice[] = {{2, 5}, {2, 5}};
  const Vec3 w[] = {{0, 0.1, 0}, {0, 0.2, 0}};
  EXPECT_FALSE(constraints.solve(twice, w));
  EXPECT_EQ(norm(constraints.total_force()), 0);
}

TEST(HierarchicalConstraints, invalid_constraints_are_refused) {
  const ConstraintLevels levels(fine_box().problem);
  HierarchicalConstraints constraints(fine_responses(), levels, 1);
  const Vec3 w[2] = {};
  const LevelVertex missing[] = {{0, 300}}, no_level[] = {{7, 1}}, many[] = {{2, 1}, {2, 2}};
  EXPECT_EQ(error_of([&] { constraints.solve(missing, w); }),
            "vertex 300 of level 0: a constraint is on a vertex that its level does not have");
  EXPECT_THAT(error_of([&] { constraints.solve(no_level, w); }), HasSubstr("level 7"));
  EXPECT_THAT(error_of([&] { constraints.solve(many, w); }), HasSubstr("2 constraints"));
  EXPECT_THAT(error_of([&] { HierarchicalConstraints none(fine_responses(), levels, 0); }),
              HasSubstr("no room"));
}

TEST(ConstraintBudget, a_smaller_budget_takes_a_coarser_level_and_never_fewer_than_three_vertices) {
  const ConstraintLevels levels(fine_box().problem);
  const Press press({0.5, 1, 0.5}, 0.36);
  const SolveCosts costs;
  Index last = levels.finest();
  for (double budget = 1e8; budget > 1; budget /= 4) {
    const LevelChoice choice = choose_level(levels, press.patch, budget, costs);
    EXPECT_LE(choice.level, last);
    EXPECT_GE(choice.vertices, 3);
    EXPECT_EQ(choice.within_budget, choice.operations <= budget);
    last = choice.level;
  }
  EXPECT_LT(last, levels.finest());
  EXPECT_EQ(choose_level(levels, press.patch, 1e9, costs).level, levels.finest());
  // 21 to 5 vertices: the factorisation alone is 74 times cheaper.
  EXPECT_GT(predicted_operations(costs, 21, 0), 20 * predicted_operations(costs, 5, 1));
  EXPECT_GT(operations_per_microsecond(), 10);
}

}  // namespace
}  // namespace sinew
