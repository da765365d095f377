#pragma once

#include "base/kernels.h"

namespace sinew {

// The corners of a tetrahedron sorted along x, y, z (lanes 0 to 2) and -x, -y, -z (lanes 4 to 6).
struct SortedSimplex {
  float least[8];   // the least value
  float gap[3][8];  // from each one to the next
  int above[3][8];  // the corners above each gap: bit i for corner i
};

// A tetrahedron that moves some points, and where in it they are: what the corners above a gap weigh at least, by their
// set (simplex_bounds.h). A set of all four does not occur, and leaves its place to the number.
struct alignas(64) Governor {
  float shares[15];
  int simplex;
};

struct SimplexKernels {
  // x[i]: corner i, three coordinates.
  void (*sort)(const float (*x)[4], SortedSimplex& sorted);
  // Lowers `least` to the least values of the points of these governors, by lane.
  void (*bound)(const Governor* governors, int count, const SortedSimplex* simplices, float* least);
};

SINEW_KERNEL_TABLE(SimplexKernels, simplex_kernels);

}  // namespace sinew
