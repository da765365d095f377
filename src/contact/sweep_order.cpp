#include "contact/sweep_order.h"

#include <algorithm>
#include <numeric>

namespace sinew {

namespace {
constexpr Index kContactsInOneGo = 256;  // fewer are not worth another thread
}  // namespace

void SweepOrder::set(std::span<const std::array<Index, 2>> bodies_of, Index body_count) {
  groups_.clear(), level_of_group_.clear();
  level_of_body_.assign(body_count, -1);
  const auto count = static_cast<Index>(bodies_of.size());
  Index levels = 0;
  for (Index begin = 0, end = 0; begin < count; begin = end) {
    while (end < count && bodies_of[end] == bodies_of[begin]) ++end;
    groups_.push_back({begin, end});
    Index below = -1;
    for (const Index body : bodies_of[begin])
      if (body >= 0) below = std::max(below, level_of_body_[body]);
    for (const Index body : bodies_of[begin])
      if (body >= 0) level_of_body_[body] = below + 1;
    level_of_group_.push_back(below + 1);
    levels = std::max(levels, below + 2);
  }
  sort_by_level(levels);
}

// Groups of one level stay in order.
void SweepOrder::sort_by_level(Index levels) {
  first_.assign(levels + 1, 0);
  chunk_.assign(levels, 0);
  for (const Index level : level_of_group_) ++first_[level + 1];
  std::partial_sum(first_.begin(), first_.end(), first_.begin());
  fill_.assign(first_.begin(), first_.end() - 1);
  sorted_.resize(groups_.size());
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const Index level = level_of_group_[g];
    chunk_[level] += groups_[g].end - groups_[g].begin;
    sorted_[fill_[level]++] = groups_[g];
  }
  groups_.swap(sorted_);
  for (Index level = 0; level < levels; ++level) {
    const Index groups = first_[level + 1] - first_[level], contacts = chunk_[level];
    chunk_[level] = std::max<Index>(1, groups * kContactsInOneGo / std::max<Index>(1, contacts));
  }
}

}  // namespace sinew
