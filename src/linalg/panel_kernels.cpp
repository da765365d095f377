#include "linalg/panel_kernels.h"

#include "base/wide.h"

namespace sinew::SINEW_KERNEL_NAMESPACE {

namespace {

// x, y and z of as many sides as a register has lanes.
template <typename V>
struct Three {
  V x, y, z;

  friend Three operator+(Three a, Three b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend Three operator-(Three a, Three b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend Three operator*(V s, Three a) { return {s * a.x, s * a.y, s * a.z}; }
};

// Loads numbers of one type into lanes of another.
template <typename V, typename From>
[[gnu::always_inline]] inline V load_as(const From* from) {
  const auto lanes = Wide<From, V::kWidth>::load(from);
  return __builtin_convertvector(lanes.lanes, typename V::Lanes);
}

template <typename V, typename From>
[[gnu::always_inline]] inline Three<V> load_row(const From* x, long row, int side) {
  const From* at = x + kPanelRow * row + side;
  return {load_as<V>(at), load_as<V>(at + kSides), load_as<V>(at + 2 * kSides)};
}

template <typename V, typename To>
[[gnu::always_inline]] inline void store_row(Three<V> v, To* x, long row, int side) {
  using Lanes = Wide<To, V::kWidth>;
  To* at = x + kPanelRow * row + side;
  Lanes(__builtin_convertvector(v.x.lanes, typename Lanes::Lanes)).store(at);
  Lanes(__builtin_convertvector(v.y.lanes, typename Lanes::Lanes)).store(at + kSides);
  Lanes(__builtin_convertvector(v.z.lanes, typename Lanes::Lanes)).store(at + 2 * kSides);
}

template <typename V, typename Entry>
[[gnu::always_inline]] inline Three<V> block_times(const Entry* block, Three<V> v) {
  const auto entry = [&](int k) { return V(static_cast<decltype(V()[0])>(block[k])); };
  return {entry(0) * v.x + entry(3) * v.y + entry(6) * v.z, entry(1) * v.x + entry(4) * v.y + entry(7) * v.z,
          entry(2) * v.x + entry(5) * v.y + entry(8) * v.z};
}

// The sum of A_ij x_j over the entries [begin, end) of one row.
template <typename V, typename T>
[[gnu::always_inline]] inline Three<V> sum_of(const PanelMatrix<T>& A, long begin, long end, const T* x,
                                              int side) {
  constexpr long kAhead = 4;  // blocks to prefetch; their rows of x may lie anywhere
  Three<V> sum{V(0), V(0), V(0)};
  const T* block = A.values + 9 * begin;
  for (long at = begin; at < end; ++at, block += 9) {
    const T* next =
        x + kPanelRow * static_cast<long>(A.column[at + kAhead < A.blocks ? at + kAhead : at]) + side;
    __builtin_prefetch(next), __builtin_prefetch(next + kSides), __builtin_prefetch(next + 2 * kSides);
    sum = sum + block_times(block, load_row<V>(x, A.column[at], side));
  }
  return sum;
}

template <typename V, typename T>
[[gnu::always_inline]] inline Three<V> row_times(const PanelMatrix<T>& A, long row, const T* x, int side) {
  return sum_of<V>(A, A.row_start[row], A.row_start[row + 1], x, side);
}

// Calls act(row, first side) for every row, with as many sides at once as a register of T holds.
template <typename T, typename Act>
[[gnu::always_inline]] inline void for_each_part(int begin, int end, Act&& act) {
  for (long i = begin; i < end; ++i)
    for (int side = 0; side < kSides; side += kLanes<T>) act(i, side);
}

template <typename T>
void multiply(const PanelMatrix<T>& A, const T* x, int begin, int end, T* y) {
  using V = Wide<T>;
  for_each_part<T>(begin, end, [&](long i, int side) { store_row(row_times<V>(A, i, x, side), y, i, side); });
}

template <typename T>
void residual(const PanelMatrix<T>& A, const T* b, const T* x, int begin, int end, T* r) {
  using V = Wide<T>;
  for_each_part<T>(begin, end, [&](long i, int side) {
    store_row(load_row<V>(b, i, side) - row_times<V>(A, i, x, side), r, i, side);
  });
}

template <typename T>
void relax(const PanelMatrix<T>& A, T omega, const T* b, int begin, int end, T* x) {
  using V = Wide<T>;
  for_each_part<T>(begin, end, [&](long i, int side) {
    const Three<V> r = load_row<V>(b, i, side) - row_times<V>(A, i, x, side);
    const Three<V> step = V(omega) * block_times(A.inverse + 9 * i, r);
    store_row(load_row<V>(x, i, side) + step, x, i, side);
  });
}

template <typename T>
void relax_from_zero(const PanelMatrix<T>& A, T omega, const T* b, int begin, int end, T* x) {
  using V = Wide<T>;
  for_each_part<T>(begin, end, [&](long i, int side) {
    const Three<V> r = load_row<V>(b, i, side) - sum_of<V>(A, A.row_start[i], A.diagonal[i], x, side);
    store_row(V(omega) * block_times(A.inverse + 9 * i, r), x, i, side);
  });
}

template <typename T>
void residual_after(const PanelMatrix<T>& A, T rest, const T* x, int begin, int end, T* r) {
  using V = Wide<T>;
  for_each_part<T>(begin, end, [&](long i, int side) {
    const long diagonal = A.diagonal[i];
    const Three<V> none{V(0), V(0), V(0)};
    Three<V> sum = none - sum_of<V>(A, diagonal + 1, A.row_start[i + 1], x, side);
    if (rest != 0) sum = sum + V(rest) * block_times(A.values + 9 * diagonal, load_row<V>(x, i, side));
    store_row(sum, r, i, side);
  });
}

template <typename T>
void multiply_diagonal(const T* D, const T* x, int begin, int end, T* y) {
  using V = Wide<T>;
  for_each_part<T>(begin, end, [&](long i, int side) {
    store_row(block_times(D + 9 * i, load_row<V>(x, i, side)), y, i, side);
  });
}

template <typename T>
void gather(const PanelWeights& P, bool add, const T* in, int begin, int end, T* out) {
  using V = Wide<T>;
  for_each_part<T>(begin, end, [&](long i, int side) {
    Three<V> sum{V(0), V(0), V(0)};
    if (add) sum = load_row<V>(out, i, side);
    for (long at = P.start[i]; at < P.start[i + 1]; ++at)
      sum = sum + V(static_cast<T>(P.weight[at])) * load_row<V>(in, P.index[at], side);
    store_row(sum, out, i, side);
  });
}

template <typename T>
void combine(const double* a, const T* x, const double* b, int begin, int end, T* y) {
  using V = Wide<T>;
  for_each_part<T>(begin, end, [&](long i, int side) {
    Three<V> sum = load_as<V>(a + side) * load_row<V>(x, i, side);
    if (b != nullptr) sum = sum + load_as<V>(b + side) * load_row<V>(y, i, side);
    store_row(sum, y, i, side);
  });
}

template <typename T>
void dot(const T* x, const T* y, int begin, int end, double* sums) {
  using V = Wide<double>;
  for (int side = 0; side < kSides; side += V::kWidth) {
    V sum(0.0);
    for (long i = begin; i < end; ++i) {
      const Three<V> a = load_row<V>(x, i, side), b = load_row<V>(y, i, side);
      sum += a.x * b.x + a.y * b.y + a.z * b.z;
    }
    sum.store(sums + side);
  }
}

template <typename T>
void assign_scaled(const double* a, const double* x, int begin, int end, T* y) {
  using V = Wide<double>;
  for_each_part<double>(begin, end, [&](long i, int side) {
    store_row(V::load(a + side) * load_row<V>(x, i, side), y, i, side);
  });
}

template <typename Entry, typename T>
void subtract_product(const PanelMatrix<Entry>& A, const PanelInertia& inertia, const double* scale,
                      const T* x, int begin, int end, double* r) {
  using V = Wide<double>;
  for_each_part<double>(begin, end, [&](long i, int side) {
    if (inertia.held[i] != 0) return;
    const Three<V> own = load_row<V>(x, i, side);
    Three<V> sum = V(inertia.factor * inertia.mass[i]) * own;
    for (long at = A.row_start[i]; at < A.row_start[i + 1]; ++at)
      sum = sum + block_times(A.values + 9 * at, load_row<V>(x, A.column[at], side) - own);
    store_row(load_row<V>(r, i, side) - V::load(scale + side) * sum, r, i, side);
  });
}

template <typename T>
constexpr PanelKernelsOf<T> kernels_of() {
  return {multiply<T>, residual<T>, relax<T>, relax_from_zero<T>, residual_after<T>, multiply_diagonal<T>,
          gather<T>,   combine<T>,  dot<T>,   assign_scaled<T>};
}

}  // namespace

const PanelKernels panel_kernels = {kernels_of<float>(), kernels_of<double>(), subtract_product<float, float>,
                                    subtract_product<double, float>, subtract_product<double, double>};

}  // namespace sinew::SINEW_KERNEL_NAMESPACE
