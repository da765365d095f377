#include "linalg/cholesky/multifrontal.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "linalg/cholesky/front_elimination.h"
#include "linalg/sparse_systems.h"

namespace sinew {
namespace {

TEST(Multifrontal, factors_other_values_in_the_same_memory_and_order) {
  const BlockPattern pattern = test::box_pattern(7, 7, 7);
  Multifrontal fronts;
  fronts.analyse(pattern, best_instruction_set());
  const double* memory = fronts.last_front().panel;
  const std::vector<Index> order = fronts.tree().row_at;
  for (const double hold : {0.05, 0.5}) {
    ASSERT_TRUE(fronts.factor(test::elastic_box<double>(pattern, 7, 7, 7, hold), {}));
    EXPECT_EQ(fronts.last_front().panel, memory);
    EXPECT_EQ(fronts.tree().row_at, order);
  }
}

TEST(Multifrontal, branches_and_trunk_have_every_front_once) {
  const BlockPattern pattern = test::box_pattern(12, 12, 12);
  Multifrontal fronts;
  fronts.analyse(pattern, best_instruction_set());
  std::vector<int> times(fronts.tree().fronts.size(), 0);
  for (const FrontSchedule::Branch& branch : fronts.schedule().branches)
    for (Index f = branch.begin; f < branch.end; ++f) ++times[f];
  for (const Index f : fronts.schedule().trunk) ++times[f];
  EXPECT_EQ(times, std::vector<int>(times.size(), 1));
  EXPECT_GT(fronts.schedule().branches.size(), 4U);
}

// A random front, eliminated by kernels of each set and by Eigen.
TEST(FrontElimination, equals_dense_algebra_for_every_instruction_set) {
  for (const auto& [columns, reached] : {std::array{1, 0}, {1, 1}, {5, 9}, {32, 0}, {33, 40}, {70, 31}}) {
    const Index n = 3 * (columns + reached), c = 3 * columns;
    Eigen::MatrixXd A = Eigen::MatrixXd::Zero(n, n);
    Random random(1);
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j <= i; ++j) A(i, j) = A(j, i) = i == j ? 2.0 * n : random.uniform(-1, 1);
    const Eigen::MatrixXd L11 = A.topLeftCorner(c, c).llt().matrixL();
    Eigen::MatrixXd rest;
    if (reached > 0)
      rest = A.bottomRightCorner(n - c, n - c) -
             A.bottomLeftCorner(n - c, c) * A.topLeftCorner(c, c).llt().solve(A.topRightCorner(c, n - c));
    for (const InstructionSet set : supported_instruction_sets()) {
      const FrontKernels& kernels = front_kernels_for(set);
      const FrontLayout layout{columns, columns + reached, kernels.lanes};
      std::vector<double> panel(layout.panel_size(), 0), left(layout.rest_size(), 0);
      const auto place = [&](Index i, Index j) -> double& {
        const std::size_t within = layout.tile_rows() * (j % 3) + i % 3;
        return j < c ? panel[layout.in_panel(i / 3, j / 3) + within]
                     : left[layout.in_rest(i / 3, j / 3) + within];
      };
      for (Index i = 0; i < n; ++i)
        for (Index j = 0; j <= i; ++j) place(i, j) = A(i, j);
      ASSERT_TRUE(eliminate(kernels, layout.front(panel.data(), left.data())));
      for (Index i = 0; i < n; ++i)
        for (Index j = 0; j <= i; ++j) {
          const double value = i == j && j < c ? 1 / place(i, j) : place(i, j);
          if (i >= c && j < c) continue;
          EXPECT_NEAR(value, i < c ? L11(i, j) : rest(i - c, j - c), 1e-11) << name(set);
        }
    }
  }
}

}  // namespace
}  // namespace sinew
