#pragma once

#include <array>
#include <span>
#include <vector>

#include "linalg/block_matrix.h"

namespace sinew {

// Elements of up to four nodes, and for each node its elements: every node gathers its own matrix row or
// force, in parallel without locks, and in the same order for any number of threads.
struct ElementStars {
  int corners = 4;           // nodes per element
  std::vector<Index> nodes;  // `corners` per element

  // For each element at a node: its number, which of its corners the node is, and the places of the element's
  // nodes in the node's matrix row.
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

// The elements at a node are ascending. The pattern must couple the nodes of each element.
ElementStars make_element_stars(const BlockPattern& pattern, std::vector<Index> nodes, int corners);

}  // namespace sinew
