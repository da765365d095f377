#pragma once

#include "linalg/cholesky/separator_refinement.h"

namespace sinew {

// Parts a graph in two of similar weight by a light separator. As METIS does [Karypis, Kumar 1998]:
// neighbours are merged in pairs until few vertices are left, these are parted from several starts, and
// the best separator is refined on the way back.
std::vector<Side> find_separator(const Graph& graph);

}  // namespace sinew
