#pragma once

#include <span>
#include <vector>

#include "octree/grid/index_splice.h"

namespace sinew {

// Rows of a level's matrix, which are its vertices in another order (by colour), after a small cut has
// renumbered the vertices.
class RowMap {
 public:
  struct Tables {
    std::span<const Index> old, window, now;  // row of each vertex; empty: rows are vertices
  };
  RowMap(const IndexSplice& vertices, const Tables& tables);

  Index count() const { return count_; }
  // The new number of an old row, and of one of the window. Meaningless if its vertices have changed.
  Index of_old(Index row) const { return of_old_[row]; }
  Index of_window(Index row) const { return of_window_[row]; }
  // Runs of rows, in the new order. Colours and the order within them do not change, so they are long.
  std::span<const IndexSplice::Run> runs() const { return runs_; }

 private:
  void find_runs(const IndexSplice& vertices, const Tables& tables);

  Index count_;
  std::vector<Index> of_old_, of_window_;
  std::vector<IndexSplice::Run> runs_;
};

}  // namespace sinew
