#include "octree/grid/index_splice.h"

#include <algorithm>

namespace sinew {

IndexSplice::IndexSplice(std::span<const Index> old_start, std::span<const Index> window_start,
                         std::span<const Index> segment_of, std::span<const char> taken)
    : old_count_(old_start.back()),
      start_(old_start.begin(), old_start.end()),
      window_start_(window_start.begin(), window_start.end()),
      taken_(taken.begin(), taken.end()) {
  // Sum up what the segments that are taken add.
  const Index segments = static_cast<Index>(old_start.size()) - 1;
  std::vector<Index> source(segments, -1);
  for (std::size_t k = 0; k < segment_of.size(); ++k)
    if (taken[k] != 0) source[segment_of[k]] = static_cast<Index>(k);
  const auto count_of = [&](Index s) {
    const Index k = source[s];
    return k < 0 ? old_start[s + 1] - old_start[s] : window_start[k + 1] - window_start[k];
  };
  for (Index s = 0; s < segments; ++s) start_[s + 1] = start_[s] + count_of(s);

  // Join neighbouring segments of the same source.
  for (Index s = 0; s < segments;) {
    const Index first = s, k = source[s];
    if (k < 0)
      while (s < segments && source[s] < 0) ++s;
    else
      ++s;
    add_run(k < 0 ? old_start[first] : window_start[k], start_[first], start_[s] - start_[first], k >= 0);
  }
  find_shifts(old_start);
  for (const Index segment : segment_of) window_to_.push_back(start_[segment]);
}

void IndexSplice::add_run(Index from, Index to, Index count, bool of_window) {
  for (Index done = 0; done < count; done += kLongest)
    runs_.push_back({from + done, to + done, std::min(kLongest, count - done), of_window});
}

void IndexSplice::find_shifts(std::span<const Index> old_start) {
  for (std::size_t s = 0; s < old_start.size(); ++s) {
    const Index shift = start_[s] - old_start[s];
    if (!shift_.empty() && shift == shift_.back()) continue;
    shift_from_.push_back(old_start[s]);
    shift_.push_back(shift);
  }
  shift_of_block_.resize((old_start.back() >> kBlock) + 1);
  for (std::size_t block = 0; block < shift_of_block_.size(); ++block) {
    const Index first = static_cast<Index>(block) << kBlock, last = first + (1 << kBlock) - 1;
    const std::size_t range = range_of(first);
    shift_of_block_[block] = range == range_of(last) ? shift_[range] : kMixed;
  }
}

std::size_t IndexSplice::range_of(Index i) const {
  const auto after = std::upper_bound(shift_from_.begin(), shift_from_.end(), i);
  return static_cast<std::size_t>(after - shift_from_.begin()) - 1;
}

std::size_t IndexSplice::window_segment(Index i) const {
  const auto after = std::upper_bound(window_start_.begin(), window_start_.end(), i);
  return static_cast<std::size_t>(after - window_start_.begin()) - 1;
}

Index IndexSplice::of_window(Index i) const {
  const std::size_t segment = window_segment(i);
  return window_to_[segment] + i - window_start_[segment];
}

}  // namespace sinew
