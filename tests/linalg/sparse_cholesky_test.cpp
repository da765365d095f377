#include "linalg/sparse_cholesky.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <Eigen/SparseCholesky>

#include <limits>

#include "base/error_of.h"
#include "linalg/direct_solver.h"
#include "linalg/scalar_entries.h"
#include "linalg/sparse_systems.h"
#include "sinew/base/process.h"

namespace sinew {
namespace {

using test::flat;
using test::largest_difference;

template <typename Real>
Eigen::MatrixXd eigen_dense(const BlockMatrix<Real>& A) {
  const auto D = test::dense(A);
  Eigen::MatrixXd M(D.size(), D.size());
  for (std::size_t i = 0; i < D.size(); ++i)
    for (std::size_t j = 0; j < D.size(); ++j) M(i, j) = D[i][j];
  return M;
}

Eigen::VectorXd eigen_vector(const BlockVector<double>& b) {
  const std::vector<double> v = test::flat(b);
  return Eigen::Map<const Eigen::VectorXd>(v.data(), static_cast<Eigen::Index>(v.size()));
}

// The slow twins: dense Cholesky, and Eigen's simplicial one.
template <typename Real>
std::vector<double> dense_solution(const BlockMatrix<Real>& A, const BlockVector<double>& b) {
  const Eigen::VectorXd x = eigen_dense(A).llt().solve(eigen_vector(b));
  return {x.data(), x.data() + x.size()};
}
template <typename Real>
Eigen::SparseMatrix<double> eigen_sparse(const BlockMatrix<Real>& A) {
  const std::vector<ScalarEntry> entries = scalar_entries(A);
  Eigen::SparseMatrix<double> M(3 * A.rows(), 3 * A.rows());
  M.setFromTriplets(entries.begin(), entries.end());
  return M;
}
template <typename Real>
std::vector<double> simplicial_solution(const BlockMatrix<Real>& A, const BlockVector<double>& b) {
  const Eigen::SimplicialLLT<Eigen::SparseMatrix<double>> simplicial(eigen_sparse(A));
  const Eigen::VectorXd x = simplicial.solve(eigen_vector(b));
  return {x.data(), x.data() + x.size()};
}

template <typename Real>
std::vector<double> solution(const BlockMatrix<Real>& A, const BlockVector<double>& b,
                             InstructionSet set = best_instruction_set()) {
  SparseCholesky cholesky(set);
  EXPECT_TRUE(cholesky.factor(A));
  BlockVector<double> x = b;
  std::vector<double> work;
  cholesky.solve<double>(x, x, work);
  return flat(x);
}

template <typename Real>
void expect_equals_twins(const BlockMatrix<Real>& A) {
  const auto b = test::random_vector<double>(A.rows(), 3);
  const std::vector<double> slow = dense_solution(A, b), sparse = simplicial_solution(A, b);
  for (const InstructionSet set : supported_instruction_sets()) {
    const std::vector<double> x = solution(A, b, set);
    EXPECT_LT(largest_difference(x, slow), 1e-10) << name(set);
    EXPECT_LT(largest_difference(x, sparse), 1e-10) << name(set);
  }
}

TEST(SparseCholesky, equals_dense_and_simplicial_cholesky_on_random_patterns) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    for (const Index rows : {7, 40, 130, 260}) {
      const BlockPattern pattern = test::random_pattern(rows, 2 * rows, seed);
      expect_equals_twins(test::random_definite<double>(pattern, seed));
    }
  }
}

TEST(SparseCholesky, equals_dense_and_simplicial_cholesky_on_elastic_boxes) {
  for (const auto& [nx, ny, nz] : {std::array{1, 1, 1}, {3, 3, 3}, {6, 6, 6}, {40, 1, 1}, {12, 11, 1}}) {
    const BlockPattern pattern = test::box_pattern(nx, ny, nz);
    expect_equals_twins(test::elastic_box<double>(pattern, nx, ny, nz, 0.05));
    expect_equals_twins(test::elastic_box<float>(pattern, nx, ny, nz, 0.05));
  }
}

