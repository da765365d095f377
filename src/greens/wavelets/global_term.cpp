#include "greens/wavelets/global_term.h"

#include <Eigen/Dense>
#include <algorithm>
#include <utility>

#include "base/random.h"

namespace sinew {

namespace {

using Matrix = Eigen::MatrixXd;

constexpr Index kOversampling = 20;  // columns more than asked for, so that the last ones are right too
constexpr double kNoise = 1e-13;     // of the largest eigenvalue; smaller ones are rounding

std::span<const double> numbers(const Matrix& A) { return {A.data(), static_cast<std::size_t>(A.size())}; }
std::span<double> numbers(Matrix& A) { return {A.data(), static_cast<std::size_t>(A.size())}; }

Matrix random_matrix(Eigen::Index rows, Eigen::Index columns) {
  Random random(24);
  return Matrix::NullaryExpr(rows, columns, [&] { return random.uniform(-1, 1); });
}

Matrix orthonormal(const Matrix& A) {
  return Eigen::HouseholderQR<Matrix>(A).householderQ() * Matrix::Identity(A.rows(), A.cols());
}

// A square root of the inverse of a symmetric matrix, without what rounding made of its null space.
Matrix inverse_root(const Matrix& M) {
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(0.5 * (M + M.transpose()));
  const Eigen::ArrayXd values = eigen.eigenvalues().array();
  const double least = kNoise * values.maxCoeff();
  const Eigen::ArrayXd roots = (values > least).select(values.max(least).rsqrt(), 0);
  return eigen.eigenvectors() * roots.matrix().asDiagonal();
}

// The factor of B B^T cut to its largest eigenvectors.
Matrix leading(const Matrix& B, Eigen::Index rank) {
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(B.transpose() * B);
  const Eigen::Index found = (eigen.eigenvalues().array() > kNoise * eigen.eigenvalues().maxCoeff()).count();
  return B * eigen.eigenvectors().rightCols(std::min(rank, found));
}

}  // namespace

GlobalFactor find_global_term(const ResponseSource& source, Index rank) {
  const Eigen::Index rows = 3 * Eigen::Index{source.count()}, kept = std::min<Eigen::Index>(rank, rows);
  if (kept <= 0) return {};
  const auto times_G = [&](Matrix A) {
    source.respond(numbers(std::as_const(A)), numbers(A));
    return A;
  };
  const Matrix start = random_matrix(rows, std::min<Eigen::Index>(kept + kOversampling, rows));
  const Matrix Q = orthonormal(times_G(orthonormal(times_G(start))));
  const Matrix GQ = times_G(Q);
  const Matrix F = leading(GQ * inverse_root(Q.transpose() * GQ), kept);
  GlobalFactor factor{static_cast<Index>(F.cols()), {}};
  factor.F.resize(static_cast<std::size_t>(F.size()));
  Eigen::Map<Eigen::Matrix<float, -1, -1, Eigen::RowMajor>>(factor.F.data(), F.rows(), F.cols()) =
      F.cast<float>();
  return factor;
}

}  // namespace sinew
