#pragma once

#include <compare>
#include <vector>

#include "collision/refit_tree.h"

namespace sinew {

// Two triangles by their numbers.
struct TrianglePair {
  Index a, b;
  auto operator<=>(const TrianglePair&) const = default;
};

// Memory of a search: after a few searches with the same one nothing is allocated. One search at a time.
struct OverlapScratch {
  struct NodePair {
    Index a, b;
  };
  std::vector<NodePair> tasks, waiting;
  std::vector<std::vector<TrianglePair>> found;  // per task
  std::vector<Index> first;                      // per triangle
};

// The pairs of triangles whose boxes, as they were fitted last, overlap: one of each tree, ascending. They
// replace what is in `pairs`. The trees must be fitted relative to the same origin.
void overlapping_pairs(const RefitTree& a, const RefitTree& b, OverlapScratch& scratch,
                       std::vector<TrianglePair>& pairs);

// Likewise within one surface, a < b, of triangles of which at most `most_shared` (0 to 2) corners are the
// same vertex.
void self_overlaps(const RefitTree& tree, OverlapScratch& scratch, std::vector<TrianglePair>& pairs,
                   int most_shared = 0);

}  // namespace sinew
