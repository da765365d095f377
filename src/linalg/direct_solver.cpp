#include "linalg/direct_solver.h"

#include <Eigen/SparseCholesky>

#include "base/error.h"

namespace sinew {

struct DirectSolver::Factorisation {
  Eigen::SimplicialLLT<Eigen::SparseMatrix<double>> cholesky;
  Eigen::SparseMatrix<double> matrix;
  const BlockPattern* pattern = nullptr;
  mutable Eigen::VectorXd work;
};

DirectSolver::DirectSolver() : factorisation_(std::make_unique<Factorisation>()) {}
DirectSolver::~DirectSolver() = default;
DirectSolver::DirectSolver(DirectSolver&&) noexcept = default;
DirectSolver& DirectSolver::operator=(DirectSolver&&) noexcept = default;

namespace {

// The lower triangle, as Eigen's Cholesky reads it.
template <typename Real>
Eigen::SparseMatrix<double> lower_triangle(const BlockMatrix<Real>& A, std::span<const char> apart) {
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(5 * std::size_t(A.pattern->blocks()));
  for (Index i = 0; i < A.rows(); ++i)
    for (Index at = A.pattern->row_start[i]; at < A.pattern->row_start[i + 1]; ++at) {
      const Index j = A.pattern->column[at];
      if (j > i || (j < i && !apart.empty() && (apart[i] != 0 || apart[j] != 0))) continue;
      const auto block = A.block(at);
      for (int c = 0; c < 3; ++c)
        for (int r = i == j ? c : 0; r < 3; ++r) entries.emplace_back(3 * i + r, 3 * j + c, block[3 * c + r]);
    }
  Eigen::SparseMatrix<double> matrix(3 * A.rows(), 3 * A.rows());
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

}  // namespace

template <typename Real>
void DirectSolver::factor(const BlockMatrix<Real>& A, std::span<const char> apart) {
  Factorisation& f = *factorisation_;
  f.matrix = lower_triangle(A, apart);
  if (f.pattern != A.pattern) f.cholesky.analyzePattern(f.matrix);
  f.pattern = A.pattern;
  f.cholesky.factorize(f.matrix);
  if (f.cholesky.info() != Eigen::Success)
    throw Error("the stiffness matrix is not positive definite", "",
                "a part of the body is held by nothing, or an element is inverted");
}

template <typename Real>
void DirectSolver::solve(std::span<const Block3<Real>> b, std::span<Block3<Real>> x) const {
  const Factorisation& f = *factorisation_;
  const auto n = static_cast<Eigen::Index>(b.size());
  f.work.resize(3 * n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const Block3<Real>& block = b[static_cast<std::size_t>(i)];
    f.work.segment<3>(3 * i) << block.x, block.y, block.z;
  }
  f.work = f.cholesky.solve(f.work).eval();
  for (Eigen::Index i = 0; i < n; ++i)
    x[static_cast<std::size_t>(i)] = {static_cast<Real>(f.work[3 * i]), static_cast<Real>(f.work[3 * i + 1]),
                                      static_cast<Real>(f.work[3 * i + 2]), 0};
}

template void DirectSolver::factor(const BlockMatrix<float>&, std::span<const char>);
template void DirectSolver::factor(const BlockMatrix<double>&, std::span<const char>);
template void DirectSolver::solve(std::span<const Block3<float>>, std::span<Block3<float>>) const;
template void DirectSolver::solve(std::span<const Block3<double>>, std::span<Block3<double>>) const;

}  // namespace sinew
