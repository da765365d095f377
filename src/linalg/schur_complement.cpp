#include "linalg/schur_complement.h"

#include <string>

#include "base/parallel.h"
#include "linalg/cholesky/front_elimination.h"
#include "linalg/cholesky/multifrontal.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

void require_rows(const BlockPattern& pattern, std::span<const Index> kept) {
  std::vector<char> seen(pattern.rows(), 0);
  for (const Index row : kept) {
    if (row < 0 || row >= pattern.rows())
      throw Error("row " + std::to_string(row) + " of the matrix does not exist", "",
                  "the matrix has " + std::to_string(pattern.rows()) + " block rows, the first is 0");
    if (seen[row] != 0)
      throw Error("row " + std::to_string(row) + " is kept twice", "", "list each row once");
    seen[row] = 1;
  }
}

// M(i, j) = M(j, i) = entry(i, j) for i >= j, where entry(row, column, r, c) counts blocks and numbers in
// them.
template <typename Entry>
void set_symmetric(DenseMatrix& M, Entry&& entry) {
  parallel_for(M.size / 3, 16, [&](Index begin, Index end) {
    for (Index column = begin; column < end; ++column)
      for (Index row = column; row < M.size / 3; ++row)
        for (Index c = 0; c < 3; ++c)
          for (Index r = row == column ? c : 0; r < 3; ++r)
            M(3 * row + r, 3 * column + c) = M(3 * column + c, 3 * row + r) = entry(row, column, r, c);
  });
}

}  // namespace

template <typename Real>
DenseMatrix schur_complement(const BlockMatrix<Real>& A, std::span<const Index> kept,
                             std::span<const char> apart) {
  require_rows(*A.pattern, kept);
  DenseMatrix S(3 * static_cast<Index>(kept.size()));
  if (kept.empty()) return S;
  Multifrontal fronts;
  fronts.analyse(*A.pattern, best_instruction_set(), kept);
  if (!fronts.factor(A, {apart, 0}))
    throw Error("the matrix of the eliminated rows is not positive definite", "",
                "a part of the body is connected to none of the kept rows and held by nothing, or an element "
                "is inverted");
  const FrontLayout layout = fronts.last_layout();
  const double* panel = fronts.last_front().panel;
  set_symmetric(S, [&](Index row, Index column, Index r, Index c) {
    return panel[layout.in_panel(row, column) + layout.tile_rows() * c + r];
  });
  return S;
}

template <typename Real>
DenseMatrix responses(const BlockMatrix<Real>& A, std::span<const Index> kept, std::span<const char> apart) {
  return inverse(schur_complement(A, kept, apart));
}

// The elimination of A in the matrix on the left leaves -A^-1 where the zero was, so a front does all the
// work:
//     ( A  I )     L_21 = L^-T,  0 - L_21 L_21^T = -A^-1
//     ( I  0 )
// The identity begins at a whole tile; kernels skip the zeros before its diagonal.
DenseMatrix inverse(DenseMatrix A) {
  const FrontKernels& kernels = front_kernels_for(best_instruction_set());
  const Index lanes = kernels.lanes, n = A.size / 3, tiles = (n + lanes - 1) / lanes;
  const FrontLayout layout{n, 2 * tiles * lanes, lanes};
  const Index identity = tiles * lanes;  // its first block row
  UnsetVector<double> panel(layout.panel_size()), rest(layout.rest_size());
  clear(panel.data(), panel.size());
  clear(rest.data(), rest.size());
  parallel_for_each(static_cast<std::size_t>(n), 16, [&](Index column) {
    for (Index row = column; row < n; ++row)
      for (Index c = 0; c < 3; ++c)
        for (Index r = row == column ? c : 0; r < 3; ++r)
          panel[layout.in_panel(row, column) + layout.tile_rows() * c + r] = A(3 * row + r, 3 * column + c);
    for (Index c = 0; c < 3; ++c)
      panel[layout.in_panel(identity + column, column) + layout.tile_rows() * c + c] = 1;
  });
  DenseFront front = layout.front(panel.data(), rest.data());
  front.identity_tile = tiles;
  if (!eliminate(kernels, front))
    throw Error("the matrix is not positive definite", "",
                "a part of the body is held by nothing, or an element is inverted");
  set_symmetric(A, [&](Index row, Index column, Index r, Index c) {
    return -rest[layout.in_rest(identity + row, identity + column) + layout.tile_rows() * c + r];
  });
  return A;
}

template DenseMatrix schur_complement(const BlockMatrix<float>&, std::span<const Index>,
                                      std::span<const char>);
template DenseMatrix schur_complement(const BlockMatrix<double>&, std::span<const Index>,
                                      std::span<const char>);
template DenseMatrix responses(const BlockMatrix<float>&, std::span<const Index>, std::span<const char>);
template DenseMatrix responses(const BlockMatrix<double>&, std::span<const Index>, std::span<const char>);

}  // namespace sinew
