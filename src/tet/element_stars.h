#pragma once

#include <array>
#include <span>
#include <vector>

#include "linalg/block_matrix.h"

namespace sinew {

// Elements of up to four nodes, and from each node the way back to its elements: every node gathers its own
// matrix row or force, in parallel without locks and in one order whatever the number of threads.
struct ElementStars {
  int corners = 4;           // nodes of an element
  std::vector<Index> nodes;  // `corners` per element

  // For each element at a node: which, which of its corners the node is, and the places in the node's matrix
  // row of the element's nodes.
  struct Corner {
    Index element;
    int corner;
    std::array<Index, 4> place;
  };
  std::vector<Index> start;  // nodes + 1
  std::vector<Corner> at_node;

  Index element_count() const { return static_cast<Index>(nodes.size()) / corners; }
  std::span<const Index> element(Index e) const {
    return {&nodes[static_cast<std::size_t>(corners) * e], static_cast<std::size_t>(corners)};
  }
  std::span<const Corner> operator[](Index node) const {
    return {at_node.data() + start[node], static_cast<std::size_t>(start[node + 1] - start[node])};
  }
};

// Elements at a node ascend. The pattern must couple the nodes of each element.
ElementStars make_element_stars(const BlockPattern& pattern, std::vector<Index> nodes, int corners);

}  // namespace sinew
