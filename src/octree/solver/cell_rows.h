#pragma once

#include <span>

#include "linalg/block_matrix.h"
#include "octree/grid/vertices.h"
#include "octree/solver/galerkin_kernels.h"

namespace sinew {

// Where the blocks of each cell lie in a level's matrix, and the matrix's pattern. Vertex v of those in
// `unknowns` has row row_of[v]. `order` lists the cells in the order in which they will be added; the first
// that reaches a block is marked. For speed, vertices and cells that are near in space should have near
// numbers.
UnsetVector<CellRows> cell_rows(std::span<const CellUnknowns> unknowns, std::span<const Index> row_of,
                                std::span<const Index> order, BlockPattern& pattern);

}  // namespace sinew
