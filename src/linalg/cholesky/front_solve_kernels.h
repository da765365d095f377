#pragma once

#include "linalg/cholesky/front_kernels.h"
#include "linalg/panel_kernels.h"

namespace sinew {

// y = L^-1 y (forward) and y = L^-T y (backward) for the columns of one front. `pivots` is the place in y
// of its first pivot, reach[b] the block (three numbers) of y that belongs to the b-th block row below
// the pivots.
struct FrontSolveKernels {
  // work: as many numbers as the front has rows, rounded up to whole tiles.
  void (*forward)(const DenseFront&, const int* reach, int pivots, double* y);
  void (*backward)(const DenseFront&, const int* reach, int pivots, double* work, double* y);
  // The same for sides [begin, end), a multiple of eight, of rows of sixteen (linalg/panel.h); work has
  // sixteen times as many.
  void (*forward_sides)(const DenseFront&, const int* reach, int pivots, int begin, int end, double* y);
  void (*backward_sides)(const DenseFront&, const int* reach, int pivots, int begin, int end, double* work,
                         double* y);
};

SINEW_KERNEL_TABLE(FrontSolveKernels, front_solve_kernels);

}  // namespace sinew
