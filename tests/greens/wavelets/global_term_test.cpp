#include "greens/wavelets/global_term.h"

#include <gtest/gtest.h>

#include "base/error_of.h"
#include "greens/wavelets/round_bodies.h"
#include "linalg/schur_complement.h"

namespace sinew {
namespace {

DenseMatrix rest_of(const DenseMatrix& G, const GlobalFactor& factor) {
  DenseMatrix rest(G.size);
  for (Index j = 0; j < G.size; ++j)
    for (Index i = 0; i < G.size; ++i) {
      double global = 0;
      for (Index k = 0; k < factor.rank; ++k)
        global += static_cast<double>(factor.F[i * factor.rank + k]) * factor.F[j * factor.rank + k];
      rest(i, j) = G(i, j) - global;
    }
  return rest;
}

double squared_size(const DenseMatrix& A) {
  double sum = 0;
  for (const double value : A.values) sum += value * value;
  return sum;
}

TEST(GlobalTerm, responses_of_a_low_rank_are_found_whole) {
  constexpr Index kRank = 5;
  DenseMatrix G(60);
  for (Index j = 0; j < 60; ++j)
    for (Index i = 0; i < 60; ++i) {
      G(i, j) = 0;
      for (Index k = 0; k < kRank; ++k) G(i, j) += std::cos(0.1 * k * i) * std::cos(0.1 * k * j) / (1 + k);
    }
  const GlobalFactor factor = find_global_term(DenseResponses(G), 24);
  EXPECT_EQ(factor.rank, kRank);
  EXPECT_LT(squared_size(rest_of(G, factor)), 1e-12 * squared_size(G));
}

TEST(GlobalTerm, the_rest_is_smaller_with_every_rank_and_has_no_negative_eigenvalue) {
  const DenseResponses responses = smooth_responses(held_sphere(2));
  double before = squared_size(responses.matrix());
  for (const Index rank : {3, 12, 48}) {
    const GlobalFactor factor = find_global_term(responses, rank);
    EXPECT_EQ(factor.rank, rank);
    DenseMatrix rest = rest_of(responses.matrix(), factor);
    EXPECT_LT(squared_size(rest), 0.5 * before);
    before = squared_size(rest);
    // Cholesky's method ends without a word only for positive definite matrices; the shift is for rounding to float.
    double trace = 0;
    for (Index i = 0; i < rest.size; ++i) trace += responses.matrix()(i, i);
    for (Index i = 0; i < rest.size; ++i) rest(i, i) += 1e-7 * trace;
    EXPECT_EQ(error_of([&] { inverse(rest); }), "");
  }
}

TEST(GlobalTerm, no_rank_is_no_term) {
  const GlobalFactor factor = find_global_term(smooth_responses(held_sphere(1)), 0);
  EXPECT_EQ(factor.rank, 0);
  EXPECT_TRUE(factor.F.empty());
}

TEST(GlobalTerm, a_rank_above_the_number_of_unknowns_is_cut) {
  const DenseResponses responses = smooth_responses(held_sphere(0));
  const GlobalFactor factor = find_global_term(responses, 100);
  EXPECT_EQ(factor.rank, 15);
  EXPECT_LT(squared_size(rest_of(responses.matrix(), factor)), 1e-12 * squared_size(responses.matrix()));
}

}  // namespace
}  // namespace sinew
