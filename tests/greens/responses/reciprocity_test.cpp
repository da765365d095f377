#include "greens/responses/reciprocity.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/parallel.h"
#include "base/random.h"
#include "greens/responses/definite.h"
#include "linalg/schur_complement.h"
#include "sinew/base/error.h"

namespace sinew {
namespace {

// Symmetric and positive definite: vertices answer each other less the farther their numbers are apart.
DenseMatrix definite(Index vertices) {
  DenseMatrix G(3 * vertices);
  for (Index j = 0; j < G.size; ++j)
    for (Index i = 0; i < G.size; ++i)
      G(i, j) = i % 3 == j % 3 ? (1 + j % 3) * std::exp(-0.1 * std::abs(i / 3 - j / 3)) : 0;
  return G;
}

TEST(Reciprocity, symmetric_responses_stay_as_they_are) {
  DenseMatrix G = definite(9);
  const UnsetVector<double> before = G.values;
  const Asymmetry found = make_symmetric(G);
  EXPECT_EQ(found.all, 0);
  EXPECT_EQ(found.vertices, std::vector<double>(9, 0));
  EXPECT_TRUE(G.values == before);
}

TEST(Reciprocity, asymmetry_does_not_depend_on_how_soft_a_vertex_is) {
  DenseMatrix G = definite(9), soft = G;
  G(1, 22) += 0.3;
  soft(1, 22) += 0.3;
  for (Index k = 0; k < G.size; ++k)
    for (Index axis = 12; axis < 15; ++axis) soft(axis, k) *= 100, soft(k, axis) *= 100;
  const Asymmetry found = make_symmetric(G), same = make_symmetric(soft);
  EXPECT_GT(found.all, 0);
  EXPECT_NEAR(same.all, found.all, 1e-12);
  for (std::size_t i = 0; i < 9; ++i) {
    EXPECT_EQ(found.vertices[i] > 0, i == 0 || i == 7);
    EXPECT_NEAR(same.vertices[i], found.vertices[i], 1e-12);
  }
}

TEST(Definite, responses_that_are_need_no_lift) {
  DenseMatrix G = definite(60);
  const UnsetVector<double> before = G.values;
  EXPECT_TRUE(lift_to_definite(G, std::vector<double>(60, 0)).vertices.empty());
  EXPECT_TRUE(G.values == before);
}

TEST(Definite, what_is_missing_is_added_to_the_vertex_in_doubt_alone) {
  DenseMatrix G = definite(60);
  for (Index k = 0; k < G.size; ++k)
    if (k / 3 != 20) G(60, k) *= 1.5, G(k, 60) *= 1.5;
  EXPECT_THROW(inverse(G), Error);
  std::vector<double> doubt(60, 0.01);
  doubt[20] = 0.4;
  const DenseMatrix before = G;
  const Lift lift = lift_to_definite(G, doubt);
  EXPECT_EQ(lift.vertices, std::vector<Index>{20});
  EXPECT_NO_THROW(inverse(G));
  for (Index j = 0; j < G.size; ++j)
    for (Index i = 0; i < G.size; ++i) {
      const double added = i == j && i / 3 == 20 ? 2 * lift.shares[0] : 0;  // its mean compliance is 2
      EXPECT_NEAR(G(i, j), before(i, j) + added, 1e-15);
    }
}

TEST(Definite, has_the_same_bits_for_any_number_of_threads) {
  DenseMatrix G = definite(120);
  Random random(3);
  for (Index j = 0; j < G.size; ++j)
    for (Index i = 0; i < j; ++i) G(j, i) = G(i, j) += random.uniform(-0.1, 0.1);
  const int before = thread_count();
  set_thread_count(1);
  DenseMatrix one = G;
  EXPECT_FALSE(lift_to_definite(one, std::vector<double>(120, 0)).vertices.empty());
  EXPECT_NO_THROW(inverse(one));
  for (const int threads : {2, 4}) {
    set_thread_count(threads);
    DenseMatrix many = G;
    lift_to_definite(many, std::vector<double>(120, 0));
    EXPECT_TRUE(many.values == one.values);
  }
  set_thread_count(before);
}

}  // namespace
}  // namespace sinew
