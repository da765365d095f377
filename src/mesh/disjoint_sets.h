#pragma once

#include <numeric>
#include <utility>
#include <vector>

#include "sinew/base/geometry.h"

namespace sinew {

// Connected components: the component of every item, numbered from 0 by first appearance.
struct Components {
  std::vector<Index> of;
  Index count = 0;
};

// Union-find over numbers: unite joins two sets, find returns the representative of a number's set. The
// representative is the smallest member, so results do not depend on the order of the unions.
class DisjointSets {
 public:
  explicit DisjointSets(Index size) : parent_(size) { std::iota(parent_.begin(), parent_.end(), 0); }

  Index find(Index i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void unite(Index i, Index j) {
    i = find(i), j = find(j);
    if (j < i) std::swap(i, j);
    parent_[j] = i;
  }
  Components components() {
    Components result{std::vector<Index>(parent_.size()), 0};
    for (Index i = 0; i < static_cast<Index>(parent_.size()); ++i)
      result.of[i] = find(i) == i ? result.count++ : result.of[find(i)];
    return result;
  }

 private:
  std::vector<Index> parent_;
};

}  // namespace sinew
