#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "base/random.h"
#include "greens/solver/global_solution.h"
#include "greens/solver/held_box.h"
#include "greens/solver/hierarchical_constraints.h"
#include "greens/wavelets/compress.h"

namespace sinew {
namespace {

using test::box_responses;
using test::held_box;

std::unique_ptr<CompressedResponses> compressed_box(double epsilon, Index rank,
                                                    std::vector<Index> levels = {}) {
  Compression compression;
  compression.columns.epsilon = epsilon, compression.columns.rank = rank;
  compression.levels = std::move(levels);
  return compress(box_responses(), held_box().problem, compression);
}

// Some neighbours, pressed in by different depths.
template <typename F>
void for_random_sets(F&& f) {
  Random random(1);
  for (int trial = 0; trial < 40; ++trial) {
    std::vector<Constraint> set;
    const auto first = random.below(static_cast<std::uint32_t>(held_box().free_count() - 12));
    for (Index k = 0; k < 12; ++k)
      set.push_back({.point = at_vertex(static_cast<Index>(first) + k),
                     .value = random.in_box({-0.1, -0.1, -0.1}, {0.1, 0.1, 0.1})});
    f(set);
  }
}

// The matrix that is solved with is positive definite whatever the columns have lost: forces do positive work.
TEST(CompressedConstraints, what_is_solved_is_positive_definite_whatever_the_threshold) {
  for (const double epsilon : {0.05, 0.2, 0.6}) {
    const auto responses = compressed_box(epsilon, 0);
    for_random_sets([&](std::span<const Constraint> set) {
      ConstraintSet constraints(*responses, 12, 12);
      for (const Constraint& c : set) constraints.add(c);
      const CapacitanceMatrix& matrix = constraints.matrix();
      EXPECT_GE(matrix.size(), 30);
      const auto n = static_cast<std::size_t>(matrix.size());
      std::vector<double> w(n), x(n);
      Random random(2);
      for (int load = 0; load < 20; ++load) {
        for (double& value : w) value = random.uniform(-1, 1);
        matrix.solve(w, x);
        double work = 0;
        for (std::size_t i = 0; i < n; ++i) work += w[i] * x[i];
        EXPECT_GT(work, 0);
      }
      EXPECT_LT(matrix.drift(constraints.compliance().C()), 1e-9);
    });
  }
}

TEST(CompressedConstraints, forces_are_near_those_of_exact_responses) {
  const auto responses = compressed_box(0.02, 24);
  for_random_sets([&](std::span<const Constraint> set) {
    ConstraintSet exact(box_responses(), 12, 12), near(*responses, 12, 12);
    for (const Constraint& c : set) exact.add(c), near.add(c);
    const std::vector<Vec3> none(12);
    exact.solve(none), near.solve(none);
    double error = 0, scale = 0;
    for (Index id = 0; id < 12; ++id) {
      error = std::max(error, distance(exact.force(id), near.force(id)));
      scale = std::max(scale, norm(exact.force(id)));
    }
    EXPECT_LT(error, 0.05 * scale);
  });
}

// Step 8 of [JamesPai03, sec. 5.4]: the surface that is drawn does not leave the tool.
TEST(CompressedConstraints, the_surface_goes_where_constraints_say) {
  const auto responses = compressed_box(0.2, 0);
  GlobalSolution global(*responses);
  std::vector<Vec3> u(held_box().free.size());
  for_random_sets([&](std::span<const Constraint> set) {
    ConstraintSet constraints(*responses, 12, 12);
    for (const Constraint& c : set) constraints.add(c);
    global.solve(constraints, {});
    global.displacements(constraints, {}, u);
    for (Index id = 0; id < constraints.size(); ++id)
      EXPECT_LT(distance(value_at(constraints.point(id), u), constraints.value(id)), 1e-14);
  });
}

TEST(CompressedConstraints, columns_of_coarser_levels_meet_constraints_of_mixed_levels) {
  const auto responses = compressed_box(0.0, 0, {1, 2});
  const Index finest = responses->finest();
  HierarchicalConstraints constraints(*responses, responses->wavelets().domain().counts, 10);
  const std::vector<ConstraintPlace> S = {{finest, 40}, {finest - 1, 3}, {finest, 20}, {finest - 1, 10}};
  const std::vector<Vec3> w = {{0.1, 0, 0}, {0, 0.1, 0}, {0, 0, 0.1}, {0.1, 0.1, 0}};
  ASSERT_TRUE(constraints.solve(S, w));
  std::vector<Vec3> u(held_box().free.size());
  responses->sum(constraints.places(), constraints.forces(), u);
  for (std::size_t i = 0; i < S.size(); ++i) EXPECT_LT(distance(u[S[i].vertex], w[i]), 1e-10);
}

}  // namespace
}  // namespace sinew
