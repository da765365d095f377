#pragma once

#include <span>
#include <vector>

#include "linalg/block_matrix.h"

namespace sinew {

// Groups of columns that are eliminated together, and their tree. A column is known by its place in an
// order of elimination; groups need not be consecutive in it.
struct Supernode {
  std::vector<Index> columns;  // ascending; none: merged into another
  std::vector<Index> reached;  // columns below, ascending
  std::vector<Index> children;
  Index parent = -1;
};

// Supernodes of L for P A P^T, where order[k] is the row of A that becomes row k: columns of equal
// structure, then merged with their parents where a larger front with some zeros costs less than two
// (relaxed amalgamation). The last `kept` columns are one supernode of their own, if there are any.
std::vector<Supernode> find_supernodes(const BlockPattern& pattern, std::span<const Index> order, Index kept);

}  // namespace sinew
