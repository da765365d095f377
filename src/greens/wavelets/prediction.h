#pragma once

#include "greens/wavelets/free_domain.h"
#include "greens/wavelets/sparse_rows.h"

namespace sinew {

// How an odd vertex is predicted from the even ones around it.
enum class WaveletKind : std::uint8_t {
  kLinear,    // the mean of its parents
  kButterfly  // eight even vertices of one level, or the mean where these are not all there
};

// What stands for even vertices outside of the domain (those that are held).
enum class WaveletBoundary : std::uint8_t {
  kZero,         // zero: right for displacements next to a support, where they vanish
  kRenormalised  // nothing: the weights of those inside are divided by their sum
};

// The weights of the mean of the parents; a row for each vertex after the base, in their order.
SparseRows linear_prediction(const FreeDomain& domain, WaveletBoundary boundary);

// Weights of the butterfly scheme, by the triangles of each level, which follow from the finest ones
// (remeshing/subdivision.h). Throws Error if those have no such order.
//
//         w2 ---- o1 ---- w1          parents p        1/2
//           \    /  \    /            opposite o       1/8
//            \  /    \  /             wings w         -1/16
//            p1 -odd- p2
//            /  \    /  \            .
//           /    \  /    \           .
//         w3 ---- o2 ---- w4
SparseRows butterfly_prediction(const FreeDomain& domain, const ReferenceProblem& problem,
                                WaveletBoundary boundary);

}  // namespace sinew
