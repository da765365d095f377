#include "linalg/cholesky/front_schedule.h"

#include <algorithm>
#include <numeric>

namespace sinew {

namespace {

constexpr std::size_t kMostBranches = 24;
constexpr double kSmallestBranch = 1e5;  // ns

// Cuts the most expensive branch into those of its children until there are enough.
class Branching {
 public:
  explicit Branching(const FrontTree& tree) : tree_(tree), cost_(tree.fronts.size()) {
    for (Index f = 0; f < static_cast<Index>(cost_.size()); ++f) {
      cost_[f] = front_cost(tree.fronts[f].columns, tree.fronts[f].reached());
      for (const Index child : tree.children_of(f)) cost_[f] += cost_[child];
      if (tree.fronts[f].parent < 0) tops_.push_back(f);
    }
  }

  void find(FrontSchedule& schedule) {
    // The kept front is not eliminated: only what is below it makes branches.
    if (tree_.kept > 0) cut(tops_.size() - 1, schedule);
    while (tops_.size() < kMostBranches && !tops_.empty()) {
      const auto largest =
          std::max_element(tops_.begin(), tops_.end(), [&](Index a, Index b) { return cost_[a] < cost_[b]; });
      if (cost_[*largest] < kSmallestBranch || tree_.children_of(*largest).empty()) break;
      cut(static_cast<std::size_t>(largest - tops_.begin()), schedule);
    }
    std::stable_sort(tops_.begin(), tops_.end(), [&](Index a, Index b) { return cost_[a] > cost_[b]; });
    for (const Index top : tops_) schedule.branches.push_back({tree_.fronts[top].first_below, top + 1});
    std::sort(schedule.trunk.begin(), schedule.trunk.end());
  }

 private:
  void cut(std::size_t which, FrontSchedule& schedule) {
    const Index front = tops_[which];
    tops_.erase(tops_.begin() + static_cast<std::ptrdiff_t>(which));
    schedule.trunk.push_back(front);
    for (const Index child : tree_.children_of(front)) tops_.push_back(child);
  }

  const FrontTree& tree_;
  std::vector<double> cost_;  // of each front and all below it
  std::vector<Index> tops_;   // of branches
};

// Two stacks, by the parity of depth.
class RestStacks {
 public:
  RestStacks(const FrontTree& tree, std::span<const std::size_t> sizes) : tree_(tree), sizes_(sizes) {
    odd_.resize(tree.fronts.size());
    for (Index f = static_cast<Index>(odd_.size()) - 1; f >= 0; --f)
      odd_[f] = tree.fronts[f].parent >= 0 && !odd_[tree.fronts[f].parent];
  }

  // Places the rests of these fronts from `begin` on, in the order in which they are eliminated; returns
  // the end. Children that are not among them lie elsewhere.
  std::size_t place(std::span<const Index> fronts, std::size_t begin, std::vector<std::size_t>& at) const {
    std::size_t top[2] = {0, 0}, peak[2] = {0, 0};
    std::vector<char> own(tree_.fronts.size(), 0);
    for (const Index f : fronts) {
      const bool odd = odd_[f];
      at[f] = top[odd];
      top[odd] += sizes_[f];
      peak[odd] = std::max(peak[odd], top[odd]);
      for (const Index child : tree_.children_of(f))
        if (own[child] != 0) top[!odd] -= sizes_[child];
      own[f] = 1;
    }
    for (const Index f : fronts) at[f] += begin + (odd_[f] ? peak[0] : 0);
    return begin + peak[0] + peak[1];
  }

 private:
  const FrontTree& tree_;
  std::span<const std::size_t> sizes_;
  std::vector<bool> odd_;
};

}  // namespace

FrontLayout layout_of(const FrontShape& front, Index lanes) { return {front.columns, front.size(), lanes}; }

FrontSchedule make_front_schedule(const FrontTree& tree, Index lanes) {
  FrontSchedule schedule;
  Branching(tree).find(schedule);
  std::vector<std::size_t> rest_sizes;
  for (const FrontShape& front : tree.fronts) {
    const FrontLayout layout = layout_of(front, lanes);
    schedule.panel_at.push_back(schedule.panel_size);
    schedule.panel_size += layout.panel_size();
    schedule.most_rows = std::max(schedule.most_rows, layout.tiles() * layout.tile_rows());
    rest_sizes.push_back(layout.rest_size());
  }
  schedule.rest_at.resize(tree.fronts.size());
  const RestStacks stacks(tree, rest_sizes);
  for (const FrontSchedule::Branch& branch : schedule.branches) {
    std::vector<Index> fronts(branch.end - branch.begin);
    std::iota(fronts.begin(), fronts.end(), branch.begin);
    schedule.rest_size = stacks.place(fronts, schedule.rest_size, schedule.rest_at);
  }
  schedule.rest_size = stacks.place(schedule.trunk, schedule.rest_size, schedule.rest_at);
  return schedule;
}

}  // namespace sinew
