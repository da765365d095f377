#pragma once

#include <span>
#include <vector>

#include "linalg/block_matrix.h"

namespace sinew {

// An order of elimination with little fill: rows[k] is the block row to eliminate as the k-th. The graph
// of the matrix is parted by separators, which come last, down to small parts, which are ordered by
// minimum degree [George 1973]. Depends on the pattern alone. `kept` rows come last of all, in the order
// given.
std::vector<Index> nested_dissection(const BlockPattern& pattern, std::span<const Index> kept = {});

}  // namespace sinew
