#include "linalg/block_matrix.h"

#include <gtest/gtest.h>

#include "base/parallel.h"
#include "linalg/colouring.h"
#include "linalg/small_systems.h"

namespace sinew {
namespace {

using test::dense;
using test::flat;
using test::largest_difference;

TEST(BlockPattern, couples_nodes_that_share_an_element_and_each_with_itself) {
  const BlockPattern pattern = pattern_of_elements(5, std::vector<Index>{0, 2, 3, 2, 3, 1}, 3);
  const std::vector<std::vector<Index>> rows{{0, 2, 3}, {1, 2, 3}, {0, 1, 2, 3}, {0, 1, 2, 3}, {4}};
  for (Index i = 0; i < 5; ++i) {
    EXPECT_EQ(std::vector<Index>(pattern.column.begin() + pattern.row_start[i],
                                 pattern.column.begin() + pattern.row_start[i + 1]),
              rows[i]);
    EXPECT_EQ(pattern.column[pattern.diagonal[i]], i);
  }
  EXPECT_EQ(pattern.find(0, 1), -1);
}

template <typename Real>
void compare_with_dense(double tolerance) {
  const BlockPattern pattern = test::chain_pattern(37);
  const auto A = test::random_matrix<Real>(pattern, 1);
  const auto D = dense(A);
  const auto x = test::random_vector<Real>(37, 2), b = test::random_vector<Real>(37, 3);
  BlockVector<Real> y(37), r(37);
  multiply<Real>(A, x, y);
  residual<Real>(A, b, x, r);
  const auto expected = test::times(D, flat(x));
  auto expected_r = flat(b);
  for (std::size_t i = 0; i < expected.size(); ++i) expected_r[i] -= expected[i];
  EXPECT_LT(largest_difference(flat(y), expected), tolerance);
  EXPECT_LT(largest_difference(flat(r), expected_r), tolerance);
  for (const auto& block : y) EXPECT_EQ(block.pad, 0);
}

TEST(BlockMatrix, products_equal_those_of_the_dense_twin) {
  compare_with_dense<float>(1e-4);
  compare_with_dense<double>(1e-12);
}

TEST(BlockMatrix, inverted_diagonal_times_diagonal_is_one_and_a_zero_block_stays_zero) {
  const BlockPattern pattern = test::chain_pattern(9);
  auto A = test::random_matrix<double>(pattern, 5);
  for (double& v : A.block(pattern.diagonal[4])) v = 0;
  std::vector<double> inverse;
  invert_diagonal(A, inverse);
  for (Index i = 0; i < 9; ++i)
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) {
        double sum = 0;
        for (int k = 0; k < 3; ++k)
          sum += inverse[9 * i + 3 * k + r] * A.block(pattern.diagonal[i])[3 * c + k];
        EXPECT_NEAR(sum, i == 4 ? 0 : r == c ? 1 : 0, 1e-12);
      }
}

TEST(BlockMatrix, relaxing_a_row_makes_its_residual_vanish) {
  const BlockPattern pattern = test::chain_pattern(20);
  const auto A = test::random_matrix<double>(pattern, 7);
  std::vector<double> inverse;
  invert_diagonal(A, inverse);
  const auto b = test::random_vector<double>(20, 8);
  auto x = test::random_vector<double>(20, 9);
  BlockVector<double> r(20);
  for (Index i = 0; i < 20; ++i) {
    relax_rows<double>(A, inverse, 1, b, x, i, i + 1);
    residual<double>(A, b, x, r);
    EXPECT_LT(norm(to_vec3(r[i])), 1e-12);
  }
}

TEST(BlockMatrix, a_sweep_from_zero_and_its_residual_need_half_the_matrix_each) {
  const BlockPattern pattern = test::chain_pattern(20);
  const auto A = test::random_matrix<double>(pattern, 7);
  std::vector<double> inverse;
  invert_diagonal(A, inverse);
  const auto b = test::random_vector<double>(20, 8);
  for (const double omega : {1.0, 1.2}) {
    BlockVector<double> x(20), y(20, {7, 7, 7, 0}), r(20), s(20);
    for (Index i = 0; i < 20; ++i) {
      relax_rows<double>(A, inverse, omega, b, x, i, i + 1);
      relax_rows_from_zero<double>(A, inverse, omega, b, y, i, i + 1);
    }
    EXPECT_LT(largest_difference(flat(x), flat(y)), 1e-14);
    residual<double>(A, b, x, r);
    residual_after_sweep_from_zero<double>(A, omega, y, s);
    EXPECT_LT(largest_difference(flat(r), flat(s)), 1e-13);
  }
}

TEST(BlockMatrix, sums_in_double_over_single_entries_keep_the_digits_of_the_vectors) {
  const BlockPattern pattern = test::chain_pattern(37);
  const auto A = test::random_matrix<float>(pattern, 1);
  const auto x = test::random_vector<double>(37, 2), b = test::random_vector<double>(37, 3);
  BlockVector<double> y(37), r(37);
  multiply(A, x, y);
  residual(A, b, x, r);
  const auto expected = test::times(dense(A), flat(x));
  EXPECT_LT(largest_difference(flat(y), expected), 1e-13);
  for (std::size_t i = 0; i < r.size(); ++i) EXPECT_NEAR(r[i].y, b[i].y - y[i].y, 1e-13);
}

TEST(Colouring, no_two_nodes_of_a_colour_are_coupled_and_every_node_has_one) {
  std::vector<Vec3> positions;
  for (Index i = 0; i < 50; ++i) positions.push_back({0.1 * i, 0, 0});
  const BlockPattern pattern = test::chain_pattern(50);
  const ColourOrder order = colour_order(pattern, positions);
  EXPECT_EQ(order.colours(), 3);
  EXPECT_EQ(order.colour_start.back(), 50);
  const BlockPattern coloured = reordered(pattern, order);
  for (int c = 0; c < order.colours(); ++c)
    for (Index i = order.colour_start[c]; i < order.colour_start[c + 1]; ++i)
      for (Index at = coloured.row_start[i]; at < coloured.row_start[i + 1]; ++at) {
        const Index j = coloured.column[at];
        EXPECT_TRUE(j == i || j < order.colour_start[c] || j >= order.colour_start[c + 1]);
        EXPECT_GE(pattern.find(order.old_of_new[i], order.old_of_new[j]), 0);
      }
  EXPECT_EQ(coloured.blocks(), pattern.blocks());
}

TEST(BlockVector, verbs_do_what_they_say_and_sums_have_the_same_bits_for_1_2_and_4_threads) {
  const auto x = test::random_vector<float>(20'000, 1);
  auto y = test::random_vector<float>(20'000, 2);
  const auto before = y;
  axpby<float>(2, x, -1, y);
  EXPECT_EQ(y[777].y, 2 * x[777].y - before[777].y);
  BlockVector<float> unset(x.size(), {NAN, NAN, NAN, NAN});
  axpby<float>(1, x, 0, unset);
  EXPECT_EQ(unset, x);
  set_thread_count(1);
  const double one = dot<float>(x, y);
  double slow = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    slow += double(x[i].x) * y[i].x + double(x[i].y) * y[i].y + double(x[i].z) * y[i].z;
  EXPECT_NEAR(one, slow, 1e-9);
  for (const int threads : {2, 4}) {
    set_thread_count(threads);
    EXPECT_EQ(dot<float>(x, y), one);
  }
  set_thread_count(0);
  BlockVector<double> wide(20'000);
  add_scaled<float>(x, 0.5, wide);
  EXPECT_EQ(wide[5].z, 0.5 * x[5].z);
  BlockVector<float> narrow(20'000);
  assign_scaled<float>(wide, 2, narrow);
  EXPECT_EQ(narrow, x);
  set_zero<float>(narrow);
  EXPECT_EQ(norm<float>(narrow), 0);
}

}  // namespace
}  // namespace sinew
