#include "adaptive/front.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

namespace sinew {

Front::Front(const AdaptiveRest& rest, const NodeForest& forest) : rest_(rest), forest_(forest) {
  for (const LevelRest& level : rest.levels) marks_.emplace_back(level.node_count(), NodeMark::kIdle);
  std::ranges::fill(marks_.back(), NodeMark::kFront);
  lists_.resize(rest.count());
  settle();
}

void Front::activate(int level, Index node) {
  if (!is_active(level, node)) refine(level + 1, forest_.levels[level].parent[node]);
}

// The recursion only goes to coarser levels, so it ends.
void Front::refine(int level, Index node) {
  activate(level, node);
  if (marks_[level][node] == NodeMark::kInterior) return;
  marks_[level][node] = NodeMark::kInterior;
  for (const Index other : forest_.levels[level].cascade[node]) activate(level, other);
  for (const Index child : forest_.levels[level].children[node]) marks_[level - 1][child] = NodeMark::kFront;
}

bool Front::may_coarsen(int level, Index node) const {
  if (marks_[level][node] != NodeMark::kInterior) return false;
  const std::vector<NodeMark>& finer = marks_[level - 1];
  return std::ranges::all_of(forest_.levels[level].children[node], [&](Index child) {
    return finer[child] == NodeMark::kFront &&
           std::ranges::none_of(forest_.levels[level - 1].cascade[child],
                                [&](Index other) { return finer[other] == NodeMark::kInterior; });
  });
}

void Front::coarsen(int level, Index node) {
  marks_[level][node] = NodeMark::kFront;
  for (const Index child : forest_.levels[level].children[node]) marks_[level - 1][child] = NodeMark::kIdle;
}

void Front::refine_all() {
  for (int l = rest_.count() - 1; l > 0; --l)
    for (Index node = 0; node < rest_.levels[l].node_count(); ++node) refine(l, node);
}

void Front::settle() {
  for (int l = rest_.count() - 1; l >= 0; --l) {
    std::vector<NodeMark>& marks = marks_[l];
    const ElasticRest& elements = rest_.levels[l].elements;
    for (NodeMark& mark : marks)
      if (mark == NodeMark::kInterface) mark = NodeMark::kIdle;
    const auto expose = [&](Index node) {
      if (marks[node] == NodeMark::kIdle) marks[node] = NodeMark::kInterface;
    };
    for (Index i = 0; i < std::ssize(marks); ++i) {
      if (marks[i] != NodeMark::kFront) continue;
      for (Index at = elements.pattern.row_start[i]; at < elements.pattern.row_start[i + 1]; ++at)
        expose(elements.pattern.column[at]);
    }
    if (l + 1 < rest_.count())
      for (const Index N : lists_[l + 1].front)
        for (const Index child : forest_.levels[l + 1].children[N]) expose(child);

    Lists& lists = lists_[l];
    for (auto* list :
         {&lists.active, &lists.front, &lists.interior, &lists.interface, &lists.inactive, &lists.elements})
      list->clear();
    lists.shares.clear();
    for (Index i = 0; i < std::ssize(marks); ++i) {
      (sinew::is_active(marks[i]) ? lists.active : lists.inactive).push_back(i);
      if (marks[i] == NodeMark::kFront) lists.front.push_back(i);
      if (marks[i] == NodeMark::kInterior) lists.interior.push_back(i);
      if (marks[i] == NodeMark::kInterface) lists.interface.push_back(i);
    }
    if (lists.active.empty()) continue;
    for (Index e = 0; e < elements.element_count(); ++e)
      if (std::ranges::any_of(elements.stars.element(e), [&](Index n) { return sinew::is_active(marks[n]); }))
        lists.elements.push_back(e);
    for (const Index e : lists.elements) {
      int free = 0, front = 0;
      for (const Index n : elements.stars.element(e))
        if (elements.held[n] == 0) ++free, front += marks[n] == NodeMark::kFront ? 1 : 0;
      lists.shares.push_back(free > 0 ? static_cast<float>(front) / static_cast<float>(free) : 0);
    }
  }
  assert(broken_rule().empty());
}

Index Front::active_count() const {
  Index count = 0;
  for (const Lists& lists : lists_) count += static_cast<Index>(lists.active.size());
  return count;
}

Index Front::touched_elements() const {
  Index count = 0;
  for (const Lists& lists : lists_) count += static_cast<Index>(lists.elements.size());
  return count;
}

std::string Front::broken_rule() const {
  const int last = rest_.count() - 1;
  for (Index i = 0; i < std::ssize(marks_[last]); ++i)
    if (!is_active(last, i)) return fmt::format("node {} of the coarsest level is not active", i);
  for (int l = 0; l < rest_.count(); ++l)
    for (Index i = 0; i < std::ssize(marks_[l]); ++i) {
      if (l < last) {
        const bool should_be = marks_[l + 1][forest_.levels[l].parent[i]] == NodeMark::kInterior;
        if (is_active(l, i) != should_be)
          return fmt::format("node {} of level {} is {}active, but its parent is {}interior", i, l,
                             should_be ? "not " : "", should_be ? "" : "not ");
      }
      if (marks_[l][i] != NodeMark::kInterior) continue;
      if (l == 0) return fmt::format("node {} of level 0 is interior", i);
      for (const Index other : forest_.levels[l].cascade[i])
        if (!is_active(l, other))
          return fmt::format("node {} of level {} is interior, but its cascade neighbour {} is not active", i,
                             l, other);
    }
  return {};
}

std::vector<double> Front::saved() const {
  std::vector<double> values;
  for (const std::vector<NodeMark>& marks : marks_)
    for (const NodeMark mark : marks)
      values.push_back(mark == NodeMark::kInterior ? 2 : mark == NodeMark::kFront ? 1 : 0);
  return values;
}

bool Front::restore(std::span<const double> values) {
  const std::vector<std::vector<NodeMark>> before = marks_;
  auto value = values.begin();
  bool are_marks = true;
  for (std::vector<NodeMark>& marks : marks_)
    for (NodeMark& mark : marks) {
      are_marks = are_marks && value != values.end() && (*value == 0 || *value == 1 || *value == 2);
      if (!are_marks) break;
      mark = *value == 2 ? NodeMark::kInterior : *value == 1 ? NodeMark::kFront : NodeMark::kIdle;
      ++value;
    }
  if (!are_marks || value != values.end() || !broken_rule().empty()) {
    marks_ = before;
    return false;
  }
  settle();
  return true;
}

}  // namespace sinew
