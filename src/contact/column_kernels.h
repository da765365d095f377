#pragma once

#include "base/kernels.h"

namespace sinew {

struct ColumnKernels {
  // sum[r] += sum_k factors[k] matrix[columns[k] * rows + r] for all r below `rows`, a multiple of kColumnRows.
  void (*add)(const float* matrix, int rows, const int* columns, const float* factors, int count, float* sum);
};

// Columns are padded to whole registers of any instruction set.
inline constexpr int kColumnRows = 16;

SINEW_KERNEL_TABLE(ColumnKernels, column_kernels);

}  // namespace sinew
