#include "greens/wavelets/sum_kernels.h"

#include "base/wide.h"

namespace sinew::SINEW_KERNEL_NAMESPACE {

namespace {

using Vertex = Wide<double, kPaddedVertex>;

template <typename V>
[[gnu::always_inline]] inline V widened(Wide<float, V::kWidth> values) {
  return __builtin_convertvector(values.lanes, typename V::Lanes);
}

[[gnu::always_inline]] inline void add(const float* block, Wide<float, 4> third, const Vertex (&f)[3],
                                       double* g) {
  const auto x = widened<Vertex>(Wide<float, 4>::load(block)),
             y = widened<Vertex>(Wide<float, 4>::load(block + 3));
  (Vertex::load(g) + x * f[0] + y * f[1] + widened<Vertex>(third) * f[2]).store(g);
}

void add_column(const std::int32_t* vertices, const float* blocks, long entries, const double* f, double* g) {
  const Vertex forces[3] = {Vertex(f[0]), Vertex(f[1]), Vertex(f[2])};
  // The fourth lane of the last column is the next block's first number, or behind the end of the array.
  for (long e = 0; e + 1 < entries; ++e)
    add(blocks + 9 * e, Wide<float, 4>::load(blocks + 9 * e + 6), forces, g + kPaddedVertex * vertices[e]);
  if (entries > 0) {
    const float* last = blocks + 9 * (entries - 1);
    add(last, Wide<float, 4>::load_some(last + 6, 3), forces, g + kPaddedVertex * vertices[entries - 1]);
  }
}

[[gnu::always_inline]] inline double row_times(const float* row, int rank, const double* c) {
  using V = Wide<double>;
  V sums(0.0);
  int k = 0;
  for (; k + V::kWidth <= rank; k += V::kWidth)
    sums += widened<V>(Wide<float, V::kWidth>::load(row + k)) * V::load(c + k);
  double sum = 0;
  for (int lane = 0; lane < V::kWidth; ++lane) sum += sums[lane];
  for (; k < rank; ++k) sum += static_cast<double>(row[k]) * c[k];
  return sum;
}

void add_global(const float* F, int rank, const double* c, const double* g, long vertices, double* u) {
  for (long i = 0; i < vertices; ++i)
    for (int a = 0; a < 3; ++a, F += rank) u[3 * i + a] = g[kPaddedVertex * i + a] + row_times(F, rank, c);
}

}  // namespace

const SumKernels sum_kernels = {add_column, add_global};

}  // namespace sinew::SINEW_KERNEL_NAMESPACE
