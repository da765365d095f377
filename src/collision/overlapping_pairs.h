#pragma once

#include <compare>
#include <vector>

#include "collision/flight_boxes.h"
#include "collision/refit_tree.h"

namespace sinew {

// Two triangles by their numbers.
struct TrianglePair {
  Index a, b;
  auto operator<=>(const TrianglePair&) const = default;
};

// Memory of a search: after a few searches with the same one nothing is allocated. One search at a time.
struct OverlapScratch {
  struct BoxPair {
    Index a, b;
  };
  std::vector<BoxPair> tasks, waiting;
  std::vector<std::vector<TrianglePair>> found;  // per task
  std::vector<Index> first;                      // per triangle
};

// The pairs of triangles whose boxes, as the trees were fitted last, overlap: one of each tree, ascending. They replace
// what is in `pairs`. The trees must be fitted relative to the same origin.
void overlapping_pairs(const RefitTree& a, const RefitTree& b, OverlapScratch& scratch,
                       std::vector<TrianglePair>& pairs);
// Likewise within one surface, a < b, of triangles of which at most `most_shared` (0 to 2) corners are the
// same vertex.
void self_overlaps(const RefitTree& tree, OverlapScratch& scratch, std::vector<TrianglePair>& pairs,
                   int most_shared = 0);

// Marked: only pairs of which at least one triangle is marked in its tree.
enum class WhichPairs { kAll, kMarked };

// A surface that moves: its tree, and boxes that were fitted for it.
struct Flight {
  const RefitTree& tree;
  const FlightBoxes& boxes;
};

// Likewise, of triangles that may meet on their paths: all that come nearer than the sum of their margins, and some that
// do not, which depend on the order of the trees.
void overlapping_pairs(const Flight& a, const Flight& b, WhichPairs which, OverlapScratch& scratch,
                       std::vector<TrianglePair>& pairs);
void self_overlaps(const Flight& flight, WhichPairs which, OverlapScratch& scratch,
                   std::vector<TrianglePair>& pairs);

}  // namespace sinew
