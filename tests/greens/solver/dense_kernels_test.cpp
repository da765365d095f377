#include "greens/solver/dense_kernels.h"

#include <gtest/gtest.h>

#include <vector>

#include "base/random.h"

namespace sinew {
namespace {

constexpr int kRows = 45, kStride = 48, kCount = 13;

std::vector<double> random_numbers(std::size_t count, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> numbers(count);
  for (double& number : numbers) number = random.uniform(-1, 1);
  return numbers;
}

std::vector<InstructionSet> sets_here() {
  std::vector<InstructionSet> sets = {InstructionSet::kBaseline};
  if (best_instruction_set() >= InstructionSet::kAvx2) sets.push_back(InstructionSet::kAvx2);
  if (best_instruction_set() >= InstructionSet::kAvx512) sets.push_back(InstructionSet::kAvx512);
  return sets;
}

TEST(DenseKernels, every_instruction_set_combines_columns_with_the_bits_of_a_plain_loop) {
  const std::vector<double> A = random_numbers(kStride * 20, 1);
  const std::vector<int> columns = {3, 0, 7, 19, 4, 5, 11, 12, 13, 1, 2, 18, 6};
  for (int sides = 1; sides <= 3; ++sides) {
    const std::vector<double> f = random_numbers(static_cast<std::size_t>(sides) * kCount, 2);
    const std::vector<double> start = random_numbers(3 * kStride, 3);
    std::vector<double> expected = start;
    for (int s = 0; s < sides; ++s)
      for (int k = 0; k < kCount; ++k)
        for (int i = 0; i < kRows; ++i)
          expected[s * kStride + i] += A[columns[k] * kStride + i] * f[sides * k + s];
    for (const InstructionSet set : sets_here()) {
      std::vector<double> y = start;
      dense_kernels_for(set).combine[sides - 1](A.data(), kStride, kRows, columns.data(), kCount, f.data(),
                                                y.data());
      EXPECT_EQ(y, expected);
    }
  }
}

TEST(DenseKernels, every_instruction_set_adds_outer_products_with_the_bits_of_a_plain_loop) {
  const std::vector<double> u = random_numbers(3 * kStride, 4), start = random_numbers(kStride * kRows, 5);
  for (int sides = 1; sides <= 3; ++sides) {
    std::vector<double> expected = start;
    for (int j = 0; j < kRows; ++j)
      for (int i = 0; i < kRows; ++i) {
        double sum = u[i] * u[j];
        for (int k = 1; k < sides; ++k) sum += u[k * kStride + i] * u[k * kStride + j];
        expected[j * kStride + i] -= sum;
      }
    for (const InstructionSet set : sets_here()) {
      std::vector<double> A = start;
      dense_kernels_for(set).add_outer[sides - 1](A.data(), kStride, kRows, u.data(), -1);
      EXPECT_EQ(A, expected);
    }
  }
}

}  // namespace
}  // namespace sinew
