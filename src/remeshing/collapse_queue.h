#pragma once

#include <queue>
#include <vector>

#include "sinew/base/geometry.h"

namespace sinew {

// One way to collapse an edge: `from` is merged into `to`; `variant` distinguishes the ways of one edge.
struct CollapseCandidate {
  double cost = 0;
  Index from = -1, to = -1;
  int variant = 0;
};

// Candidates, cheapest first, ties by vertex numbers, so that the order depends on the mesh alone. Touching a
// vertex makes every candidate at it stale; stale ones are skipped when their turn comes. A candidate that a
// guard refused is set aside, and tried again when no others are left.
class CollapseQueue {
 public:
  explicit CollapseQueue(Index vertex_count) : stamps_(vertex_count, 0) {}

  void push(const CollapseCandidate& candidate) { heap_.push(stamped(candidate)); }
  void set_aside(const CollapseCandidate& candidate) { aside_.push_back(stamped(candidate)); }
  void touch(Index v) { ++stamps_[v]; }

  // The cheapest candidate that is not stale; false if there is none.
  bool pop(CollapseCandidate& out) {
    while (!heap_.empty()) {
      const Entry entry = heap_.top();
      heap_.pop();
      if (!is_current(entry)) continue;
      out = entry.candidate;
      return true;
    }
    return false;
  }

  // The candidates that were set aside and are not stale, in that order.
  std::vector<CollapseCandidate> take_set_aside() {
    std::vector<CollapseCandidate> taken;
    for (const Entry& entry : aside_)
      if (is_current(entry)) taken.push_back(entry.candidate);
    aside_.clear();
    return taken;
  }

 private:
  struct Entry {
    CollapseCandidate candidate;
    Index from_stamp, to_stamp;
  };
  struct Later {
    bool operator()(const Entry& a, const Entry& b) const {
      const CollapseCandidate &p = a.candidate, &q = b.candidate;
      if (p.cost != q.cost) return p.cost > q.cost;
      if (p.from != q.from) return p.from > q.from;
      return p.to != q.to ? p.to > q.to : p.variant > q.variant;
    }
  };

  Entry stamped(const CollapseCandidate& c) const { return {c, stamps_[c.from], stamps_[c.to]}; }
  bool is_current(const Entry& e) const {
    return stamps_[e.candidate.from] == e.from_stamp && stamps_[e.candidate.to] == e.to_stamp;
  }

  std::priority_queue<Entry, std::vector<Entry>, Later> heap_;
  std::vector<Entry> aside_;
  std::vector<Index> stamps_;
};

}  // namespace sinew
