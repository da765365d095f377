#include "linalg/rollers.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "linalg/direct_solver.h"
#include "linalg/small_systems.h"

namespace sinew {
namespace {

// Two neighbours, of which one has a single free direction, and one further on.
std::vector<Roller> some_rollers() {
  const Vec3 n = normalized(Vec3{1, -2, 0.5}), along = normalized(Vec3{3, 1, 1});
  return {{2, Mat3::identity() - outer(n, n)},
          {3, outer(along, along)},
          {7, Mat3::identity() - outer(along, along)}};
}

std::vector<std::vector<double>> product(const std::vector<std::vector<double>>& A,
                                         const std::vector<std::vector<double>>& B) {
  std::vector<std::vector<double>> C(A.size(), std::vector<double>(A.size(), 0));
  for (std::size_t i = 0; i < A.size(); ++i)
    for (std::size_t j = 0; j < A.size(); ++j)
      for (std::size_t k = 0; k < A.size(); ++k) C[i][j] += A[i][k] * B[k][j];
  return C;
}

TEST(Rollers, the_projected_matrix_is_that_of_all_projections_and_their_diagonal) {
  const BlockPattern pattern = test::chain_pattern(9);
  const auto A = test::random_matrix<double>(pattern, 5);
  const std::vector<Roller> rollers = some_rollers();
  ProjectedMatrix<double> projected(pattern, rollers);
  projected.update(A);
  std::vector<std::vector<double>> P(27, std::vector<double>(27, 0)), springs = P;
  for (std::size_t i = 0; i < P.size(); ++i) P[i][i] = 1;
  for (const auto& [node, free] : rollers)
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) {
        P[3 * node + r][3 * node + c] = free(r, c);
        springs[3 * node + r][3 * node + c] = 20 * ((r == c ? 1 : 0) - free(r, c));
      }
  const auto expected = product(product(P, test::dense(A)), P), made = test::dense(projected.matrix());
  for (std::size_t i = 0; i < P.size(); ++i)
    for (std::size_t j = 0; j < P.size(); ++j) EXPECT_NEAR(made[i][j], expected[i][j] + springs[i][j], 1e-13);
}

TEST(Rollers, a_solve_with_the_projected_matrix_stays_along_free_directions) {
  const BlockPattern pattern = test::chain_pattern(9);
  const std::vector<Roller> rollers = some_rollers();
  ProjectedMatrix<double> projected(pattern, rollers);
  const auto A = test::random_matrix<double>(pattern, 6);
  projected.update(A);
  DirectSolver direct;
  direct.factor(projected.matrix());
  BlockVector<double> b = test::random_vector<double>(9, 7), x(9), left(9);
  project<double>(rollers, b);
  direct.solve<double>(b, x);
  BlockVector<double> free = x;
  project<double>(rollers, free);
  EXPECT_LT(test::largest_difference(test::flat(x), test::flat(free)), 1e-14);
  residual<double>(A, b, x, left);
  project<double>(rollers, left);
  EXPECT_LT(norm<double>(left), 1e-13);
}

TEST(Rollers, a_panel_is_projected_as_each_of_its_sides) {
  const std::vector<Roller> rollers = some_rollers();
  std::vector<PanelRow<float>> panel(9);
  std::vector<BlockVector<float>> sides;
  for (int s = 0; s < kSides; ++s) {
    sides.push_back(test::random_vector<float>(9, 10 + s));
    for (int i = 0; i < 9; ++i)
      panel[i].x[s] = sides[s][i].x, panel[i].y[s] = sides[s][i].y, panel[i].z[s] = sides[s][i].z;
    project<float>(rollers, sides[s]);
  }
  project<float>(rollers, panel);
  for (int s = 0; s < kSides; ++s)
    for (int i = 0; i < 9; ++i)
      EXPECT_EQ((Block3<float>{panel[i].x[s], panel[i].y[s], panel[i].z[s], 0}), sides[s][i]);
}

}  // namespace
}  // namespace sinew
