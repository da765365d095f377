// Vertices that are moved to given places: by a small system in blocks of G [JamesPai03, Eq. 13-20], and by the whole
// stiffness with these vertices held as well.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>

#include "base/random.h"
#include "greens/sources/finite_element_source.h"
#include "greens/sources/standing_bodies.h"
#include "linalg/sparse_cholesky.h"

namespace sinew {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

std::vector<Index> random_set(Random& random, Index count, Index size) {
  std::vector<Index> set;
  while (static_cast<Index>(set.size()) < size) {
    const auto vertex = static_cast<Index>(random.below(static_cast<std::uint32_t>(count)));
    if (std::ranges::find(set, vertex) == set.end()) set.push_back(vertex);
  }
  return set;
}

// Displacements of free vertices by the elements: K u = 0 but at held rows and those of the set, where u is given.
Vector by_elements(const FiniteElements& body, std::span<const Index> set, const Vector& w) {
  std::vector<char> held = body.held;
  BlockVector<double> u(held.size()), f(held.size()), x(held.size());
  for (std::size_t k = 0; k < set.size(); ++k) {
    const Index row = body.free_rows[set[k]], at = 3 * static_cast<Index>(k);
    held[row] = 1;
    u[row] = {w[at], w[at + 1], w[at + 2], 0};
  }
  residual<double>(*body.K, f, u, f);
  for (std::size_t i = 0; i < held.size(); ++i)
    if (held[i] != 0) f[i] = {};
  SparseCholesky cholesky;
  EXPECT_TRUE(cholesky.factor(*body.K, {.apart = held}));
  std::vector<double> work;
  cholesky.solve<double>(f, x, work);
  axpby<double>(1, x, 1, u);
  Vector free(3 * static_cast<Index>(body.free_rows.size()));
  for (std::size_t k = 0; k < body.free_rows.size(); ++k) {
    const Vec3 moved = to_vec3(u[body.free_rows[k]]);
    for (int d = 0; d < 3; ++d) free[3 * static_cast<Index>(k) + d] = moved[d];
  }
  return free;
}

TEST(Constraints, random_sets_equal_the_full_solve) {
  const FiniteElementSource source(standing_ball());
  const DenseMatrix dense = source.dense();
  const Eigen::Map<const Matrix> G(dense.values.data(), dense.size, dense.size);
  Random random(11);
  for (const Index size : {1, 2, 5, 12, 30, 60}) {
    const std::vector<Index> set = random_set(random, source.count(), size);
    std::vector<Index> at;
    for (const Index vertex : set)
      for (Index d = 0; d < 3; ++d) at.push_back(3 * vertex + d);
    Vector w(3 * size);
    for (Index i = 0; i < 3 * size; ++i) w[i] = random.uniform(-0.1, 0.1);
    const Vector forces = Matrix(G(at, at)).llt().solve(w);
    const Vector u = G(Eigen::all, at) * forces, exact = by_elements(source.elements(), set, w);
    EXPECT_LT((u - exact).norm(), 1e-9 * exact.norm()) << size;
  }
}

}  // namespace
}  // namespace sinew
