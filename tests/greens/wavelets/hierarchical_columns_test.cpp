#include "greens/wavelets/hierarchical_columns.h"

#include <gtest/gtest.h>

#include <numeric>

#include "base/error_of.h"
#include "greens/wavelets/compress.h"
#include "greens/wavelets/compression_error.h"
#include "greens/wavelets/round_bodies.h"

namespace sinew {
namespace {

Compression on_levels(double epsilon, Index rank, std::vector<Index> levels) {
  Compression compression;
  compression.columns = {.epsilon = epsilon, .rank = rank};
  compression.levels = std::move(levels);
  return compression;
}

TEST(HierarchicalForces, unit_forces_stay_unit_forces_when_they_are_spread) {
  const ReferenceProblem problem = held_sphere(3);
  const SurfaceWavelets wavelets(problem, {});
  const HierarchicalForces forces(wavelets.domain(), wavelets.integrals(3));
  for (Index l = 0; l <= 3; ++l) {
    const SparseRows spread = forces.spread(l);
    EXPECT_EQ(spread.count(), wavelets.domain().count(l));
    for (Index k = 0; k < spread.count(); ++k) {
      const auto weights = spread.weights_of(k);
      EXPECT_NEAR(std::accumulate(weights.begin(), weights.end(), 0.0), 1, 1e-14);
      EXPECT_GE(*std::min_element(weights.begin(), weights.end()), 0);
      EXPECT_EQ(spread.columns_of(k)[0], k);
    }
  }
}

TEST(HierarchicalForces, a_constant_traction_is_the_same_on_every_level) {
  const ReferenceProblem problem = held_sphere(3);
  const SurfaceWavelets wavelets(problem, {});
  const HierarchicalForces forces(wavelets.domain(), wavelets.integrals(3));
  for (Index l = 0; l < 3; ++l) {
    const SparseRows spread = forces.spread(l);
    std::vector<double> traction(static_cast<std::size_t>(wavelets.count()));
    for (Index k = 0; k < spread.count(); ++k)
      for (std::size_t e = 0; e < spread.columns_of(k).size(); ++e)
        traction[spread.columns_of(k)[e]] += spread.weights_of(k)[e] * forces.integrals(l)[k];
    for (Index j = 0; j < wavelets.count(); ++j) {
      const bool alone = j >= wavelets.domain().counts[0] && wavelets.domain().parents_of(j)[0] < 0 &&
                         wavelets.domain().parents_of(j)[1] < 0;
      if (alone || wavelets.domain().level_of(j) > l + 1) continue;
      EXPECT_NEAR(traction[j] / forces.integrals(3)[j], 1, 1e-13) << "level " << l << ", vertex " << j;
    }
  }
}

TEST(HierarchicalColumns, the_refinement_relation_and_spread_forces_agree_to_rounding) {
  const ReferenceProblem problem = held_sphere(3);
  const DenseResponses dense = smooth_responses(problem);
  for (const Index rank : {0, 12}) {
    const auto refined = compress(dense, problem, on_levels(0, rank, {0, 1, 2, 3}));
    for (const Index level : {0, 1, 2}) {
      const auto direct = compress(dense, problem, on_levels(0, rank, {level}));
      EXPECT_FALSE(direct->has(3));
      EXPECT_LT(compression_error(dense, *refined, level).max, 1e-6);
      EXPECT_LT(compression_error(dense, *direct, level).max, 1e-6);
      const std::span<const float> a = refined->columns(level).blocks, b = direct->columns(level).blocks;
      ASSERT_EQ(a.size(), b.size());
      for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 2e-5);  // blocks are up to 70
    }
  }
}

TEST(HierarchicalColumns, coarser_levels_are_thresholded_themselves) {
  const ReferenceProblem problem = held_sphere(3);
  const DenseResponses dense = smooth_responses(problem);
  const auto compressed = compress(dense, problem, on_levels(0.1, 0, {1, 2, 3}));
  for (const Index level : {1, 2}) {
    EXPECT_GT(compression_factor(*compressed, level), 0.9 * compression_factor(*compressed, 3));
    EXPECT_LT(compression_error(dense, *compressed, level).max, 0.3);  // that of finer columns adds up
  }
}

TEST(HierarchicalColumns, mixed_levels_are_summed_and_extracted_alike) {
  const ReferenceProblem problem = held_sphere(3);
  const DenseResponses dense = smooth_responses(problem);
  const auto compressed = compress(dense, problem, on_levels(0.05, 12, {0, 1, 2, 3}));
  const std::vector<ConstraintPlace> places{{3, 90}, {1, 4}, {2, 33}, {0, 4}};
  const std::vector<Vec3> forces{{1, 0, 2}, {0, -1, 0}, {0.5, 0.5, 3}, {1, 1, 1}};
  std::vector<Index> rows;
  for (const ConstraintPlace& place : places) rows.push_back(place.vertex);
  std::vector<double> C(9 * places.size() * places.size());
  compressed->extract(rows, places, C);
  std::vector<Vec3> u(static_cast<std::size_t>(dense.count()));
  compressed->sum(places, forces, u);
  for (std::size_t r = 0; r < 3 * rows.size(); ++r) {
    double value = 0;
    for (std::size_t c = 0; c < 3 * places.size(); ++c)
      value += C[3 * rows.size() * c + r] * forces[c / 3][static_cast<int>(c % 3)];
    EXPECT_NEAR(value, u[rows[r / 3]][static_cast<int>(r % 3)], 1e-12);
  }
}

TEST(HierarchicalColumns, places_without_a_column_are_refused) {
  const ReferenceProblem problem = held_sphere(2);
  const auto coarse = compress(smooth_responses(problem), problem, on_levels(0.05, 0, {1}));
  std::vector<Vec3> u(static_cast<std::size_t>(coarse->count()));
  const Vec3 force{1, 0, 0};
  const auto reason = [&](const ConstraintPlace& place) {
    return error_of([&] { coarse->sum({&place, 1}, {&force, 1}, u); });
  };
  EXPECT_EQ(reason({1, 3}), "");
  EXPECT_NE(reason({2, 3}).find("no column for vertex 3 of constraint level 2"), std::string::npos);
  EXPECT_NE(reason({1, coarse->count()}).find("of constraint level 1"), std::string::npos);
  EXPECT_NE(reason({-1, 0}).find("of constraint level -1"), std::string::npos);
  const Index rows[] = {0};
  std::vector<double> G(9);
  EXPECT_NE(error_of([&] { coarse->extract(rows, rows, G); }).find("no column for vertex 0"),
            std::string::npos);
}

}  // namespace
}  // namespace sinew
