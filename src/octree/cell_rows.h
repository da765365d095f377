#pragma once

#include <span>

#include "linalg/block_matrix.h"
#include "octree/galerkin_kernels.h"
#include "octree/vertices.h"

namespace sinew {

// Where the blocks of each cell lie in the rows of a level's matrix, and the matrix's pattern. Vertex v has
// row row_of[v]; `order` lists the cells as they will be added, the first to come to a block being marked.
std::vector<CellRows> cell_rows(std::span<const CellUnknowns> unknowns, std::span<const Index> row_of,
                                std::span<const Index> order, BlockPattern& pattern);

}  // namespace sinew
