#pragma once

#include <vector>

#include "linalg/cholesky/graph.h"

namespace sinew {

// Where a vertex lies: in one of two parts that no edge joins, or in the separator between them.
using Side = signed char;
inline constexpr Side kLeft = 0, kRight = 1, kBetween = 2;

struct SideWeights {
  Index of[3] = {0, 0, 0};

  Index separator() const { return of[kBetween]; }
  Index larger() const { return of[kLeft] > of[kRight] ? of[kLeft] : of[kRight]; }
  bool better_than(const SideWeights& other) const {
    return separator() != other.separator() ? separator() < other.separator() : larger() < other.larger();
  }
};

SideWeights side_weights(const Graph& graph, const std::vector<Side>& sides);

// Makes the separator lighter by moving its vertices into a part, whose neighbours in the other part then
// join the separator [Fiduccia, Mattheyses 1982; for separators Ashcraft, Liu 1996]. The best move is
// made first, also if it makes things worse for a while; what did not pay in the end is taken back.
// Neither part gets heavier than `limit`, unless it is the lighter one.
void refine_separator(const Graph& graph, Index limit, std::vector<Side>& sides);

}  // namespace sinew
