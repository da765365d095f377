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

// Marked: only pairs of which at least one triangle is marked in its tree.
enum class WhichPairs { kAll, kMarked };

// The pairs of triangles whose boxes, as they were fitted last, overlap: one of each tree, ascending. They
// replace what is in `pairs`. The trees must be fitted relative to the same origin.
void overlapping_pairs(const RefitTree& a, const RefitTree& b, WhichPairs which, OverlapScratch& scratch,
                       std::vector<TrianglePair>& pairs);
inline void overlapping_pairs(const RefitTree& a, const RefitTree& b, OverlapScratch& scratch,
                              std::vector<TrianglePair>& pairs) {
  overlapping_pairs(a, b, WhichPairs::kAll, scratch, pairs);
}

// Likewise within one surface, a < b, of triangles of which at most `most_shared` (0 to 2) corners are the
// same vertex.
void self_overlaps(const RefitTree& tree, WhichPairs which, OverlapScratch& scratch,
                   std::vector<TrianglePair>& pairs, int most_shared = 0);
inline void self_overlaps(const RefitTree& tree, OverlapScratch& scratch, std::vector<TrianglePair>& pairs,
                          int most_shared = 0) {
  self_overlaps(tree, WhichPairs::kAll, scratch, pairs, most_shared);
}

}  // namespace sinew
