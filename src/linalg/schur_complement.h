#pragma once

#include <span>

#include "linalg/block_matrix.h"
#include "linalg/dense_matrix.h"

namespace sinew {

// The Schur complement on a set S of block rows, with I all others: A_SS - A_SI A_II^-1 A_IS, dense
// and symmetric, rows and columns in the order of `kept`, three numbers each. The interior is eliminated
// front by front (linalg/sparse_cholesky.h), and S is the last front. Couplings to rows marked in `apart`
// (held nodes) are left out. Throws Error if A_II is not positive definite, and if `kept` names a row twice or
// one that is not there.
template <typename Real>
DenseMatrix schur_complement(const BlockMatrix<Real>& A, std::span<const Index> kept,
                             std::span<const char> apart = {});

// The rows and columns S of A^-1: how the kept rows respond to forces on them. It is the inverse of the
// Schur complement. Throws Error as above, and if A is not positive definite.
template <typename Real>
DenseMatrix responses(const BlockMatrix<Real>& A, std::span<const Index> kept,
                      std::span<const char> apart = {});

// The inverse of a symmetric positive definite matrix, whose lower triangle is read; its size is a
// multiple of three. Needs the memory of three more such matrices. Throws Error if it is not positive
// definite.
DenseMatrix inverse(DenseMatrix A);

}  // namespace sinew
