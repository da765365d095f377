#include "linalg/rounded_matrix.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "linalg/rounded_kernels.h"
#include "linalg/small_systems.h"

namespace sinew {
namespace {

using test::flat;
using test::largest_difference;

constexpr Index kRows = 37;

struct Rounded {
  BlockPattern pattern = test::chain_pattern(kRows);
  BlockMatrix<float> A;
  RoundedMatrix B;
  std::vector<float> inverse;

  // Rows of the sizes that `size(row)` gives.
  template <typename Size>
  explicit Rounded(Size&& size) : A(test::random_matrix<float>(pattern, 1)) {
    for (Index i = 0; i < kRows; ++i)
      for (Index at = pattern.row_start[i]; at < pattern.row_start[i + 1]; ++at)
        for (float& entry : A.block(at)) entry *= static_cast<float>(size(i));
    round_to(A, B, inverse);
  }
  Rounded() : Rounded([](Index) { return 1.0; }) {}

  double largest_in_row(Index i) const {
    float most = 0;
    for (Index at = pattern.row_start[i]; at < pattern.row_start[i + 1]; ++at)
      for (const float entry : A.block(at)) most = std::max(most, std::abs(entry));
    return most;
  }
};

// b - A x for b = 0.
template <typename Matrix>
BlockVector<float> minus_product(const Matrix& A, const BlockVector<float>& x) {
  using In = std::span<const Block3<float>>;
  const BlockVector<float> zero(x.size());
  BlockVector<float> r(x.size());
  residual(A, In(zero), In(x), std::span(r));
  return r;
}

TEST(RoundedMatrix, products_are_near_those_of_the_matrix_in_every_row_whatever_its_size) {
  const Rounded both([](Index i) { return std::pow(10, i % 13 - 6); });
  const auto x = test::random_vector<float>(kRows, 2);
  const BlockVector<float> exact = minus_product(both.A, x), near = minus_product(both.B, x);
  for (Index i = 0; i < kRows; ++i) {
    EXPECT_LT(distance(to_vec3(exact[i]), to_vec3(near[i])), 1e-3 * both.largest_in_row(i)) << i;
    EXPECT_EQ(near[i].pad, 0);
  }
}

TEST(RoundedMatrix, keeps_the_sums_of_rows) {
  const Rounded both;
  const BlockVector<float> ones(kRows, {1, -2, 3, 0});
  const BlockVector<float> exact = minus_product(both.A, ones), near = minus_product(both.B, ones);
  EXPECT_LT(largest_difference(flat(exact), flat(near)), 2e-5);
}

// A matrix in single precision with the entries that rounding left.
BlockMatrix<float> unrounded(const RoundedMatrix& B) {
  BlockMatrix<float> A(*B.pattern);
  for (Index i = 0; i < B.rows(); ++i)
    for (Index at = B.pattern->row_start[i]; at < B.pattern->row_start[i + 1]; ++at)
      for (int k = 0; k < 9; ++k)
        A.block(at)[k] = at == B.pattern->diagonal[i]
                             ? B.diagonal[9 * std::size_t(i) + k]
                             : B.scale[i] * static_cast<float>(B.values[9 * std::size_t(at) + k]);
  return A;
}

TEST(RoundedMatrix, is_swept_as_a_matrix_of_its_entries_would_be) {
  const Rounded both;
  const BlockMatrix<float> A = unrounded(both.B);
  std::vector<float> inverse;
  invert_diagonal(A, inverse);
  const auto b = test::random_vector<float>(kRows, 3);
  auto x = test::random_vector<float>(kRows, 4), y = x;
  const std::span<const Block3<float>> right(b);
  relax_rows<float>(A, inverse, 1.1F, right, x, 0, kRows);
  relax_rows(both.B, both.inverse, 1.1F, right, y, 0, kRows);
  EXPECT_LT(largest_difference(flat(x), flat(y)), 1e-4);

  relax_rows_from_zero<float>(A, inverse, 1.1F, right, x, 0, kRows);
  relax_rows_from_zero(both.B, both.inverse, 1.1F, right, y, 0, kRows);
  EXPECT_LT(largest_difference(flat(x), flat(y)), 1e-4);

  BlockVector<float> r(kRows), s(kRows), t(kRows);
  residual<float>(A, right, x, r);
  residual(both.B, right, x, s);
  residual_after_sweep_from_zero(both.B, 1.1F, x, t);
  EXPECT_LT(largest_difference(flat(r), flat(s)), 1e-4);
  EXPECT_LT(largest_difference(flat(r), flat(t)), 1e-4);
}

TEST(RoundedMatrix, a_row_of_nothing_rounds_to_nothing_and_inverts_to_zero) {
  const Rounded both([](Index i) { return i == 5 ? 0.0 : 1.0; });
  const auto x = test::random_vector<float>(kRows, 2);
  EXPECT_EQ(minus_product(both.B, x)[5], Block3<float>{});
  for (int k = 0; k < 9; ++k) EXPECT_EQ(both.inverse[45 + k], 0);
}

TEST(RoundedMatrix, has_the_same_bits_by_every_instruction_set) {
  const Rounded both;
  const BlockPattern& p = both.pattern;
  const auto x = test::random_vector<float>(kRows, 2);
  const BlockVector<float> first = minus_product(both.B, x), zero(kRows);
  for (const InstructionSet set : supported_instruction_sets()) {
    RoundedMatrix B = both.B;
    const RoundedKernels& kernels = rounded_kernels_for(set);
    kernels.round(p.row_start.data(), p.diagonal.data(), both.A.values.data(), 0, kRows, B.values.data(),
                  B.scale.data(), B.diagonal.data());
    EXPECT_EQ(B.values, both.B.values);
    EXPECT_EQ(B.diagonal, both.B.diagonal);
    BlockVector<float> y(kRows);
    kernels.residual({p.row_start.data(), p.column.data(), p.diagonal.data(), p.blocks(), B.values.data(),
                      B.scale.data(), B.diagonal.data(), nullptr},
                     &zero[0].x, &x[0].x, 0, kRows, &y[0].x);
    EXPECT_EQ(y, first);
  }
}

}  // namespace
}  // namespace sinew
