#pragma once

#include <cstdint>

#include "base/kernels.h"

namespace sinew {

// Matrix kernels for sixteen vectors side by side (linalg/panel.h). Each lane of a register is one vector, so
// that a block is read once for all of them. A row of a panel has the sixteen x, then the sixteen y, then the
// sixteen z.

inline constexpr int kSides = 16;
inline constexpr int kPanelRow = 3 * kSides;

template <typename Entry>
struct PanelMatrix {
  const std::int32_t *row_start, *column, *diagonal;
  std::int32_t blocks;
  const Entry *values, *inverse;  // 9 numbers per block, by columns; inverses of the diagonal blocks, or null
};

struct PanelWeights {
  const std::int32_t *start, *index;
  const float* weight;
};

// Per row of a matrix: whether it is held, and its mass; masses are multiplied by the factor.
struct PanelInertia {
  const char* held;
  const double* mass;
  double factor;
};

// Rows [begin, end) of panels whose numbers are of type T.
template <typename T>
struct PanelKernelsOf {
  // y = A x
  void (*multiply)(const PanelMatrix<T>&, const T* x, int begin, int end, T* y);
  // r = b - A x
  void (*residual)(const PanelMatrix<T>&, const T* b, const T* x, int begin, int end, T* r);
  // x = x + omega D^-1 (b - A x), row after row
  void (*relax)(const PanelMatrix<T>&, T omega, const T* b, int begin, int end, T* x);
  // The same if x is zero in these rows and after them.
  void (*relax_from_zero)(const PanelMatrix<T>&, T omega, const T* b, int begin, int end, T* x);
  // r = rest D x - U x, where U are the blocks after the diagonal
  void (*residual_after)(const PanelMatrix<T>&, T rest, const T* x, int begin, int end, T* r);
  // y = D x, one block per row
  void (*multiply_diagonal)(const T* D, const T* x, int begin, int end, T* y);
  // out_i = sum_k weight_k in(index_k), or out_i += that if `add`
  void (*gather)(const PanelWeights&, bool add, const T* in, int begin, int end, T* out);
  // y = a x + b y, one number per side; if b is null, y = a x
  void (*combine)(const double* a, const T* x, const double* b, int begin, int end, T* y);
  // sums[s] = x_s . y_s, in double
  void (*dot)(const T* x, const T* y, int begin, int end, double* sums);
  // y = a x, converted between precisions
  void (*assign_scaled)(const double* a, const double* x, int begin, int end, T* y);
};

struct PanelKernels {
  PanelKernelsOf<float> single;
  PanelKernelsOf<double> twice;
  // r -= scale (sum_j A_ij (x_j - x_i) + factor mass_i x_i), one scale per side; rows of held nodes do not
  // change.
  void (*subtract_product)(const PanelMatrix<float>&, const PanelInertia&, const double* scale,
                           const float* x, int begin, int end, double* r);
  void (*subtract_mixed_product)(const PanelMatrix<double>&, const PanelInertia&, const double* scale,
                                 const float* x, int begin, int end, double* r);
  void (*subtract_double_product)(const PanelMatrix<double>&, const PanelInertia&, const double* scale,
                                  const double* x, int begin, int end, double* r);
};

SINEW_KERNEL_TABLE(PanelKernels, panel_kernels);

}  // namespace sinew