TEST(SparseCholesky, solves_parts_that_are_not_connected) {
  // Two chains, and rows that are coupled to nothing between and after them.
  std::vector<Index> elements;
  for (Index i = 0; i + 2 < 150; ++i) elements.insert(elements.end(), {i, i + 1, i + 2});
  for (Index i = 160; i + 2 < 300; ++i) elements.insert(elements.end(), {i, i + 1, i + 2});
  expect_equals_twins(test::random_definite<double>(pattern_of_elements(310, elements, 3), 5));
  expect_equals_twins(test::random_definite<double>(pattern_of_elements(200, {}, 3), 5));
}

TEST(SparseCholesky, takes_a_single_row_and_none_at_all) {
  expect_equals_twins(test::random_definite<double>(pattern_of_elements(1, {}, 2), 5));
  const BlockPattern empty = pattern_of_elements(0, {}, 2);
  EXPECT_TRUE(solution(BlockMatrix<double>(empty), {}).empty());
}

TEST(SparseCholesky, solves_where_every_row_is_coupled_to_every_other) {
  std::vector<Index> elements;
  for (Index i = 0; i < 140; ++i)
    for (Index j = 0; j < i; ++j) elements.insert(elements.end(), {i, j});
  expect_equals_twins(test::random_definite<double>(pattern_of_elements(140, elements, 2), 5));
}

TEST(SparseCholesky, a_block_of_columns_and_a_panel_give_what_single_columns_give) {
  const BlockPattern pattern = test::box_pattern(5, 4, 6);
  const auto A = test::elastic_box<double>(pattern, 5, 4, 6, 0.05);
  const auto n = static_cast<std::size_t>(A.rows());
  constexpr Index kColumns = 37;
  for (const InstructionSet set : supported_instruction_sets()) {
    SparseCholesky cholesky(set);
    ASSERT_TRUE(cholesky.factor(A));
    std::vector<double> X, work;
    Panel<double> panel(n);
    for (Index c = 0; c < kColumns; ++c) {
      const auto b = test::random_vector<double>(A.rows(), c);
      const std::vector<double> column = flat(b);
      X.insert(X.end(), column.begin(), column.end());
      if (c >= kSides) continue;
      for (std::size_t i = 0; i < n; ++i)
        panel[i].x[c] = b[i].x, panel[i].y[c] = b[i].y, panel[i].z[c] = b[i].z;
    }
    cholesky.solve_columns(X);
    cholesky.solve<double>(panel, panel, work);
    for (Index c = 0; c < kColumns; ++c) {
      BlockVector<double> x = test::random_vector<double>(A.rows(), c);
      cholesky.solve<double>(x, x, work);
      const std::vector<double> expected = flat(x);
      const auto* column = &X[3 * n * c];
      EXPECT_LT(largest_difference({column, column + 3 * n}, expected), 1e-12) << c;
      if (c >= kSides) continue;
      double worst = 0;
      for (std::size_t i = 0; i < n; ++i)
        worst = std::max(worst, std::abs(panel[i].y[c] - expected[3 * i + 1]));
      EXPECT_LT(worst, 1e-12) << c;
    }
  }
}

TEST(SparseCholesky, has_the_same_bits_for_any_number_of_threads) {
  const BlockPattern pattern = test::box_pattern(13, 12, 13);
  const auto A = test::elastic_box<double>(pattern, 13, 12, 13, 0.05);
  const auto b = test::random_vector<double>(A.rows(), 3);
  const int before = thread_count();
  set_thread_count(1);
  const std::vector<double> one = solution(A, b);
  for (const int threads : {2, 4}) {
    set_thread_count(threads);
    EXPECT_EQ(solution(A, b), one) << threads;
  }
  set_thread_count(before);
}

