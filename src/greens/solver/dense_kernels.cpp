#include "greens/solver/dense_kernels.h"

#include "base/wide.h"

namespace sinew::SINEW_KERNEL_NAMESPACE {

namespace {

// `many` registers of each y, so that additions do not wait for each other.
template <typename V, int sides, int many>
void combine_rows(const double* A, long long stride, const int* columns, int count, const double* f,
                  double* y) {
  V sum[sides][many];
  for (int s = 0; s < sides; ++s)
    for (int m = 0; m < many; ++m) sum[s][m] = V::load(y + s * stride + m * V::kWidth);
  for (int k = 0; k < count; ++k) {
    const double* a = A + columns[k] * stride;
    for (int m = 0; m < many; ++m) {
      const V part = V::load(a + m * V::kWidth);
      for (int s = 0; s < sides; ++s) sum[s][m] += part * V(f[sides * k + s]);
    }
  }
  for (int s = 0; s < sides; ++s)
    for (int m = 0; m < many; ++m) sum[s][m].store(y + s * stride + m * V::kWidth);
}

template <int sides>
void combine(const double* A, long long stride, int rows, const int* columns, int count, const double* f,
             double* y) {
  using V = Wide<double>;
  constexpr int kMany = sides == 1 ? 4 : 2;
  int row = 0;
  for (; row + kMany * V::kWidth <= rows; row += kMany * V::kWidth)
    combine_rows<V, sides, kMany>(A + row, stride, columns, count, f, y + row);
  for (; row + V::kWidth <= rows; row += V::kWidth)
    combine_rows<V, sides, 1>(A + row, stride, columns, count, f, y + row);
  for (; row < rows; ++row)
    combine_rows<Wide<double, 1>, sides, 1>(A + row, stride, columns, count, f, y + row);
}

template <typename V, int sides>
void add_outer_rows(double* a, long long stride, const double* u, const double* s, double sign) {
  V sum = V::load(u) * V(s[0]);
  for (int k = 1; k < sides; ++k) sum += V::load(u + k * stride) * V(s[k]);
  (V::load(a) + V(sign) * sum).store(a);
}

template <int sides>
void add_outer(double* A, long long stride, int n, const double* u, double sign) {
  using V = Wide<double>;
  for (int j = 0; j < n; ++j) {
    double* a = A + j * stride;
    double s[sides];
    for (int k = 0; k < sides; ++k) s[k] = u[k * stride + j];
    int row = 0;
    for (; row + V::kWidth <= n; row += V::kWidth)
      add_outer_rows<V, sides>(a + row, stride, u + row, s, sign);
    for (; row < n; ++row) add_outer_rows<Wide<double, 1>, sides>(a + row, stride, u + row, s, sign);
  }
}

}  // namespace

const DenseKernels dense_kernels = {{combine<1>, combine<2>, combine<3>},
                                    {add_outer<1>, add_outer<2>, add_outer<3>}};

}  // namespace sinew::SINEW_KERNEL_NAMESPACE
