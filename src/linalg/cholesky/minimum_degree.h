#pragma once

#include <span>
#include <vector>

#include "linalg/block_matrix.h"

namespace sinew {

// An order in which to eliminate the given rows: always one of least degree, the first of equals. Rows
// that are coupled to them and not listed are eliminated later, and count in the degrees. For up to a few
// hundred rows, since degrees are exact, from the whole matrix of couplings, one bit each. `local`: as in
// graph_of.
std::vector<Index> minimum_degree(const BlockPattern& pattern, std::span<const Index> rows,
                                  std::vector<Index>& local);

}  // namespace sinew
