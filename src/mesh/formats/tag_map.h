#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "sinew/base/geometry.h"

namespace sinew {

// Places of things that a file names by arbitrary numbers, with gaps and in any order.
class TagMap {
 public:
  explicit TagMap(const std::vector<long long>& tags) : sorted_(tags.size()) {
    for (std::size_t i = 0; i < tags.size(); ++i) sorted_[i] = {tags[i], static_cast<Index>(i)};
    std::sort(sorted_.begin(), sorted_.end());
  }

  // The place of a tag in the vector given; -1 for one that is not there.
  Index find(long long tag) const {
    // Most files number without gaps: then the first guess is right.
    if (sorted_.empty() || tag < sorted_.front().first || tag > sorted_.back().first) return -1;
    const auto guess =
        static_cast<unsigned long long>(tag) - static_cast<unsigned long long>(sorted_.front().first);
    if (guess < sorted_.size() && sorted_[guess].first == tag) return sorted_[guess].second;
    const auto found = std::lower_bound(sorted_.begin(), sorted_.end(), std::pair{tag, Index{0}});
    return found != sorted_.end() && found->first == tag ? found->second : -1;
  }

  // A tag that was given more than once, if there is one.
  std::optional<long long> duplicate() const {
    const auto same = [](const auto& a, const auto& b) { return a.first == b.first; };
    const auto found = std::adjacent_find(sorted_.begin(), sorted_.end(), same);
    if (found == sorted_.end()) return std::nullopt;
    return found->first;
  }

 private:
  std::vector<std::pair<long long, Index>> sorted_;
};

}  // namespace sinew
