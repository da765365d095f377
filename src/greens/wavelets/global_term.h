#pragma once

#include "greens/responses/responses.h"
#include "greens/wavelets/compressed_columns.h"

namespace sinew {

// The numbers of a global term of low rank, F F^T ~ G (GlobalTerm in compressed_columns.h), by randomised range finding
// [Halko, Martinsson, Tropp 2011] with products alone:
//
//   Q = orth(G orth(G Omega))       Omega random, rank + 20 columns
//   F F^T = G Q (Q^T G Q)^-1 Q^T G,  of its eigenvectors the largest `rank`
//
// This form (Nystroem's) needs one factor where Q (Q^T G) needs two, and leaves a rest G - F F^T that has no negative
// eigenvalue if G has none.
struct GlobalFactor {
  Index rank = 0;        // less than asked for if G has a lower rank
  std::vector<float> F;  // row by row
  GlobalTerm view() const { return {rank, F}; }
};
GlobalFactor find_global_term(const ResponseSource& source, Index rank);

}  // namespace sinew
