#pragma once

#include <vector>

#include "linalg/cholesky/front_layout.h"
#include "linalg/cholesky/front_tree.h"

namespace sinew {

// Where the fronts of a tree are stored, and in which order they are eliminated.
//
//            [8]            the fronts of a branch run one after the other, branches side by side;
//           /   .           then the others, one after the other, each in parallel
//        [6]     [7]
//       /   .      .
//     #####  ####  #####    three branches
//
// It does not depend on the number of threads. What a front leaves to its parent is put on a stack:
// children are popped after their parent has been pushed, so there are two stacks, for even and odd
// depths.
struct FrontSchedule {
  struct Branch {
    Index begin, end;  // fronts
  };
  std::vector<Branch> branches;  // most expensive first
  std::vector<Index> trunk;      // the other fronts, ascending

  std::vector<std::size_t> panel_at, rest_at;  // per front
  std::size_t panel_size = 0, rest_size = 0;   // numbers in all
  std::size_t most_rows = 0;                   // of a front, rounded up to whole tiles: numbers, not blocks
};

FrontLayout layout_of(const FrontShape& front, Index lanes);
FrontSchedule make_front_schedule(const FrontTree& tree, Index lanes);

}  // namespace sinew
