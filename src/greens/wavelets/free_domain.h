#pragma once

#include <span>

#include "greens/responses/reference_problem.h"

namespace sinew {

// The free vertices of a surface as a domain of wavelets [JamesPai03, Eq. 21, 25]. Vertices have the numbers of
// responses (greens/responses/reference_problem.h); -1 is a vertex outside.
struct FreeDomain {
  std::vector<Index> counts;                  // of vertices, by level
  std::vector<std::array<Index, 2>> parents;  // of vertex counts[0] + i

  Index count() const { return counts.back(); }
  Index levels() const { return static_cast<Index>(counts.size()) - 1; }  // L: level 0 is the base
  Index count(Index level) const { return counts[static_cast<std::size_t>(level)]; }
  // The first level that has the vertex.
  Index level_of(Index vertex) const;
  const std::array<Index, 2>& parents_of(Index vertex) const {
    return parents[static_cast<std::size_t>(vertex - counts[0])];
  }
};

// Throws Error if the levels do not belong to the surface, or the base has no free vertex.
FreeDomain free_domain(const ReferenceProblem& problem);

// The number of each vertex of the surface among the free ones; -1 if it is held.
std::vector<Index> free_numbers(std::span<const char> held);

}  // namespace sinew
