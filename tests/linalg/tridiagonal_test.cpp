#include "linalg/tridiagonal.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

namespace sinew {
namespace {

// A chain of n springs has 2 - 2 cos(k pi / (n + 1)).
TEST(Tridiagonal, has_the_largest_eigenvalue_of_a_chain) {
  for (const int n : {1, 2, 3, 10}) {
    const std::vector<double> diagonal(n, 2), beside(n - 1, -1);
    EXPECT_NEAR(largest_eigenvalue(diagonal, beside), 2 + 2 * std::cos(std::numbers::pi / (n + 1)), 1e-12);
  }
}

}  // namespace
}  // namespace sinew
