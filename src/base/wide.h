#pragma once

// Several lanes of float or double that are worked on at once, over the compiler's vector extensions. The
// same kernel source is compiled for each instruction set (base/kernels.h); Wide<double> has as many lanes
// as its registers hold, and Wide<double, 1> is the scalar twin that tests compare with. Lanes never mix, and
// products are not fused into sums (-ffp-contract=off), so a lane has the same bits at any width.
//
// Everything here lives in the namespace of the instruction set it is compiled for, and calls compiler
// builtins only: no inline function is shared between units of different flags.

#ifndef SINEW_KERNEL_NAMESPACE
#define SINEW_KERNEL_NAMESPACE baseline
#endif

namespace sinew::SINEW_KERNEL_NAMESPACE {

#if defined(__AVX512F__)
inline constexpr int kRegisterBytes = 64;
#elif defined(__AVX__)
inline constexpr int kRegisterBytes = 32;
#else
inline constexpr int kRegisterBytes = 16;
#endif

template <typename T>
inline constexpr int kLanes = kRegisterBytes / static_cast<int>(sizeof(T));

namespace detail {
// A struct of its own, because g++ confuses a vector_size that depends on a template parameter with the plain
// type when it compares the signatures of overloads.
template <typename T, int N>
struct Vector {
  typedef T Type __attribute__((vector_size(N * sizeof(T))));
};

template <typename T>
struct MaskLane;
template <>
struct MaskLane<float> {
  using Type = int;
};
template <>
struct MaskLane<double> {
  using Type = long long;
};
}  // namespace detail

// A mask, true or false per lane, for lanes as wide as T: all bits set, or none.
template <typename T, int N>
struct Mask {
  using Lanes = typename detail::Vector<typename detail::MaskLane<T>::Type, N>::Type;
  Lanes lanes;

  bool operator[](int i) const { return lanes[i] != 0; }
  friend Mask operator&(Mask a, Mask b) { return {a.lanes & b.lanes}; }
  friend Mask operator|(Mask a, Mask b) { return {a.lanes | b.lanes}; }
  friend Mask operator!(Mask a) { return {~a.lanes}; }
};

template <typename T, int N = kLanes<T>>
struct Wide {
  using Lanes = typename detail::Vector<T, N>::Type;
  static constexpr int kWidth = N;
  Lanes lanes;

  Wide() = default;
  Wide(Lanes values) : lanes(values) {}
  Wide(T value) : lanes(value - Lanes{}) {}  // every lane the same; value - 0 keeps the sign of -0

  // Load and store of N consecutive values; no alignment is needed.
  static Wide load(const T* from) {
    Wide w;
    __builtin_memcpy(&w.lanes, from, sizeof w.lanes);
    return w;
  }
  void store(T* to) const { __builtin_memcpy(to, &lanes, sizeof lanes); }
  // Load and store of the first `count` lanes; the others are `rest`, and are not written. For the end of an
  // array.
  static Wide load_some(const T* from, int count, T rest = 0) {
    Wide w(rest);
    for (int i = 0; i < count; ++i) w.lanes[i] = from[i];
    return w;
  }
  void store_some(T* to, int count) const {
    for (int i = 0; i < count; ++i) to[i] = lanes[i];
  }
  T operator[](int i) const { return lanes[i]; }

  friend Wide operator+(Wide a, Wide b) { return a.lanes + b.lanes; }
  friend Wide operator-(Wide a, Wide b) { return a.lanes - b.lanes; }
  friend Wide operator*(Wide a, Wide b) { return a.lanes * b.lanes; }
  friend Wide operator/(Wide a, Wide b) { return a.lanes / b.lanes; }
  friend Wide operator-(Wide a) { return -a.lanes; }
  Wide& operator+=(Wide b) { return *this = *this + b; }
  Wide& operator-=(Wide b) { return *this = *this - b; }
  Wide& operator*=(Wide b) { return *this = *this * b; }

  friend Mask<T, N> operator<(Wide a, Wide b) { return {a.lanes < b.lanes}; }
  friend Mask<T, N> operator<=(Wide a, Wide b) { return {a.lanes <= b.lanes}; }
  friend Mask<T, N> operator>(Wide a, Wide b) { return {a.lanes > b.lanes}; }
  friend Mask<T, N> operator>=(Wide a, Wide b) { return {a.lanes >= b.lanes}; }
  friend Mask<T, N> operator==(Wide a, Wide b) { return {a.lanes == b.lanes}; }

  // yes where the mask is set, no elsewhere.
  friend Wide select(Mask<T, N> mask, Wide yes, Wide no) { return mask.lanes ? yes.lanes : no.lanes; }
  // If one of the two is NaN, the second is returned, as by the processor's own minimum.
  friend Wide min(Wide a, Wide b) { return a.lanes < b.lanes ? a.lanes : b.lanes; }
  friend Wide max(Wide a, Wide b) { return a.lanes > b.lanes ? a.lanes : b.lanes; }
  friend Wide sqrt(Wide a) {
    Wide root;
    for (int i = 0; i < N; ++i) root.lanes[i] = static_cast<T>(__builtin_sqrt(a.lanes[i]));
    return root;
  }
  friend Wide abs(Wide a) { return max(a, -a); }
};

// The same bits as another type, for intrinsics.
template <typename To, typename From>
[[gnu::always_inline]] inline To cast(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  __builtin_memcpy(&to, &from, sizeof to);
  return to;
}

template <typename T, int N>
bool any(Mask<T, N> mask) {
#if defined(__AVX__)
  // One instruction; the code below would take the values out of the register one by one.
  if constexpr (sizeof mask == 32) {
    typename detail::Vector<long long, 4>::Type four;
    __builtin_memcpy(&four, &mask, sizeof mask);
    return __builtin_ia32_ptestz256(four, four) == 0;
  }
#endif
  long long words[(sizeof mask + 7) / 8] = {}, bits = 0;
  __builtin_memcpy(words, &mask, sizeof mask);
  for (const long long word : words) bits |= word;
  return bits != 0;
}
template <typename T, int N>
bool all(Mask<T, N> mask) {
  return !any(!mask);
}

// The sum of the lanes, added pairwise, halves first: the order, and the bits, are the same wherever the
// width is the same.
template <typename T, int N>
T sum(Wide<T, N> a) {
  T part[N];
  a.store(part);
  for (int half = N / 2; half > 0; half /= 2)
    for (int i = 0; i < half; ++i) part[i] += part[i + half];
  return part[0];
}

}  // namespace sinew::SINEW_KERNEL_NAMESPACE
