#include "greens/responses/dense_responses.h"

#include <gtest/gtest.h>

#include <vector>

namespace sinew {
namespace {

// Three vertices; entry (i, j) is 10 i + j, or its mirror image.
DenseResponses made_up() {
  DenseMatrix G(9);
  for (Index j = 0; j < 9; ++j)
    for (Index i = 0; i < 9; ++i) G(i, j) = i < j ? 10 * j + i : 10 * i + j;
  return DenseResponses(std::move(G));
}

// Answers by products alone, so that columns come from the default.
struct ByProducts final : ResponseSource {
  explicit ByProducts(const DenseResponses& some) : all(some) {}
  Index count() const override { return all.count(); }
  void respond(std::span<const double> F, std::span<double> U) const override { all.respond(F, U); }
  const DenseResponses& all;
};

TEST(DenseResponses, blocks_are_extracted_by_columns) {
  const Index rows[] = {2, 0}, columns[] = {1};
  std::vector<double> G(18);
  made_up().extract(rows, columns, G);
  EXPECT_EQ(G, (std::vector<double>{63, 73, 83, 30, 31, 32, 64, 74, 84, 40, 41, 42, 65, 75, 85, 50, 51, 52}));
}

TEST(DenseResponses, sums_and_products_agree) {
  const DenseResponses responses = made_up();
  const Index vertices[] = {2, 0};
  const Vec3 forces[] = {{1, -2, 3}, {0.5, 0, -1}};
  std::vector<Vec3> u(3);
  responses.sum(vertices, forces, u);
  const std::vector<double> F = {0.5, 0, -1, 0, 0, 0, 1, -2, 3};
  std::vector<double> U(9);
  responses.respond(F, U);
  for (std::size_t i = 0; i < 9; ++i) EXPECT_DOUBLE_EQ(U[i], u[i / 3][static_cast<int>(i % 3)]);
}

TEST(ResponseSource, columns_are_those_of_products_with_unit_forces) {
  const DenseResponses responses = made_up();
  const Index vertices[] = {1, 2};
  std::vector<double> by_products(54), stored(54);
  ByProducts(responses).columns(vertices, by_products);
  responses.columns(vertices, stored);
  EXPECT_EQ(by_products, stored);
}

}  // namespace
}  // namespace sinew
