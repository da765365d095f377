#include "greens/sources/finite_element_source.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <string>

#include "base/random.h"
#include "greens/sources/standing_bodies.h"
#include "sinew/base/error.h"
#include "sinew/base/process.h"

namespace sinew {
namespace {

using Matrix = Eigen::MatrixXd;

Eigen::Map<const Matrix> view(const DenseMatrix& A) { return {A.values.data(), A.size, A.size}; }

TEST(FiniteElementSource, responses_are_symmetric_and_definite) {
  const DenseMatrix G = FiniteElementSource(standing_ball()).dense();
  EXPECT_EQ(view(G), view(G).transpose());
  EXPECT_EQ(Eigen::LLT<Matrix>(view(G)).info(), Eigen::Success);
}

TEST(FiniteElementSource, columns_are_those_of_the_dense_matrix) {
  for (const ElementOrder order : {ElementOrder::kLinear, ElementOrder::kQuadratic}) {
    const FiniteElementSource source(standing_ball(), {.order = order});
    const DenseMatrix G = source.dense();
    std::vector<Index> all;
    for (Index i = 0; i < source.count(); ++i) all.push_back(i);
    Matrix columns(G.size, G.size);
    source.columns(all, {columns.data(), static_cast<std::size_t>(columns.size())});
    EXPECT_LT((columns - view(G)).cwiseAbs().maxCoeff(), 1e-11 * view(G).cwiseAbs().maxCoeff());
  }
}

// The whole of K solved densely, with forces on some vertices.
TEST(FiniteElementSource, responses_are_those_of_the_whole_stiffness) {
  const FiniteElementSource source(standing_ball(), {.order = ElementOrder::kLinear});
  const FiniteElements& body = source.elements();
  Matrix K = Matrix::Zero(3 * body.rows(), 3 * body.rows());
  for (Index i = 0; i < body.rows(); ++i)
    for (Index k = body.pattern->row_start[i]; k < body.pattern->row_start[i + 1]; ++k)
      if (const Index j = body.pattern->column[k]; body.held[i] == 0 && body.held[j] == 0)
        for (int e = 0; e < 9; ++e) K(3 * i + e % 3, 3 * j + e / 3) = body.K->block(k)[e];
      else if (i == j)
        K.block<3, 3>(3 * i, 3 * i).setIdentity();
  Random random(5);
  Eigen::VectorXd f = Eigen::VectorXd::Zero(K.rows()), F(3 * source.count()), U(3 * source.count());
  for (Index k = 0; k < source.count(); ++k)
    for (int d = 0; d < 3; ++d) f[3 * body.free_rows[k] + d] = F[3 * k + d] = random.uniform(-1, 1);
  const Eigen::VectorXd u = K.llt().solve(f);
  source.respond({F.data(), static_cast<std::size_t>(F.size())},
                 {U.data(), static_cast<std::size_t>(U.size())});
  for (Index k = 0; k < source.count(); ++k)
    for (int d = 0; d < 3; ++d)
      EXPECT_NEAR(U[3 * k + d], u[3 * body.free_rows[k] + d], 1e-10 * u.cwiseAbs().maxCoeff());
}

// Embedded vertices would share degrees of freedom: the matrix of close contacts would be singular.
TEST(FiniteElementSource, rings_of_vertices_respond_independently) {
  const ReferenceProblem problem = standing_ball();
  const DenseMatrix G = FiniteElementSource(problem).dense();
  const std::vector<std::vector<Index>> rings = free_rings(problem);
  for (const std::vector<Index>& ring : rings) {
    const Index n = 3 * static_cast<Index>(ring.size());
    Matrix C(n, n);
    for (Index j = 0; j < n; ++j)
      for (Index i = 0; i < n; ++i) C(i, j) = G(3 * ring[i / 3] + i % 3, 3 * ring[j / 3] + j % 3);
    const Eigen::VectorXd values = Eigen::SelfAdjointEigenSolver<Matrix>(C).eigenvalues();
    EXPECT_GT(values[0], 0.01 * values[n - 1]);
  }
}

// A column under a load: quadratic tetrahedra give way where linear ones lock.
TEST(FiniteElementSource, linear_elements_are_stiffer_in_bending) {
  const ReferenceProblem bar = standing_bar();
  const Vec3 push{1, 0, 0};
  double tip[2];
  for (const ElementOrder order : {ElementOrder::kLinear, ElementOrder::kQuadratic}) {
    const FiniteElementSource source(bar, {.order = order});
    tip[order == ElementOrder::kQuadratic] = tip_displacement(bar, source, push);
  }
  EXPECT_LT(tip[0], 0.8 * tip[1]);
  // Euler and Bernoulli, with shear: F (L^3 / 3 E I + 6 L / 5 mu A), L = 4, square of side 1.
  const double mu = bar.material.young / (2 * (1 + bar.material.poisson));
  const double beam = (64.0 / 3 * 12 + 4.8 * bar.material.young / mu) / bar.material.young;
  EXPECT_NEAR(tip[1] / beam, 1, 0.04);
}

TEST(FiniteElementSource, threads_do_not_change_a_bit) {
  std::vector<std::vector<double>> results;
  const int before = thread_count();
  for (const int threads : {1, 2, 4}) {
    set_thread_count(threads);
    const FiniteElementSource source(standing_ball());
    const Index vertices[] = {0, 5, 9};
    results.emplace_back(27 * static_cast<std::size_t>(source.count()));
    source.columns(vertices, results.back());
  }
  set_thread_count(before);
  EXPECT_EQ(results[0], results[1]);
  EXPECT_EQ(results[0], results[2]);
}

std::string complaint(const ReferenceProblem& problem) {
  try {
    make_finite_elements(problem);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(FiniteElements, problems_without_support_are_refused) {
  ReferenceProblem problem = standing_ball();
  std::fill(problem.held.begin(), problem.held.end(), char{1});
  EXPECT_NE(complaint(problem).find("no vertex is free"), std::string::npos);
  std::fill(problem.held.begin(), problem.held.end(), char{0});
  EXPECT_NE(complaint(problem).find("no vertex is held"), std::string::npos);
  problem.held[0] = 1;
  EXPECT_NE(complaint(problem).find("one line only"), std::string::npos) << complaint(problem);
  problem.held.pop_back();
  EXPECT_NE(complaint(problem).find("marks of being held"), std::string::npos);
  problem = standing_ball();
  problem.material.poisson = 0.5;
  EXPECT_NE(complaint(problem), "");
}

}  // namespace
}  // namespace sinew
