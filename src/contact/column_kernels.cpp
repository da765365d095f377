#include "contact/column_kernels.h"

#include "base/wide.h"

namespace sinew::SINEW_KERNEL_NAMESPACE {

namespace {

// Two registers of the sum at a time, so that additions do not wait for each other.
void add(const float* matrix, int rows, const int* columns, const float* factors, int count, float* sum) {
  using V = Wide<float>;
  constexpr int kWidth = V::kWidth;
  int row = 0;
  for (; row + 2 * kWidth <= rows; row += 2 * kWidth) {
    V first = V::load(sum + row), second = V::load(sum + row + kWidth);
    for (int k = 0; k < count; ++k) {
      const float* column = matrix + static_cast<long long>(columns[k]) * rows + row;
      const V factor(factors[k]);
      first += factor * V::load(column);
      second += factor * V::load(column + kWidth);
    }
    first.store(sum + row), second.store(sum + row + kWidth);
  }
  for (; row < rows; row += kWidth) {
    V part = V::load(sum + row);
    for (int k = 0; k < count; ++k)
      part += V(factors[k]) * V::load(matrix + static_cast<long long>(columns[k]) * rows + row);
    part.store(sum + row);
  }
}

}  // namespace

const ColumnKernels column_kernels = {add};

}  // namespace sinew::SINEW_KERNEL_NAMESPACE
