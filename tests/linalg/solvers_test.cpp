#include <gtest/gtest.h>

#include "linalg/conjugate_gradient.h"
#include "linalg/direct_solver.h"
#include "linalg/small_systems.h"
#include "sinew/base/error.h"

namespace sinew {
namespace {

using test::flat;
using test::largest_difference;

TEST(DirectSolver, solves_to_rounding_and_can_be_factored_anew) {
  const BlockPattern pattern = test::chain_pattern(60);
  DirectSolver solver;
  for (const std::uint64_t seed : {1U, 2U}) {
    const auto A = test::random_matrix<double>(pattern, seed);
    const auto exact = test::random_vector<double>(60, 9);
    BlockVector<double> b(60);
    multiply<double>(A, exact, b);
    solver.factor(A);
    solver.solve<double>(b, b);
    EXPECT_LT(largest_difference(flat(b), flat(exact)), 1e-13);
  }
}

TEST(DirectSolver, refuses_an_indefinite_matrix_in_words) {
  const BlockPattern pattern = test::chain_pattern(10);
  auto A = test::random_matrix<double>(pattern, 1);
  for (double& v : A.block(pattern.diagonal[3])) v = 0;
  DirectSolver solver;
  EXPECT_THROW(solver.factor(A), Error);
}

TEST(ConjugateGradient, agrees_with_the_direct_solver) {
  const BlockPattern pattern = test::chain_pattern(200);
  const auto A = test::random_matrix<double>(pattern, 4);
  const auto b = test::random_vector<double>(200, 5);
  DirectSolver direct;
  direct.factor(A);
  BlockVector<double> expected(200), x(200);
  direct.solve<double>(b, expected);
  ConjugateGradientWork<double> work;
  const BlockDiagonal<double> diagonal(A);
  const SolveReport report = conjugate_gradient<double>(A, b, x, diagonal, {1e-12, 500}, work);
  EXPECT_TRUE(report.converged);
  EXPECT_LT(report.iterations, 60);
  EXPECT_LT(largest_difference(flat(x), flat(expected)), 1e-12);
}

TEST(ConjugateGradient, goes_on_from_a_residual_made_anew_as_if_never_interrupted) {
  const BlockPattern pattern = test::chain_pattern(200);
  const auto A = test::random_matrix<double>(pattern, 4);
  const auto b = test::random_vector<double>(200, 5);
  const BlockDiagonal<double> diagonal(A);
  ConjugateGradientWork<double> work;
  BlockVector<double> expected(200);
  conjugate_gradient<double>(A, b, expected, diagonal, {0, 6}, work);
  for (const bool resumed : {true, false}) {
    BlockVector<double> x(200), more(200), r(200);
    conjugate_gradient<double>(A, b, x, diagonal, {0, 3}, work);
    residual<double>(A, b, x, r);
    axpby<double>(1e3, r, 0, r);
    conjugate_gradient<double>(A, r, more, diagonal, {0, 3, false, resumed}, work);
    axpby<double>(1e-3, more, 1, x);
    if (resumed)
      EXPECT_LT(largest_difference(flat(x), flat(expected)), 1e-13);
    else
      EXPECT_GT(largest_difference(flat(x), flat(expected)), 1e-8);
  }
}

TEST(ConjugateGradient, fused_passes_have_the_bits_of_separate_ones) {
  constexpr Index kNodes = 10'000;
  const auto p = test::random_vector<float>(kNodes, 1), q = test::random_vector<float>(kNodes, 2);
  auto x = test::random_vector<float>(kNodes, 3), r = test::random_vector<float>(kNodes, 4);
  auto expected_x = x, expected_r = r;
  axpby<float>(0.3F, p, 1, expected_x);
  axpby<float>(-0.3F, q, 1, expected_r);
  EXPECT_EQ(advance<float>(0.3F, p, q, x, r), norm<float>(expected_r));
  EXPECT_EQ(x, expected_x);
  EXPECT_EQ(r, expected_r);

  const BlockPattern pattern = test::chain_pattern(kNodes);
  const BlockDiagonal<float> diagonal(test::random_matrix<float>(pattern, 5));
  BlockVector<float> z(kNodes);
  const double rz = diagonal(r, z);
  EXPECT_EQ(rz, dot<float>(r, z));
}

TEST(ConjugateGradient, says_so_when_it_runs_out_of_iterations_and_leaves_a_zero_load_at_rest) {
  const BlockPattern pattern = test::chain_pattern(200);
  const auto A = test::random_matrix<double>(pattern, 4);
  const auto b = test::random_vector<double>(200, 5);
  BlockVector<double> x(200);
  ConjugateGradientWork<double> work;
  const BlockDiagonal<double> diagonal(A);
  const SolveReport cut_short = conjugate_gradient<double>(A, b, x, diagonal, {1e-14, 2}, work);
  EXPECT_FALSE(cut_short.converged);
  EXPECT_EQ(cut_short.iterations, 2);
  BlockVector<double> rest(200), nothing(200);
  EXPECT_TRUE(conjugate_gradient<double>(A, nothing, rest, diagonal, {1e-14, 2}, work).converged);
  EXPECT_EQ(norm<double>(rest), 0);
}

TEST(ConjugateGradient, a_matrix_that_is_not_positive_definite_is_left_with_what_was_reached) {
  const BlockPattern pattern = test::chain_pattern(20);
  auto A = test::random_matrix<double>(pattern, 4);
  for (const int entry : {0, 4, 8}) A.block(pattern.diagonal[7])[entry] = -20;
  const auto b = test::random_vector<double>(20, 5);
  BlockVector<double> x(20);
  ConjugateGradientWork<double> work;
  const SolveReport report = conjugate_gradient<double>(
      A, b, x, [](auto r, auto z) { std::copy(r.begin(), r.end(), z.begin()); }, {1e-12, 500}, work);
  EXPECT_FALSE(report.converged);
  EXPECT_LT(report.iterations, 500);
  EXPECT_TRUE(std::isfinite(norm(std::span<const Block3<double>>(x))));
}

}  // namespace
}  // namespace sinew
