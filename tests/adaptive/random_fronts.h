#pragma once

#include "adaptive/front.h"
#include "base/random.h"

namespace sinew::test {

inline void refine_at_random(const AdaptiveRest& rest, Random& random, Front& front) {
  const int level = 1 + static_cast<int>(random.below(rest.count() - 1));
  const auto node = static_cast<Index>(random.below(rest.levels[level].node_count()));
  if (front.is_active(level, node)) front.refine(level, node);
}

// Refines, or coarsens, some node if that is possible.
inline void change_at_random(const AdaptiveRest& rest, Random& random, Front& front) {
  const int level = 1 + static_cast<int>(random.below(rest.count() - 1));
  const auto node = static_cast<Index>(random.below(rest.levels[level].node_count()));
  if (random.below(2) == 0) {
    if (front.is_active(level, node)) front.refine(level, node);
  } else if (front.may_coarsen(level, node)) {
    front.coarsen(level, node);
  }
}

// A front that is fine where the predicate of the rest position holds.
template <typename Predicate>
void refine_where(const AdaptiveRest& rest, Front& front, Predicate&& fine) {
  for (Index n = 0; n < rest.finest().node_count(); ++n)
    if (fine(rest.finest().elements.positions[n])) front.activate(0, n);
  front.settle();
}

}  // namespace sinew::test
