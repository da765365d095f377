#pragma once

#include <span>

#include "linalg/block_matrix.h"
#include "octree/grid/vertices.h"
#include "octree/solver/galerkin_kernels.h"

namespace sinew {

// Where the blocks of each cell lie in a level's matrix, and the matrix's pattern. Vertex v, of those that
// `unknowns` name, has row row_of[v]; `order` lists the cells as they will be added: the first to come to a
// block is marked. Vertices and cells that are near should have near numbers.
UnsetVector<CellRows> cell_rows(std::span<const CellUnknowns> unknowns, std::span<const Index> row_of,
                                std::span<const Index> order, BlockPattern& pattern);

}  // namespace sinew
