#pragma once

#include <span>
#include <vector>

#include "mesh/disjoint_sets.h"

namespace sinew {

// The pieces of a body that no hold touches, as lists of nodes.
struct LoosePieces {
  std::vector<Index> numbers;  // of these pieces among all
  std::vector<Index> start;    // of their nodes; pieces + 1
  std::vector<Index> nodes;    // ascending within each piece

  Index count() const { return static_cast<Index>(numbers.size()); }
  std::span<const Index> piece(Index p) const {
    return std::span(nodes).subspan(start[p], start[p + 1] - start[p]);
  }
};

// `pieces` says which nodes are connected; `held` is per node.
LoosePieces find_loose_pieces(const Components& pieces, std::span<const char> held);

}  // namespace sinew
