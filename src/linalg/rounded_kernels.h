#pragma once

#include <cstdint>

#include "base/kernels.h"

namespace sinew {

// The input of the kernels of a RoundedMatrix: its arrays, and the inverses of its diagonal blocks.
struct RoundedRows {
  const std::int32_t *row_start, *column, *diagonal_place;
  std::int32_t blocks;
  const std::int16_t* values;
  const float *scale, *diagonal, *inverse;
};

// Kernels over rows [begin, end); vectors have four numbers per row, the last of which is 0.
struct RoundedKernels {
  // Rounds the blocks `exact` of these rows, in the layout of a BlockMatrix.
  void (*round)(const std::int32_t* row_start, const std::int32_t* diagonal_place, const float* exact,
                int begin, int end, std::int16_t* values, float* scale, float* diagonal);
  // r = b - A x
  void (*residual)(const RoundedRows&, const float* b, const float* x, int begin, int end, float* r);
  // x = x + omega D^-1 (b - A x), row after row
  void (*relax)(const RoundedRows&, float omega, const float* b, int begin, int end, float* x);
  // The same if x is zero in these rows and after them.
  void (*relax_from_zero)(const RoundedRows&, float omega, const float* b, int begin, int end, float* x);
  // r = rest D x - U x, where U are the blocks after the diagonal
  void (*residual_after)(const RoundedRows&, float rest, const float* x, int begin, int end, float* r);
};

SINEW_KERNEL_TABLE(RoundedKernels, rounded_kernels);

}  // namespace sinew
