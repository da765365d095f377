#pragma once

#include "elastic/cube_element.h"
#include "octree/solver/cell_levels.h"

namespace sinew {

// The Galerkin operators of the coarse levels, cell by cell [Dick11, sec. 6.4, Eq. 2]: the plain
// implementation, with which tests compare the fast one. A cell's matrix is over its eight unknowns, 24 x 24
// (CubeMatrix).

// The weights by which the unknowns of a cell follow those of the merged cell around it: trilinear, except
// for those that already are corners of the parent, which hanging corners refer to. Held unknowns (a bit
// each) follow nothing.
CornerWeights unknown_weights(int octant, unsigned hanging, unsigned held = 0);

// H^T A H for weights H between corners or unknowns.
CubeMatrix galerkin(const CubeMatrix& A, const CornerWeights& H);

// The matrices of the cells of level l + 1 from those of level l: sums of Q^T A Q over merged cells,
// unchanged matrices for cells that are passed on. `held` is per vertex of level l, or empty; held vertices
// are left out.
std::vector<CubeMatrix> coarse_cell_matrices(const CellLevel& fine, const CellLevel& coarse,
                                             std::span<const CubeMatrix> matrices,
                                             std::span<const char> held = {});

}  // namespace sinew
