#include "greens/responses/reciprocity.h"

#include <gtest/gtest.h>

#include <cmath>

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

}  // namespace
}  // namespace sinew
