#include "collision/box_hash.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace sinew {

void BoxHash::overlaps(std::span<const FloatBox> boxes, std::vector<std::array<Index, 2>>& pairs) {
  pairs.clear();
  if (boxes.empty()) return;
  // Cells are half as wide again as the boxes are long on the mean.
  double sides = 0;
  for (const FloatBox& b : boxes)
    sides += std::max({b.upper[0] - b.lower[0], b.upper[1] - b.lower[1], b.upper[2] - b.lower[2]});
  const double size = 1.5 * sides / static_cast<double>(boxes.size());
  const auto per_m = static_cast<float>(size > 0 ? 1 / size : 1);
  // std::floor is a call where it is no instruction.
  const auto cell_of = [&](float x) {
    const float scaled = std::clamp(x * per_m, -1e9F, 1e9F);
    const int cell = static_cast<int>(scaled);
    return cell - (scaled < static_cast<float>(cell) ? 1 : 0);
  };
  entries_.clear();
  for (Index i = 0; i < static_cast<Index>(boxes.size()); ++i) {
    const FloatBox& b = boxes[i];
    std::array<int, 3> low, high;
    for (int axis = 0; axis < 3; ++axis)
      low[axis] = cell_of(b.lower[axis]), high[axis] = cell_of(b.upper[axis]);
    for (int x = low[0]; x <= high[0]; ++x)
      for (int y = low[1]; y <= high[1]; ++y)
        for (int z = low[2]; z <= high[2]; ++z) entries_.push_back({{x, y, z}, i});
  }
  const unsigned buckets = std::bit_ceil(static_cast<unsigned>(entries_.size()));
  first_.assign(buckets + 1, 0);
  bucket_of_.resize(entries_.size());
  for (std::size_t e = 0; e < entries_.size(); ++e) {
    const auto& [x, y, z] = entries_[e].cell;
    const unsigned mixed = static_cast<unsigned>(x) * 73856093U ^ static_cast<unsigned>(y) * 19349663U ^
                           static_cast<unsigned>(z) * 83492791U;
    bucket_of_[e] = (mixed ^ mixed >> 15U) & (buckets - 1);
    ++first_[bucket_of_[e] + 1];
  }
  std::partial_sum(first_.begin(), first_.end(), first_.begin());
  sorted_.resize(entries_.size());
  for (std::size_t e = entries_.size(); e-- > 0;)
    sorted_[--first_[bucket_of_[e] + 1]] = static_cast<Index>(e);
  // first_[b + 1] is now where bucket b begins.
  for (unsigned b = 0; b < buckets; ++b) {
    const Index begin = first_[b + 1],
                end = b + 1 < buckets ? first_[b + 2] : static_cast<Index>(entries_.size());
    for (Index i = begin; i < end; ++i)
      for (Index j = i + 1; j < end; ++j) {
        const Entry &s = entries_[sorted_[i]], &t = entries_[sorted_[j]];
        if (s.cell != t.cell || !overlap(boxes[s.box], boxes[t.box])) continue;
        // A pair with several cells in common counts in the first of them.
        bool is_first = true;
        for (int axis = 0; axis < 3; ++axis)
          is_first &= s.cell[axis] == cell_of(std::max(boxes[s.box].lower[axis], boxes[t.box].lower[axis]));
        if (is_first) pairs.push_back({s.box, t.box});
      }
  }
}

}  // namespace sinew
