#pragma once

#include "linalg/block_matrix.h"
#include "multigrid/interpolation.h"

namespace sinew {

// The coarse operator K^H = P^T K^h P [Georgii05, sec. 3.2.1]: its pattern, computed once, and its values,
// computed whenever the fine matrix changes. Both run in parallel over coarse rows.
BlockPattern galerkin_pattern(const BlockPattern& fine, const Interpolation& P);

// A coarse node that no fine node follows (all of them are fixed) gets the identity as its diagonal block.
template <typename Real>
void galerkin_product(const BlockMatrix<Real>& fine, const Interpolation& P, BlockMatrix<Real>& coarse);

}  // namespace sinew
