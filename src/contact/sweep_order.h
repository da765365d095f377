#pragma once

#include <array>
#include <span>
#include <vector>

#include "base/parallel.h"
#include "sinew/base/geometry.h"

namespace sinew {

// An order in which contacts can be visited by several threads, with the same bits as one after the other. Contacts in
// turn between the same two bodies are a group, and groups are in levels:
//
//   a group lies on a higher level than all before it with which it shares a body,
//
// so that groups of a level share none, and whatever changes what a contact sees comes before it, as it would in turn.
class SweepOrder {
 public:
  // Contacts begin to end - 1.
  struct Group {
    Index begin, end;
  };

  // The two bodies of each contact, from 0 to body_count - 1; -1: an obstacle, which contacts may share.
  void set(std::span<const std::array<Index, 2>> bodies_of, Index body_count);

  // Calls act(group's number) for all groups, level by level, the highest one last or, backward, first.
  template <typename Act>
  void for_each_group(bool forward, Act&& act) const {
    for (Index k = 0; k < level_count(); ++k) {
      const Index level = forward ? k : level_count() - 1 - k, first = first_[level];
      parallel_for_each(first_[level + 1] - first, chunk_[level], [&](Index g) { act(first + g); });
    }
  }
  Index level_count() const { return static_cast<Index>(chunk_.size()); }
  // By level.
  std::span<const Group> groups() const { return groups_; }

 private:
  void sort_by_level(Index levels);

  std::vector<Group> groups_;
  std::vector<Index> first_;  // group of each level
  std::vector<Index> chunk_;  // per level: groups for a thread to do in one go
  // Work space.
  std::vector<Index> level_of_group_, level_of_body_, fill_;
  std::vector<Group> sorted_;
};

}  // namespace sinew
