#include "linalg/schur_complement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>

#include <numeric>

#include "base/error_of.h"
#include "linalg/sparse_systems.h"
#include "sinew/base/process.h"

namespace sinew {
namespace {

// The rows of A^-1 that belong to `kept`, and their inverse.
Eigen::MatrixXd dense_responses(const BlockMatrix<double>& A, const std::vector<Index>& kept) {
  const auto entries = test::dense(A);
  Eigen::MatrixXd all(entries.size(), entries.size());
  for (std::size_t i = 0; i < entries.size(); ++i)
    for (std::size_t j = 0; j < entries.size(); ++j) all(i, j) = entries[i][j];
  const Eigen::MatrixXd inverse = all.inverse();
  Eigen::MatrixXd part(3 * kept.size(), 3 * kept.size());
  for (Index i = 0; i < part.rows(); ++i)
    for (Index j = 0; j < part.cols(); ++j)
      part(i, j) = inverse(3 * kept[i / 3] + i % 3, 3 * kept[j / 3] + j % 3);
  return part;
}

double largest_difference(const DenseMatrix& A, const Eigen::MatrixXd& B) {
  EXPECT_EQ(A.size, B.rows());
  double worst = 0;
  for (Index i = 0; i < A.size; ++i)
    for (Index j = 0; j < A.size; ++j) worst = std::max(worst, std::abs(A(i, j) - B(i, j)));
  return worst;
}

void expect_equals_dense(const BlockMatrix<double>& A, const std::vector<Index>& kept) {
  const Eigen::MatrixXd expected = dense_responses(A, kept);
  EXPECT_LT(largest_difference(schur_complement(A, kept), expected.inverse()), 1e-10);
  EXPECT_LT(largest_difference(responses(A, kept), expected), 1e-10);
}

TEST(SchurComplement, equals_dense_algebra_for_rows_in_any_order) {
  const BlockPattern pattern = test::random_pattern(200, 380, 4);
  const auto A = test::random_definite<double>(pattern, 4);
  expect_equals_dense(A, {17, 3, 180, 44, 45, 0, 199});
  expect_equals_dense(A, {5});
  std::vector<Index> all(200);
  std::iota(all.rbegin(), all.rend(), 0);
  expect_equals_dense(A, all);
}

TEST(SchurComplement, equals_dense_algebra_on_the_surface_of_an_elastic_cube) {
  const BlockPattern pattern = test::box_pattern(6, 6, 6);
  const auto A = test::elastic_box<double>(pattern, 6, 6, 6, 0.05);
  std::vector<Index> surface;
  for (Index i = 0; i < pattern.rows(); ++i)
    if (const Index x = i % 7, y = i / 7 % 7, z = i / 49; x % 6 == 0 || y % 6 == 0 || z % 6 == 0)
      surface.push_back(i);
  expect_equals_dense(A, surface);
}

TEST(SchurComplement, leaves_out_parts_that_are_not_connected_to_the_kept_rows) {
  const BlockPattern pattern = pattern_of_elements(6, std::vector<Index>{0, 1, 1, 2, 3, 4}, 2);
  expect_equals_dense(test::random_definite<double>(pattern, 2), {2, 0});
}

TEST(SchurComplement, of_no_rows_is_empty) {
  const BlockPattern pattern = test::box_pattern(1, 1, 1);
  const auto A = test::elastic_box<double>(pattern, 1, 1, 1, 0.05);
  EXPECT_EQ(schur_complement(A, {}).size, 0);
  EXPECT_EQ(responses(A, {}).size, 0);
}

TEST(SchurComplement, has_the_same_bits_for_any_number_of_threads) {
  const BlockPattern pattern = test::box_pattern(10, 9, 10);
  const auto A = test::elastic_box<double>(pattern, 10, 9, 10, 0.05);
  std::vector<Index> kept;
  for (Index i = 0; i < pattern.rows(); i += 4) kept.push_back(i);
  const int before = thread_count();
  set_thread_count(1);
  const DenseMatrix one = schur_complement(A, kept), one_inverse = responses(A, kept);
  for (const int threads : {2, 4}) {
    set_thread_count(threads);
    EXPECT_TRUE(schur_complement(A, kept).values == one.values) << threads;
    EXPECT_TRUE(responses(A, kept).values == one_inverse.values) << threads;
  }
  set_thread_count(before);
}

// So many that columns are eliminated in wide blocks.
TEST(SchurComplement,
     the_inverse_of_many_rows_undoes_the_matrix_with_the_same_bits_for_any_number_of_threads) {
  constexpr Index kRows = 2310;
  const auto entry = [](Index i, Index j) { return i == j ? 4.0 : 0.5 / (1 + std::abs(i - j)); };
  DenseMatrix A(kRows);
  for (Index j = 0; j < kRows; ++j)
    for (Index i = 0; i < kRows; ++i) A(i, j) = entry(i, j);
  const int before = thread_count();
  set_thread_count(1);
  const DenseMatrix G = inverse(A);
  set_thread_count(2);
  EXPECT_TRUE(inverse(std::move(A)).values == G.values);
  set_thread_count(before);
  for (const Index column : {0, 383, 384, 1500, kRows - 1})
    for (Index row = 0; row < kRows; ++row) {
      double sum = 0;
      for (Index k = 0; k < kRows; ++k) sum += entry(row, k) * G(k, column);
      EXPECT_NEAR(sum, row == column ? 1 : 0, 1e-12);
    }
}

TEST(SchurComplement, leaves_out_couplings_to_rows_apart) {
  const BlockPattern pattern = test::box_pattern(4, 3, 3);
  auto A = test::elastic_box<double>(pattern, 4, 3, 3, 0);
  std::vector<char> held(pattern.rows(), 0);
  for (Index i = 0; i < pattern.rows(); i += 5) held[i] = 1;  // one side of the box
  const std::vector<Index> kept{4, 41, 23};
  const DenseMatrix apart = responses(A, kept, held);
  for (Index row = 0; row < pattern.rows(); ++row)
    for (Index at = pattern.row_start[row]; at < pattern.row_start[row + 1]; ++at)
      if (pattern.column[at] != row && (held[row] != 0 || held[pattern.column[at]] != 0))
        for (double& number : A.block(at)) number = 0;
  EXPECT_LT(largest_difference(apart, dense_responses(A, kept)), 1e-10);
}

TEST(SchurComplement, a_free_body_has_one_but_no_responses) {
  const BlockPattern pattern = test::box_pattern(3, 3, 3);
  auto A = test::elastic_box<double>(pattern, 3, 3, 3, 0);
  const std::vector<Index> kept{0, 3, 12, 48};
  EXPECT_EQ(schur_complement(A, kept).size, 12);
  for (int k = 0; k < 9; k += 4) A.block(pattern.diagonal[0])[k] -= 1e-9;
  EXPECT_THAT(error_of([&] { responses(A, kept); }), testing::HasSubstr("is not positive definite"));
}

TEST(SchurComplement, refuses_bad_rows_in_words) {
  const BlockPattern pattern = test::box_pattern(1, 1, 1);
  const auto A = test::elastic_box<double>(pattern, 1, 1, 1, 0.05);
  const auto error_for = [&](std::vector<Index> kept) {
    return error_of([&] { schur_complement(A, kept); });
  };
  EXPECT_THAT(error_for({0, 8}), testing::HasSubstr("row 8 of the matrix does not exist"));
  EXPECT_THAT(error_for({-1}), testing::HasSubstr("row -1 of the matrix does not exist"));
  EXPECT_THAT(error_for({3, 0, 3}), testing::HasSubstr("row 3 is kept twice"));
}

}  // namespace
}  // namespace sinew
