#include "linalg/dense_algebra.h"

#include <Eigen/Dense>
#include <algorithm>

namespace sinew {

namespace {

using Matrix = Eigen::MatrixXd;
using ByRows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Eigen::Map<const Matrix> seen(const DenseColumns& A) { return {A.values.data(), A.rows, A.count}; }

Eigen::Map<const Eigen::VectorXd> seen(std::span<const double> x) {
  return {x.data(), static_cast<Eigen::Index>(x.size())};
}

DenseColumns kept(const Matrix& A) {
  DenseColumns columns(static_cast<Index>(A.rows()), static_cast<Index>(A.cols()));
  std::copy_n(A.data(), A.size(), columns.values.begin());
  return columns;
}

template <typename Solver>
Eigenpairs pairs_of(const Solver& solver) {
  return {{solver.eigenvalues().begin(), solver.eigenvalues().end()}, kept(solver.eigenvectors())};
}

}  // namespace

DenseColumns product(const DenseColumns& A, const DenseColumns& B) { return kept(seen(A) * seen(B)); }

DenseColumns transposed_product(const DenseColumns& A, const DenseColumns& B) {
  return kept(seen(A).transpose() * seen(B));
}

void multiply(const DenseMatrix& A, std::span<const double> X, std::span<double> Y) {
  const Eigen::Index n = A.size, sides = n == 0 ? 0 : static_cast<Eigen::Index>(X.size()) / n;
  const Eigen::Map<const Matrix> a(A.values.data(), n, n), x(X.data(), n, sides);
  const Matrix y = a * x;
  std::copy_n(y.data(), y.size(), Y.data());
}

void add_inner_products(std::span<const double> A, std::span<const double> B, Index length, Index columns,
                        std::span<double> C) {
  const Eigen::Index rows = static_cast<Eigen::Index>(A.size()) / length;
  const Eigen::Map<const ByRows> a(A.data(), rows, length);
  const Eigen::Map<const Matrix> b(B.data(), length, columns);
  Eigen::Map<ByRows>(C.data(), rows, columns).noalias() += a * b;
}

DenseColumns orthonormal(const DenseColumns& A) {
  return kept(Eigen::HouseholderQR<Matrix>(seen(A)).householderQ() * Matrix::Identity(A.rows, A.count));
}

DenseColumns symmetric_part(const DenseColumns& A) {
  DenseColumns S(A.rows, A.count);
  for (Index j = 0; j < A.count; ++j)
    for (Index i = 0; i < A.rows; ++i) S(i, j) = 0.5 * (A(i, j) + A(j, i));
  return S;
}

Eigenpairs eigenpairs(const DenseColumns& A) {
  return pairs_of(Eigen::SelfAdjointEigenSolver<Matrix>(seen(A)));
}

Eigenpairs eigenpairs(const DenseColumns& A, const DenseColumns& B) {
  return pairs_of(Eigen::GeneralizedSelfAdjointEigenSolver<Matrix>(seen(A), seen(B)));
}

double largest_eigenvalue(std::span<const double> diagonal, std::span<const double> beside) {
  Eigen::SelfAdjointEigenSolver<Matrix> solver;
  solver.computeFromTridiagonal(seen(diagonal), seen(beside), Eigen::EigenvaluesOnly);
  return solver.eigenvalues().maxCoeff();
}

std::vector<double> solved_by_rank(const DenseColumns& A, std::span<const double> b) {
  const Eigen::VectorXd x = seen(A).fullPivLu().solve(seen(b));
  return {x.begin(), x.end()};
}

}  // namespace sinew
