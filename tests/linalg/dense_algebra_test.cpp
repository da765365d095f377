#include "linalg/dense_algebra.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "base/random.h"

namespace sinew {
namespace {

DenseColumns random_columns(Index rows, Index count) {
  DenseColumns A(rows, count);
  Random random(5);
  for (double& value : A.values) value = random.uniform(-1, 1);
  return A;
}

double largest_difference(const DenseColumns& A, const DenseColumns& B) {
  EXPECT_EQ(A.rows, B.rows);
  EXPECT_EQ(A.count, B.count);
  double largest = 0;
  for (std::size_t i = 0; i < A.values.size(); ++i)
    largest = std::max(largest, std::abs(A.values[i] - B.values[i]));
  return largest;
}

DenseColumns unit(Index n) {
  DenseColumns I(n, n);
  for (Index i = 0; i < n; ++i) I(i, i) = 1;
  return I;
}

// Each column times its number.
DenseColumns scaled(DenseColumns A, const std::vector<double>& factors) {
  for (Index j = 0; j < A.count; ++j)
    for (Index i = 0; i < A.rows; ++i) A(i, j) *= factors[j];
  return A;
}

// A chain of n springs has 2 - 2 cos(k pi / (n + 1)).
TEST(DenseAlgebra, has_the_largest_eigenvalue_of_a_chain) {
  for (const int n : {1, 2, 3, 10}) {
    const std::vector<double> diagonal(n, 2), beside(n - 1, -1);
    EXPECT_NEAR(largest_eigenvalue(diagonal, beside), 2 + 2 * std::cos(std::numbers::pi / (n + 1)), 1e-12);
  }
}

TEST(DenseAlgebra, multiplies_as_three_loops_do) {
  const DenseColumns A = random_columns(7, 5), B = random_columns(5, 3);
  DenseColumns slow(7, 3), by_rows(3, 7);
  for (Index i = 0; i < 7; ++i)
    for (Index j = 0; j < 3; ++j)
      for (Index k = 0; k < 5; ++k) slow(i, j) += A(i, k) * B(k, j), by_rows(j, i) += A(i, k) * B(k, j);
  EXPECT_LT(largest_difference(product(A, B), slow), 1e-14);

  DenseColumns A_transposed(5, 7);
  for (Index i = 0; i < 7; ++i)
    for (Index k = 0; k < 5; ++k) A_transposed(k, i) = A(i, k);
  EXPECT_LT(largest_difference(transposed_product(A_transposed, B), slow), 1e-14);
  DenseColumns sums(3, 7);
  add_inner_products(A_transposed.values, B.values, 5, 3, sums.values);
  EXPECT_LT(largest_difference(sums, by_rows), 1e-14);
}

TEST(DenseAlgebra, orthonormal_columns_span_what_the_matrix_does) {
  const DenseColumns A = random_columns(9, 4), Q = orthonormal(A);
  EXPECT_LT(largest_difference(transposed_product(Q, Q), unit(4)), 1e-14);
  EXPECT_LT(largest_difference(product(Q, transposed_product(Q, A)), A), 1e-14);
}

TEST(DenseAlgebra, eigenpairs_ascend_and_satisfy_their_equation) {
  const DenseColumns A = symmetric_part(random_columns(6, 6)), C = random_columns(8, 6);
  const Eigenpairs one = eigenpairs(A);
  EXPECT_TRUE(std::ranges::is_sorted(one.values));
  EXPECT_LT(largest_difference(product(A, one.vectors), scaled(one.vectors, one.values)), 1e-13);

  const DenseColumns B = transposed_product(C, C);
  const Eigenpairs two = eigenpairs(A, B);
  EXPECT_TRUE(std::ranges::is_sorted(two.values));
  EXPECT_LT(largest_difference(product(A, two.vectors), scaled(product(B, two.vectors), two.values)), 1e-12);
}

TEST(DenseAlgebra, a_singular_system_with_a_solution_is_solved) {
  const DenseColumns C = random_columns(2, 4), A = transposed_product(C, C);  // of rank 2
  DenseColumns x(4, 1);
  x.values = {1, -2, 3, 0.5};
  const DenseColumns b = product(A, x);
  DenseColumns found(4, 1);
  found.values = solved_by_rank(A, b.values);
  EXPECT_LT(largest_difference(product(A, found), b), 1e-13);
}

}  // namespace
}  // namespace sinew
