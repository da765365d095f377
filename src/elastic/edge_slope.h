#pragma once

#include <span>
#include <vector>

#include "elastic/unfolded_patch.h"

namespace sinew {

// The slope of a function across an edge, at the edge's middle, from its values w at nodes nearby:
//   dw/dn = sum_k weight_k w_k
// n points away from the edge's first triangle.
struct SlopeTerm {
  Index node;
  double weight;  // 1/m
};

// Weights that are exact for quadratic functions. Of all such weights over the nodes of a patch they have the
// least sum of squares (moving least squares). The patch is the smallest one on which they exist and are not
// large; on a sheet of too few triangles, they are exact for linear functions and for the quadratic ones that
// its nodes tell apart.
std::vector<SlopeTerm> edge_slope(UnfoldedPatch patch);

}  // namespace sinew
