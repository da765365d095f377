#include "multigrid/multigrid.h"

#include <gtest/gtest.h>

#include "base/parallel.h"
#include "linalg/small_systems.h"
#include "multigrid/elastic_cube.h"

namespace sinew {
namespace {

using test::ElasticCube;
using test::flat;
using test::largest_difference;

// Norms of the residual before and after each of some V-cycles, by defect correction in double.
template <typename Real>
std::vector<double> residuals(const ElasticCube& cube, int cycles, const CycleParams& params,
                              BlockVector<double>& x) {
  Multigrid<Real> multigrid(cube.pattern, cube.order.colour_start, cube.interpolations,
                            cube.coarse_positions);
  BlockMatrix<Real> A(cube.pattern);
  for (std::size_t i = 0; i < A.values.size(); ++i) A.values[i] = static_cast<Real>(cube.A.values[i]);
  multigrid.set_matrix(A);
  auto work = multigrid.make_work();
  x.assign(cube.b.size(), {});
  BlockVector<double> r(x.size());
  BlockVector<Real> defect(x.size()), correction(x.size());
  std::vector<double> norms;
  for (int c = 0; c <= cycles; ++c) {
    residual<double>(cube.A, cube.b, x, r);
    norms.push_back(norm<double>(r) / norm<double>(cube.b));
    for (std::size_t i = 0; i < r.size(); ++i)
      defect[i] = {static_cast<Real>(r[i].x), static_cast<Real>(r[i].y), static_cast<Real>(r[i].z), 0};
    multigrid.v_cycle(defect, correction, params, work);
    for (std::size_t i = 0; i < r.size(); ++i)
      x[i] = {x[i].x + correction[i].x, x[i].y + correction[i].y, x[i].z + correction[i].z, 0};
  }
  return norms;
}

// A solver for the cube, which must outlive it, and the parameters that make its cycles symmetric.
struct Preconditioner {
  explicit Preconditioner(const ElasticCube& cube)
      : multigrid(cube.pattern, cube.order.colour_start, cube.interpolations, cube.coarse_positions) {
    multigrid.set_matrix(cube.A);
    work = multigrid.make_work();
    params.symmetric = true;
  }
  void operator()(std::span<const Block3<double>> r, std::span<Block3<double>> z) {
    multigrid.v_cycle(r, z, params, work);
  }

