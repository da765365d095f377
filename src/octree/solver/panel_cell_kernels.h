#pragma once

#include "octree/solver/cell_kernels.h"

namespace sinew {

// The finest level's operator on sixteen vectors side by side (linalg/panel.h): lanes are vectors instead of
// cells. Corners then lie in memory as registers need them, and the data of a cell (rotation, ratio, weights
// of hanging corners) are the same in all lanes. Blocks and packs are those of cell_kernels.h; a row of a
// panel has 48 numbers.
//
// All kernels take a block, and work space for 48 numbers per vertex of the block, halo included, and write
// the rows of the block's own vertices.
struct PanelCellKernels {
  // y = A x; rows of held vertices are 0
  void (*multiply)(const CellPackView&, int block, const PackStiffness*, const VertexRow*, const float* x,
                   float* y, float* work);
  // r = b - A x; rows of held vertices are 0
  void (*residual)(const CellPackView&, int block, const PackStiffness*, const VertexRow*, const float* b,
                   const float* x, float* r, float* work);
  // to = x + omega D^-1 (b - A x)
  void (*relax)(const CellPackView&, int block, const PackStiffness*, const VertexRow*, float omega,
                const float* b, const float* x, float* to, float* work);
  // x = omega D^-1 b in rows [begin, end)
  void (*precondition)(const VertexRow*, float omega, const float* b, int begin, int end, float* x);
};

SINEW_KERNEL_TABLE(PanelCellKernels, panel_cell_kernels);

}  // namespace sinew
