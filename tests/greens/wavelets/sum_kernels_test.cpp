#include "greens/wavelets/sum_kernels.h"

#include <gtest/gtest.h>

#include <vector>

#include "base/random.h"

namespace sinew {
namespace {

template <typename T>
std::vector<T> random_numbers(std::size_t count) {
  Random random(5);
  std::vector<T> numbers(count);
  for (T& number : numbers) number = static_cast<T>(random.uniform(-1, 1));
  return numbers;
}

constexpr InstructionSet kSets[] = {InstructionSet::kBaseline, InstructionSet::kAvx2,
                                    InstructionSet::kAvx512};

TEST(SumKernels, every_instruction_set_adds_columns_as_plain_loops_do) {
  const std::vector<std::int32_t> vertices{0, 1, 5, 6, 9};
  const auto blocks = random_numbers<float>(9 * vertices.size());  // no number behind the last block
  const double f[] = {1, -2, 0.5};
  std::vector<double> expected(40);
  for (std::size_t e = 0; e < vertices.size(); ++e)
    for (std::size_t a = 0; a < 3; ++a)
      for (std::size_t b = 0; b < 3; ++b)
        expected[4 * vertices[e] + a] += static_cast<double>(blocks[9 * e + 3 * b + a]) * f[b];
  for (const InstructionSet set : supported_instruction_sets()) {
    std::vector<double> g(40);
    sum_kernels_for(set).add_column(vertices.data(), blocks.data(), 5, f, g.data());
    for (std::size_t i = 0; i < 40; ++i) {
      if (i % 4 == 3) continue;  // padding
      EXPECT_NEAR(g[i], expected[i], 1e-15);
    }
    sum_kernels_for(set).add_column(vertices.data(), blocks.data(), 0, f, g.data());
    EXPECT_NEAR(g[0], expected[0], 1e-15);
  }
}

TEST(SumKernels, every_instruction_set_adds_the_global_term_as_plain_loops_do) {
  for (const int rank : {0, 1, 7, 8, 24, 27}) {
    const auto F = random_numbers<float>(static_cast<std::size_t>(6 * rank));
    const auto c = random_numbers<double>(static_cast<std::size_t>(rank)), g = random_numbers<double>(8);
    for (const InstructionSet set : supported_instruction_sets()) {
      std::vector<double> u(6);
      sum_kernels_for(set).add_global(F.data(), rank, c.data(), g.data(), 2, u.data());
      for (std::size_t row = 0; row < 6; ++row) {
        double expected = g[4 * (row / 3) + row % 3];
        for (int k = 0; k < rank; ++k) expected += static_cast<double>(F[row * rank + k]) * c[k];
        EXPECT_NEAR(u[row], expected, 1e-14);
      }
    }
  }
}

}  // namespace
}  // namespace sinew
