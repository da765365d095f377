#pragma once

#include <span>
#include <vector>

#include "linalg/block_matrix.h"

namespace sinew {

// The symbolic part of a multifrontal Cholesky factorisation [Duff, Reid 1983; Liu 1992]. Columns that
// reach the same rows are eliminated together in a front. What a front leaves to the rows that it reaches
// is added to its parent, the front that eliminates the first of them.
//
//        [5]           fronts are numbered such that children come before their parent, and all fronts
//       /   .          below one are consecutive
//     [2]   [4]
//    /  .     .        positions: the order of elimination, in which the columns of a front are consecutive
//  [0]  [1]   [3]
//
// All numbers count block rows. The rows of a front are its columns and behind them those of `rows`.
struct FrontShape {
  Index first = 0, columns = 0;          // positions [first, first + columns) are eliminated here
  Index row_begin = 0, row_end = 0;      // in FrontTree::rows: the positions reached, ascending
  Index entry_begin = 0, entry_end = 0;  // in FrontTree::entries
  Index parent = -1;                     // -1: reaches nothing
  Index first_below = 0;                 // fronts [first_below, this one) are below it

  Index reached() const { return row_end - row_begin; }
  Index size() const { return columns + reached(); }
};

// A block of the matrix that belongs to a front; of pairs of blocks the one below the diagonal of the
// matrix.
struct FrontEntry {
  Index place;        // in BlockPattern::column
  Index row, column;  // in the front
  bool transposed;
};

struct FrontTree {
  std::vector<Index> row_at;  // per position, the block row of the matrix
  std::vector<FrontShape> fronts;
  std::vector<Index> rows;                   // positions
  std::vector<Index> in_parent;              // per entry of `rows`: which row of the parent it is
  std::vector<Index> child_start, children;  // per front, in ascending order
  std::vector<FrontEntry> entries;
  Index kept = 0;  // number of positions in the last front if that is assembled and not eliminated, else 0

  std::span<const Index> children_of(Index front) const {
    return std::span(children).subspan(child_start[front], child_start[front + 1] - child_start[front]);
  }
  std::span<const Index> rows_of(const FrontShape& f) const {
    return std::span(rows).subspan(f.row_begin, f.reached());
  }
  // Numbers in the lower triangle of L, explicit zeros included.
  double factor_entries() const;
};

// An estimate of the time that a front takes, ns.
double front_cost(Index columns, Index reached);

// `order` as from nested_dissection; the last `kept` rows are not eliminated.
FrontTree make_front_tree(const BlockPattern& pattern, std::span<const Index> order, Index kept = 0);

}  // namespace sinew
