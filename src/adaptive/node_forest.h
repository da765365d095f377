#pragma once

#include "adaptive/level_rest.h"

namespace sinew {

// How the nodes of the levels depend on each other when parts of a body are refined [Otaduy07, sec. 4.2].
//
//   level l+1    N ------ parent                  parent(n): the corner of T+(n) nearest to n
//               / \                               children(N): the nodes of the next finer level whose parent N is
//   level l    n   n  ... children
//
// If N is refined its cascade neighbours C(N), on its own level, must be active. They are, made symmetric:
//   (a) the nodes that share an element with N;
//   (b) the corners of T+(k) for every k that is a child of N or shares an element with one: children of N and the
//       interface around them are interpolated from these;
//   (c) the parents of the nodes in the row of R~ of N, which are then active or interface.
struct NodeForest {
  struct Level {
    std::vector<Index> parent;  // on the next coarser level; empty on the coarsest
    NodeLists<Index> children;  // on the next finer level, ascending; none on the finest
    NodeLists<Index> cascade;   // on this level, ascending, without the node itself
  };
  std::vector<Level> levels;
};

NodeForest make_node_forest(const AdaptiveRest& rest);

}  // namespace sinew
