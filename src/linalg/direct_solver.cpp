#include "linalg/direct_solver.h"

#include <Eigen/SparseCholesky>

#include <algorithm>

#include "base/parallel.h"
#include "sinew/base/error.h"

namespace sinew {

struct DirectSolver::Factorisation {
  Eigen::SimplicialLLT<Eigen::SparseMatrix<double>> cholesky;
  Eigen::SparseMatrix<double> matrix;
  const BlockPattern* pattern = nullptr;
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
bool DirectSolver::try_to_factor(const BlockMatrix<Real>& A, std::span<const char> apart, double raise) {
  Factorisation& f = *factorisation_;
  f.matrix = lower_triangle(A, apart);
  if (raise > 0) f.matrix.diagonal() *= 1 + raise;
  if (f.pattern != A.pattern) f.cholesky.analyzePattern(f.matrix);
  f.pattern = A.pattern;
  f.cholesky.factorize(f.matrix);
  return f.cholesky.info() == Eigen::Success;
}

template <typename Real>
void DirectSolver::factor(const BlockMatrix<Real>& A, std::span<const char> apart) {
  if (!try_to_factor(A, apart, 0))
    throw Error(
        "the stiffness matrix is not positive definite", "",
        "a part of the body is held by nothing, an element is inverted, or Poisson's ratio is too near "
        "0.5 for the digits there are");
}

template <typename Real>
void DirectSolver::factor_semidefinite(const BlockMatrix<Real>& A) {
  constexpr double kLeast = std::is_same_v<Real, float> ? 1e-6 : 1e-12;
  for (double raise = kLeast; raise < 1; raise *= 10)
    if (try_to_factor(A, {}, raise)) return;
  throw Error(
      "the coarsest matrix is not positive definite", "",
      "an element of the body is inverted, Poisson's ratio is too near 0.5 for the digits there are, or "
      "a number is not finite");
}

// P A P^T = L L^T, so that x = P^T L^-T L^-1 P b. The triangular solves are written out, because Eigen's
// would allocate memory in each call.
template <typename Real>
void DirectSolver::solve(std::span<const Block3<Real>> b, std::span<Block3<Real>> x,
                         std::vector<double>& work) const {
  const auto& L = factorisation_->cholesky.matrixL().nestedExpression();
  const auto& place = factorisation_->cholesky.permutationP().indices();
  const auto* start = L.outerIndexPtr();
  const auto* row = L.innerIndexPtr();
  const double* value = L.valuePtr();
  const auto n = static_cast<int>(3 * b.size());
  work.resize(static_cast<std::size_t>(n));
  double* y = work.data();
  const auto placed = [&](int i) { return place.size() > 0 ? place[i] : i; };
  for (int i = 0; i < n; i += 3) {
    const Block3<Real>& block = b[static_cast<std::size_t>(i / 3)];
    y[placed(i)] = block.x, y[placed(i + 1)] = block.y, y[placed(i + 2)] = block.z;
  }
  // The first entry of a column is its diagonal.
  for (int j = 0; j < n; ++j) {
    const double known = y[j] /= value[start[j]];
    for (auto at = start[j] + 1; at < start[j + 1]; ++at) y[row[at]] -= known * value[at];
  }
  for (int j = n - 1; j >= 0; --j) {
    double sum = y[j];
    for (auto at = start[j] + 1; at < start[j + 1]; ++at) sum -= value[at] * y[row[at]];
    y[j] = sum / value[start[j]];
  }
  for (int i = 0; i < n; i += 3)
    x[static_cast<std::size_t>(i / 3)] = {static_cast<Real>(y[placed(i)]),
                                          static_cast<Real>(y[placed(i + 1)]),
                                          static_cast<Real>(y[placed(i + 2)]), 0};
}

template <typename Real>
void DirectSolver::solve(std::span<const PanelRow<Real>> b, std::span<PanelRow<Real>> x,
                         std::vector<double>& work) const {
  static const PanelKernels& kernels = panel_kernels_for(best_instruction_set());
  const auto& L = factorisation_->cholesky.matrixL().nestedExpression();
  const auto& place = factorisation_->cholesky.permutationP().indices();
  const auto n = static_cast<int>(3 * b.size());
  work.resize(static_cast<std::size_t>(n) * kSides);
  const auto row = [&](std::size_t i) {
    return &work[static_cast<std::size_t>(place.size() > 0 ? place[static_cast<int>(i)] : i) * kSides];
  };
  for (std::size_t i = 0; i < b.size(); ++i) {
    std::copy_n(b[i].x, kSides, row(3 * i));
    std::copy_n(b[i].y, kSides, row(3 * i + 1));
    std::copy_n(b[i].z, kSides, row(3 * i + 2));
  }
  const PanelFactor factor{L.outerIndexPtr(), L.innerIndexPtr(), L.valuePtr(), n};
  parallel_for(kSides, kSides / 2,
               [&](Index begin, Index end) { kernels.solve(factor, begin, end, work.data()); });
  const auto rounded = [](const double* from, Real* to) {
    for (int s = 0; s < kSides; ++s) to[s] = static_cast<Real>(from[s]);
  };
  for (std::size_t i = 0; i < b.size(); ++i)
    rounded(row(3 * i), x[i].x), rounded(row(3 * i + 1), x[i].y), rounded(row(3 * i + 2), x[i].z);
}

template void DirectSolver::factor(const BlockMatrix<float>&, std::span<const char>);
template void DirectSolver::factor(const BlockMatrix<double>&, std::span<const char>);
template void DirectSolver::factor_semidefinite(const BlockMatrix<float>&);
template void DirectSolver::factor_semidefinite(const BlockMatrix<double>&);
template void DirectSolver::solve(std::span<const Block3<float>>, std::span<Block3<float>>,
                                  std::vector<double>&) const;
template void DirectSolver::solve(std::span<const Block3<double>>, std::span<Block3<double>>,
                                  std::vector<double>&) const;
template void DirectSolver::solve(std::span<const PanelRow<float>>, std::span<PanelRow<float>>,
                                  std::vector<double>&) const;
template void DirectSolver::solve(std::span<const PanelRow<double>>, std::span<PanelRow<double>>,
                                  std::vector<double>&) const;

}  // namespace sinew
