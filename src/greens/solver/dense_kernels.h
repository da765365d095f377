#pragma once

#include "base/kernels.h"

namespace sinew {

// Dense matrices in double, column by column, `stride` numbers apart. The same bits for every instruction set.
struct DenseKernels {
  // y_s += sum_k f[sides k + s] A[:, columns[k]], for 1, 2 or 3 sides s, which are `stride` numbers apart in y.
  void (*combine[3])(const double* A, long long stride, int rows, const int* columns, int count,
                     const double* f, double* y);
  // A += sign (u_0 u_0^T + ...), n rows and columns, for 1, 2 or 3 vectors, `stride` numbers apart. A symmetric matrix
  // stays so to the last bit.
  void (*add_outer[3])(double* A, long long stride, int n, const double* u, double sign);
};

SINEW_KERNEL_TABLE(DenseKernels, dense_kernels);

}  // namespace sinew
