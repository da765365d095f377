#include "greens/solver/capacitance_matrix.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/error_of.h"
#include "base/random.h"
#include "greens/solver/held_box.h"

namespace sinew {
namespace {

using test::box_responses;

// C of all rows of a body's vertices: G itself.
SymmetricView all_of_G() {
  const DenseMatrix& G = box_responses().matrix();
  return {G.values.data(), static_cast<std::size_t>(G.size)};
}

Index rows_of_G() { return box_responses().matrix().size; }

// |C x - w| / |w|, with C what the matrix is the inverse of.
double residual(SymmetricView C, const CapacitanceMatrix& matrix, std::span<const double> w,
                std::span<const double> x) {
  double most = 0, scale = 0;
  for (Index i = 0; i < matrix.size(); ++i) {
    double sum = matrix.lift(i) * x[i] - w[i];
    for (Index j = 0; j < matrix.size(); ++j) sum += C(matrix.rows()[i], matrix.rows()[j]) * x[j];
    most = std::max(most, std::abs(sum)), scale = std::max(scale, std::abs(w[i]));
  }
  return most / scale;
}

std::array<Index, 3> rows_of_vertex(Index v) { return {3 * v, 3 * v + 1, 3 * v + 2}; }

TEST(CapacitanceMatrix, rows_added_in_any_order_solve_the_system) {
  const SymmetricView C = all_of_G();
  CapacitanceMatrix matrix(60, rows_of_G());
  Random random(1);
  while (matrix.size() < 50) {
    const auto v = static_cast<Index>(random.below(static_cast<std::uint32_t>(rows_of_G() / 3)));
    if (matrix.position(3 * v) >= 0) continue;
    const auto rows = rows_of_vertex(v);
    const std::size_t count = 1 + random.below(3);
    ASSERT_EQ(matrix.add(C, std::span(rows).first(count)), Added::kYes);
    std::vector<double> w, x(static_cast<std::size_t>(matrix.size()));
    for (Index i = 0; i < matrix.size(); ++i) w.push_back(random.uniform(-1, 1));
    matrix.solve(w, x);
    EXPECT_LT(residual(C, matrix, w, x), 1e-11);
  }
}

// Contacts that come and go for a thousand changes, 5 to 40 vertices at a time.
TEST(CapacitanceMatrix, a_thousand_changes_drift_by_less_than_1e_10) {
  const SymmetricView C = all_of_G();
  CapacitanceMatrix matrix(120, rows_of_G());
  Random random(2);
  double most = 0;
  for (int change = 0; change < 1000; ++change) {
    const auto v = static_cast<Index>(random.below(static_cast<std::uint32_t>(rows_of_G() / 3)));
    const auto rows = rows_of_vertex(v);
    if (matrix.position(rows[0]) >= 0 && matrix.size() > 15)
      matrix.remove(C, rows);
    else if (matrix.position(rows[0]) < 0 && matrix.size() < 120)
      ASSERT_EQ(matrix.add(C, rows), Added::kYes);
    else
      --change;
    if (change % 50 == 49) most = std::max(most, matrix.drift(C));
  }
  EXPECT_LT(most, 1e-10);
  EXPECT_EQ(matrix.refactored(), 0);
}

TEST(CapacitanceMatrix, the_inverse_is_symmetric_to_the_last_bit) {
  const SymmetricView C = all_of_G();
  CapacitanceMatrix matrix(60, rows_of_G());
  for (const Index v : {3, 40, 7, 12, 30, 31, 8}) ASSERT_EQ(matrix.add(C, rows_of_vertex(v)), Added::kYes);
  matrix.remove(C, rows_of_vertex(40));
  const auto n = static_cast<std::size_t>(matrix.size());
  std::vector<std::vector<double>> columns;
  for (std::size_t j = 0; j < n; ++j) {
    std::vector<double> e(n), x(n);
    e[j] = 1;
    matrix.solve(e, x);
    columns.push_back(x);
  }
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) EXPECT_EQ(columns[i][j], columns[j][i]);
}

TEST(CapacitanceMatrix, removing_a_row_gives_the_inverse_that_never_had_it) {
  const SymmetricView C = all_of_G();
  CapacitanceMatrix with(60, rows_of_G()), without(60, rows_of_G());
  for (const Index v : {5, 20, 33}) ASSERT_EQ(with.add(C, rows_of_vertex(v)), Added::kYes);
  for (const Index v : {5, 33}) ASSERT_EQ(without.add(C, rows_of_vertex(v)), Added::kYes);
  with.remove(C, rows_of_vertex(20));
  ASSERT_EQ(with.size(), without.size());
  std::vector<double> w(6, 1.0), x(6), y(6);
  with.solve(w, x), without.solve(w, y);
  for (Index row : with.rows())
    EXPECT_NEAR(x[with.position(row)], y[without.position(row)],
                1e-12 * std::abs(y[without.position(row)]) + 1e-9);
}

// A point in the middle of an edge is moved by the ends of the edge.
TEST(CapacitanceMatrix, a_row_without_compliance_of_its_own_is_refused) {
  // C = B B^T with the third row the mean of the first two.
  const double values[] = {2, 1, 1.5, 1, 3, 2, 1.5, 2, 1.75};
  const SymmetricView C{values, 3};
  CapacitanceMatrix matrix(3, 3);
  const Index first[] = {0}, second[] = {1}, third[] = {2};
  EXPECT_EQ(matrix.add(C, first), Added::kYes);
  EXPECT_EQ(matrix.add(C, second), Added::kYes);
  EXPECT_EQ(matrix.add(C, third), Added::kRedundant);
  EXPECT_EQ(matrix.size(), 2);
  EXPECT_EQ(matrix.position(2), -1);
}

TEST(CapacitanceMatrix, an_indefinite_matrix_is_lifted_until_it_is_positive_definite) {
  // Eigenvalues 1 +- 1.2.
  const double values[] = {1, 1.2, 1.2, 1};
  const SymmetricView C{values, 2};
  CapacitanceMatrix matrix(2, 2);
  const Index first[] = {0}, second[] = {1};
  EXPECT_EQ(matrix.add(C, first), Added::kYes);
  EXPECT_EQ(matrix.add(C, second), Added::kLifted);
  EXPECT_NEAR(matrix.lift(1), 0.44 + CapacitanceMatrix::kLiftedTo, 1e-12);
  const std::vector<double> w = {1, -0.3};
  std::vector<double> x(2);
  matrix.solve(w, x);
  EXPECT_LT(residual(C, matrix, w, x), 1e-12);
  EXPECT_GT(w[0] * x[0] + w[1] * x[1], 0);
}

TEST(CapacitanceMatrix, rows_beyond_the_capacity_are_refused) {
  const double values[] = {1, 0, 0, 1};
  CapacitanceMatrix matrix(1, 2);
  const Index first[] = {0}, second[] = {1};
  EXPECT_EQ(matrix.add({values, 2}, first), Added::kYes);
  EXPECT_EQ(matrix.add({values, 2}, second), Added::kNoRoom);
  EXPECT_EQ(error_of([] { CapacitanceMatrix none(0, 1); }), "capacity 0: a capacitance matrix has no room");
}

TEST(CapacitanceMatrix, rows_that_are_not_there_are_passed_over) {
  const SymmetricView C = all_of_G();
  CapacitanceMatrix matrix(60, rows_of_G());
  matrix.add(C, rows_of_vertex(5));
  matrix.remove(C, rows_of_vertex(6));
  EXPECT_EQ(matrix.size(), 3);
  const Index some[] = {15, 18};  // of vertex 5, of vertex 6
  matrix.remove(C, some);
  EXPECT_EQ(matrix.size(), 2);
  EXPECT_LT(matrix.drift(C), 1e-13);
}

TEST(CapacitanceMatrix, drift_is_noticed_and_removed) {
  DenseMatrix C = box_responses().matrix();
  const SymmetricView view{C.values.data(), static_cast<std::size_t>(C.size)};
  CapacitanceMatrix matrix(60, C.size);
  for (const Index v : {5, 20, 33}) matrix.add(view, rows_of_vertex(v));
  for (double& c : C.values) c *= 1 + 1e-6;  // another matrix: as if the inverse had drifted
  for (int change = 0; change < 2 * CapacitanceMatrix::kChecked; ++change) {
    if (change % 2 == 0)
      matrix.add(view, rows_of_vertex(10));
    else
      matrix.remove(view, rows_of_vertex(10));
  }
  EXPECT_EQ(matrix.refactored(), 1);
  EXPECT_LT(matrix.drift(view), 1e-11);
}

}  // namespace
}  // namespace sinew