TEST(SparseCholesky, fills_less_than_approximate_minimum_degree_on_a_cube) {
  const BlockPattern pattern = test::box_pattern(10, 10, 10);
  SparseCholesky cholesky;
  cholesky.analyse(pattern);
  const Eigen::SimplicialLLT<Eigen::SparseMatrix<double>> simplicial(
      eigen_sparse(test::elastic_box<double>(pattern, 10, 10, 10, 0.05)));
  const auto fill = static_cast<double>(simplicial.matrixL().nestedExpression().nonZeros());
  EXPECT_LT(cholesky.factor_entries(), 0.95 * fill);
}

TEST(SparseCholesky, refuses_what_is_not_positive_definite_and_recovers) {
  const BlockPattern pattern = test::box_pattern(6, 6, 6);
  const auto good = test::elastic_box<double>(pattern, 6, 6, 6, 0.05);
  const auto b = test::random_vector<double>(good.rows(), 3);
  const std::vector<double> expected = solution(good, b);
  SparseCholesky cholesky;
  for (const double bad :
       {-1.0, 0.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    auto A = good;
    A.block(pattern.diagonal[100])[4] = bad;
    EXPECT_FALSE(cholesky.factor(A)) << bad;
    ASSERT_TRUE(cholesky.factor(good));
    BlockVector<double> x = b;
    std::vector<double> work;
    cholesky.solve<double>(x, x, work);
    EXPECT_EQ(flat(x), expected);
  }
}

TEST(DirectSolver, says_what_may_be_wrong_with_a_free_body_and_factors_it_with_a_raised_diagonal) {
  const BlockPattern pattern = test::box_pattern(4, 4, 4);
  auto A = test::elastic_box<double>(pattern, 4, 4, 4, 0);
  for (int k = 0; k < 9; k += 4) A.block(pattern.diagonal[0])[k] -= 1e-9;
  DirectSolver solver;
  EXPECT_THAT(error_of([&] { solver.factor(A); }),
              testing::AllOf(testing::HasSubstr("the stiffness matrix is not positive definite"),
                             testing::HasSubstr("held by nothing")));
  solver.factor_semidefinite(A);
  // A load without resultant and moment is carried as if the body were held.
  BlockVector<double> b(A.rows()), x(A.rows()), r(A.rows());
  b[0].x = 1, b[4].x = -1;
  b[0].y = 0, b[20].x = -1, b[24].x = 1;
  solver.solve<double>(b, x);
  residual<double>(A, b, x, r);
  EXPECT_LT(norm<double>(r), 1e-5);
  for (double& v : A.block(pattern.diagonal[3])) v = -1;
  EXPECT_THAT(error_of([&] { solver.factor_semidefinite(A); }),
              testing::HasSubstr("the coarsest matrix is not positive definite"));
}

TEST(DirectSolver, leaves_out_couplings_to_nodes_that_are_apart) {
  const BlockPattern pattern = test::box_pattern(5, 5, 5);
  const auto A = test::elastic_box<double>(pattern, 5, 5, 5, 0.05);
  auto parted = A;
  std::vector<char> apart(pattern.rows(), 0);
  for (Index i = 0; i < pattern.rows(); i += 5) apart[i] = 1;
  for (Index i = 0; i < pattern.rows(); ++i)
    for (Index at = pattern.row_start[i]; at < pattern.row_start[i + 1]; ++at)
      if (const Index j = pattern.column[at]; j != i && (apart[i] != 0 || apart[j] != 0))
        for (double& v : parted.block(at)) v = 0;
  const auto b = test::random_vector<double>(A.rows(), 3);
  DirectSolver solver;
  BlockVector<double> x(b.size());
  // With all couplings and without, on one pattern.
  solver.factor(A);
  solver.factor(A, apart);
  solver.solve<double>(b, x);
  EXPECT_LT(largest_difference(flat(x), dense_solution(parted, b)), 1e-12);
  solver.factor(A);
  solver.solve<double>(b, x);
  EXPECT_LT(largest_difference(flat(x), dense_solution(A, b)), 1e-12);
}

}  // namespace
}  // namespace sinew
