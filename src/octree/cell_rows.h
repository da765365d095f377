#pragma once

#include <span>

#include "linalg/block_matrix.h"
#include "octree/galerkin_kernels.h"

namespace sinew {

// Where the blocks of each cell lie in a level's matrix of `row_count` rows, and the matrix's pattern. `rows`
// lists the eight of every cell; `order` the cells as they will be added: the first to come to a block is
// marked.
std::vector<CellRows> cell_rows(std::span<const Index> rows, Index row_count, std::span<const Index> order,
                                BlockPattern& pattern);

}  // namespace sinew