  Multigrid<double> multigrid;
  Multigrid<double>::Work work;
  CycleParams params;
};

TEST(Interpolation, restriction_is_the_transpose_of_prolongation) {
  const Interpolation P = test::halved_grid(4, [](Index i, Index, Index) { return i == 0; });
  const auto coarse = test::random_vector<double>(P.coarse_nodes, 1);
  const auto fine = test::random_vector<double>(P.fine_nodes(), 2);
  BlockVector<double> up(P.fine_nodes()), down(P.coarse_nodes);
  prolongate_add<double>(P, coarse, up);
  restrict_to<double>(P, fine, down);
  EXPECT_NEAR(dot<double>(up, fine), dot<double>(coarse, down), 1e-12);
}

TEST(Galerkin, coarse_operator_equals_the_explicit_triple_product) {
  const ElasticCube cube(4);
  const Interpolation& P = cube.interpolations[0];
  const BlockPattern pattern = galerkin_pattern(cube.pattern, P);
  BlockMatrix<double> coarse(pattern);
  galerkin_product(cube.A, P, coarse);
  const auto fine = test::dense(cube.A), product = test::dense(coarse);
  std::vector<std::vector<double>> dense_P(fine.size(), std::vector<double>(product.size(), 0));
  for (Index i = 0; i < P.fine_nodes(); ++i)
    for (Index at = P.row_start[i]; at < P.row_start[i + 1]; ++at)
      for (int k = 0; k < 3; ++k) dense_P[3 * i + k][3 * P.column[at] + k] = P.weight[at];
  for (std::size_t J = 0; J < product.size(); ++J) {
    std::vector<double> column(fine.size());
    for (std::size_t i = 0; i < fine.size(); ++i) column[i] = dense_P[i][J];
    const auto applied = test::times(fine, column);
    for (std::size_t I = 0; I < product.size(); ++I) {
      double expected = 0;
      for (std::size_t i = 0; i < fine.size(); ++i) expected += dense_P[i][I] * applied[i];
      EXPECT_NEAR(product[I][J], expected, 1e-6);
    }
  }
}

TEST(Galerkin, a_coarse_node_that_nothing_follows_gets_the_identity) {
  const BlockPattern fine = test::chain_pattern(4);
  Interpolation P;
  P.coarse_nodes = 2;
  P.row_start = {0, 1, 2, 3, 4};
  P.column = {0, 0, 0, 0};
  P.weight = {1, 1, 1, 1};
  transpose(P);
  const BlockPattern pattern = galerkin_pattern(fine, P);
  BlockMatrix<double> coarse(pattern);
  galerkin_product(test::random_matrix<double>(fine, 1), P, coarse);
  const auto block = coarse.block(pattern.diagonal[1]);
  for (int k = 0; k < 9; ++k) EXPECT_EQ(block[k], k % 4 == 0 ? 1 : 0);
}

TEST(Multigrid, a_v_cycle_halves_the_residual_whatever_the_size) {
  for (const Index n : {8, 16}) {
    BlockVector<double> x;
    const auto norms = residuals<double>(ElasticCube(n), 10, {}, x);
    EXPECT_LT(norms[10] / norms[9], 0.6) << n;
  }
}

TEST(Multigrid, does_not_mind_how_stiff_the_body_is) {
  // In a dynamic step: stiffness from soft to hard against the same mass, as far as rounding allows.
  std::vector<double> rates;
  for (const double young : {1e4, 1e6, 1e9, 1e11}) {
    BlockVector<double> x;
    Material material;
    material.young = young;
    const auto norms = residuals<double>(ElasticCube(8, material, 4 / (0.03 * 0.03)), 8, {}, x);
    rates.push_back(norms[8] / norms[7]);
    EXPECT_LT(rates.back(), 0.6) << young;
  }
}

TEST(Multigrid, single_precision_cycles_converge_to_the_direct_solution_by_defect_correction) {
  const ElasticCube cube(8);
  BlockVector<double> x, expected(cube.b.size());
  const auto norms = residuals<float>(cube, 40, {}, x);
  EXPECT_LT(norms.back(), 1e-10);
  DirectSolver direct;
  direct.factor(cube.A);
  direct.solve<double>(cube.b, expected);
  double size = 0;
  for (const double v : flat(expected)) size = std::max(size, std::abs(v));
  EXPECT_LT(largest_difference(flat(x), flat(expected)), 1e-8 * size);
}

TEST(Multigrid, preconditions_conjugate_gradients) {
  const ElasticCube cube(16);
  Preconditioner precondition(cube);
  BlockVector<double> x(cube.b.size()), y(cube.b.size());
  ConjugateGradientWork<double> work;
  const SolveReport with = conjugate_gradient<double>(cube.A, cube.b, x, precondition, {1e-10, 500}, work);
  const BlockDiagonal<double> diagonal(cube.A);
  const SolveReport without = conjugate_gradient<double>(cube.A, cube.b, y, diagonal, {1e-10, 500}, work);
  EXPECT_TRUE(with.converged && without.converged);
  EXPECT_LT(with.iterations, 25);
  EXPECT_GT(without.iterations, 3 * with.iterations);
  EXPECT_LT(largest_difference(flat(x), flat(y)), 1e-7);
}

TEST(Multigrid, a_symmetric_cycle_is_a_symmetric_operator) {
  const ElasticCube cube(8);
  Preconditioner precondition(cube);
  const Index n = cube.pattern.rows();
  const auto u = test::random_vector<double>(n, 1), v = test::random_vector<double>(n, 2);
  BlockVector<double> Bu(n), Bv(n);
  precondition(u, Bu);
  precondition(v, Bv);
  const double uv = dot<double>(v, Bu), vu = dot<double>(u, Bv);
  EXPECT_NEAR(uv, vu, 1e-10 * std::abs(uv));
}

TEST(Multigrid, has_the_same_bits_for_1_2_and_4_threads) {
  const ElasticCube cube(16);
  set_thread_count(1);
  BlockVector<double> one, many;
  residuals<float>(cube, 2, {}, one);
  for (const int threads : {2, 4}) {
    set_thread_count(threads);
    residuals<float>(cube, 2, {}, many);
    EXPECT_EQ(many, one);
  }
  set_thread_count(0);
}

}  // namespace
}  // namespace sinew
