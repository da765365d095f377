#include "linalg/dense_lu.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/parallel.h"
#include "base/random.h"
#include "sinew/base/error.h"

namespace sinew {
namespace {

TEST(DenseLU, solves_what_needs_pivots_with_the_same_bits_for_any_number_of_threads) {
  constexpr Index n = 300;
  DenseMatrix A(n);
  Random random(3);
  for (double& value : A.values) value = random.uniform(-1, 1);
  for (Index i = 0; i < n; ++i) A(i, i) = 0;
  std::vector<double> x(2 * n), b(2 * n, 0.0);
  for (double& value : x) value = random.uniform(-1, 1);
  for (Index s = 0; s < 2; ++s)
    for (Index j = 0; j < n; ++j)
      for (Index i = 0; i < n; ++i) b[s * n + i] += A(i, j) * x[s * n + j];
  const int before = thread_count();
  std::vector<double> first;
  for (const int threads : {1, 2, 4}) {
    set_thread_count(threads);
    std::vector<double> found = b;
    DenseLU(A).solve(found);
    for (std::size_t i = 0; i < x.size(); ++i) ASSERT_NEAR(found[i], x[i], 1e-9);
    if (first.empty()) first = found;
    EXPECT_EQ(found, first);
  }
  set_thread_count(before);
}

TEST(DenseLU, refuses_what_has_no_solution) {
  DenseMatrix A(40);
  std::fill(A.values.begin(), A.values.end(), 1.0);
  EXPECT_THROW(DenseLU{A}, Error);
  A(30, 2) = std::nan("");
  EXPECT_THROW(DenseLU{A}, Error);
}

}  // namespace
}  // namespace sinew
