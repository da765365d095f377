#pragma once

#include <string>

#include "adaptive/node_forest.h"

namespace sinew {

// What a node of a level is at present [Otaduy07, sec. 3.3]. Active nodes have equations of their own.
enum class NodeMark : char {
  kIdle,       // no value is needed
  kInterface,  // follows active nodes of the coarser level, for their finer neighbours
  kFront,      // active, not refined: its equation is that of its own level
  kInterior    // active and refined: its equation hands on what finer levels leave
};

inline bool is_active(NodeMark mark) { return mark >= NodeMark::kFront; }

// Which nodes of which levels carry the body. It never breaks these rules:
//   - the coarsest level is active;
//   - another node is active if and only if its parent is interior;
//   - the cascade neighbours of interior nodes are active.
class Front {
 public:
  // By level, ascending by node.
  struct Lists {
    std::vector<Index> active, front, interior, interface;
    std::vector<Index> inactive;  // interface and idle nodes
    std::vector<Index> elements;  // those with an active corner
    std::vector<float> shares;    // of their corners that are not held: how many are front nodes
  };

  // Refers to both. Starts on the coarsest level alone.
  Front(const AdaptiveRest& rest, const NodeForest& forest);

  NodeMark mark(int level, Index node) const { return marks_[level][node]; }
  const std::vector<NodeMark>& marks(int level) const { return marks_[level]; }
  bool is_active(int level, Index node) const { return sinew::is_active(marks_[level][node]); }

  // Makes a node interior, whatever it was, and all others active that must then be. Not for level 0.
  void refine(int level, Index node);
  // Makes a node active.
  void activate(int level, Index node);
  // Whether an interior node may become front without breaking a rule.
  bool may_coarsen(int level, Index node) const;
  void coarsen(int level, Index node);
  void refine_all();

  // Finds the interface and the lists; to be called after changes.
  void settle();
  const Lists& lists(int level) const { return lists_[level]; }
  Index active_count() const;
  Index touched_elements() const;
  // Whether level 0 is active as a whole, so that no part of the body is coarser.
  bool is_all_fine() const { return lists_[0].inactive.empty(); }

  // The first rule that is broken, in words; empty: none is. For tests and debug builds.
  std::string broken_rule() const;

  // Marks as numbers, for states; interface and idle nodes are both 0, front 1, interior 2.
  std::vector<double> saved() const;
  // Whether these are marks that break no rule; if so, it has them.
  bool restore(std::span<const double> marks);

 private:
  const AdaptiveRest& rest_;
  const NodeForest& forest_;
  std::vector<std::vector<NodeMark>> marks_;
  std::vector<Lists> lists_;
};

}  // namespace sinew
