#pragma once

#include <span>
#include <vector>

#include "linalg/dense_matrix.h"

namespace sinew {

// Algebra of dense matrices that is not our own. Eigen does it, in dense_algebra.cpp (and in dense_lu.cpp), so that no
// other source compiles Eigen's templates.

// A matrix of any shape, column by column.
struct DenseColumns {
  Index rows = 0, count = 0;
  std::vector<double> values;

  DenseColumns() = default;
  // All zero.
  DenseColumns(Index row_count, Index column_count)
      : rows(row_count), count(column_count), values(static_cast<std::size_t>(row_count) * column_count) {}

  double& operator()(Index i, Index j) { return values[static_cast<std::size_t>(j) * rows + i]; }
  double operator()(Index i, Index j) const { return values[static_cast<std::size_t>(j) * rows + i]; }
};

// A B, and A^T B.
DenseColumns product(const DenseColumns& A, const DenseColumns& B);
DenseColumns transposed_product(const DenseColumns& A, const DenseColumns& B);
// Y = A X, for as many columns as X has.
void multiply(const DenseMatrix& A, std::span<const double> X, std::span<double> Y);
// C += A B, of A by rows and B by columns, which are `length` long, and C by rows of `columns` numbers.
void add_inner_products(std::span<const double> A, std::span<const double> B, Index length, Index columns,
                        std::span<double> C);

// Columns that span what those of A do; no fewer of them.
DenseColumns orthonormal(const DenseColumns& A);
// (A + A^T) / 2
DenseColumns symmetric_part(const DenseColumns& A);

// Ascending eigenvalues, and their vectors as columns.
struct Eigenpairs {
  std::vector<double> values;
  DenseColumns vectors;
};
// Of a symmetric matrix: A x = lambda x; of two, the second of them positive definite: A x = lambda B x.
Eigenpairs eigenpairs(const DenseColumns& A);
Eigenpairs eigenpairs(const DenseColumns& A, const DenseColumns& B);

// The largest eigenvalue of a symmetric tridiagonal matrix; `beside` are the numbers above and below the
// diagonal, one fewer than on it.
double largest_eigenvalue(std::span<const double> diagonal, std::span<const double> beside);

// A^-1 b by full pivoting; if A is singular, a solution where there is one.
std::vector<double> solved_by_rank(const DenseColumns& A, std::span<const double> b);

}  // namespace sinew
