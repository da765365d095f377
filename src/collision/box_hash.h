#pragma once

#include <array>
#include <span>
#include <vector>

#include "collision/float_box.h"
#include "sinew/base/geometry.h"

namespace sinew {

// Pairs of boxes of about the same size that overlap, by a hash of the cells of a grid: its time grows with the number
// of boxes and of pairs. Memory is kept from one search to the next.
class BoxHash {
 public:
  // Replaces what is in `pairs`: the smaller number first, each once, in an order that depends on the boxes alone.
  void overlaps(std::span<const FloatBox> boxes, std::vector<std::array<Index, 2>>& pairs);

 private:
  struct Entry {
    std::array<int, 3> cell;
    Index box;
  };
  std::vector<Entry> entries_;
  std::vector<unsigned> bucket_of_;
  std::vector<Index> first_, sorted_;
};

}  // namespace sinew
