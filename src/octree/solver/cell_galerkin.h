#pragma once

#include "elastic/cube_element.h"
#include "octree/solver/cell_levels.h"

namespace sinew {

// The Galerkin operators of the coarse levels cell by cell [Dick11, sec. 6.4, Eq. 2]: the plain way, which
// the fast one is compared with. A cell's matrix is over its eight unknowns, 24 x 24 (CubeMatrix).

// How the unknowns of a cell follow those of the merged cell around it: trilinearly, but those of the
// parent's corners, which hanging corners refer to, stay. Held ones (a bit each) follow nothing.
CornerWeights unknown_weights(int octant, unsigned hanging, unsigned held = 0);

// H^T A H for weights H between corners or unknowns.
CubeMatrix galerkin(const CubeMatrix& A, const CornerWeights& H);

// Matrices of the cells of level l + 1 from those of level l: sums of Q^T A Q over what is merged, the same
// again of what is passed on. `held` per vertex of level l, or empty: such vertices are left out.
std::vector<CubeMatrix> coarse_cell_matrices(const CellLevel& fine, const CellLevel& coarse,
                                             std::span<const CubeMatrix> matrices,
                                             std::span<const char> held = {});

}  // namespace sinew
