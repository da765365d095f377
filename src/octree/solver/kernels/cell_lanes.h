#pragma once

#include <cstdint>

#if defined(__AVX__)
#include <immintrin.h>
#endif

#include "base/wide.h"
#include "octree/solver/cell_kernels.h"

// Transfers between vertices in memory, four numbers each, and N cells in registers, a cell per lane.
//
//     memory                 four registers of N / 4 rows each         registers
//     row 0   x0 y0 z0 0     A0 = row 0 | row 4 | row 8 | row 12       x0 x1 x2 x3 | x4 ...
//     row 1   x1 y1 z1 0     A1 = row 1 | row 5 | ...              ->  y0 y1 y2 y3 | y4 ...
//     ...                    A2, A3                                    z0 z1 z2 z3 | z4 ...
//
// Whole rows are loaded, and blocks of 4 x 4 are transposed within the quarters of a register: about twenty
// instructions for 48 numbers, whereas three gathers take more than sixty cycles.

namespace sinew::SINEW_KERNEL_NAMESPACE {

template <typename T, int N>
struct Vector3 {
  Wide<T, N> x, y, z;

  friend Vector3 operator+(const Vector3& a, const Vector3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend Vector3 operator-(const Vector3& a, const Vector3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend Vector3 operator*(Wide<T, N> s, const Vector3& a) { return {s * a.x, s * a.y, s * a.z}; }
  friend Wide<T, N> dot(const Vector3& a, const Vector3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
};

template <typename T, int N>
[[gnu::always_inline]] inline Vector3<T, N> select(Mask<T, N> mask, const Vector3<T, N>& yes,
                                                   const Vector3<T, N>& no) {
  return {select(mask, yes.x, no.x), select(mask, yes.y, no.y), select(mask, yes.z, no.z)};
}

// The lanes whose bits are set, lane 0 for the lowest.
template <typename T, int N>
[[gnu::always_inline]] inline Mask<T, N> lanes_of(unsigned bits) {
  typename Mask<T, N>::Lanes bit{};
  for (int i = 0; i < N; ++i) bit[i] = 1 << i;
  using Int = typename detail::MaskLane<T>::Type;
  return {(bit & static_cast<Int>(bits)) != 0};
}

// Fills every group of four lanes from lanes a, b, c, d of two registers' groups; 4 to 7 are those of the
// second.
template <int a, int b, int c, int d, typename T, int N>
[[gnu::always_inline]] inline Wide<T, N> shuffle_fours(Wide<T, N> first, Wide<T, N> second) {
  constexpr auto from = [](int lane, int group) { return 4 * group + lane + (lane < 4 ? 0 : N - 4); };
  if constexpr (N == 4)
    return __builtin_shufflevector(first.lanes, second.lanes, from(a, 0), from(b, 0), from(c, 0), from(d, 0));
  else if constexpr (N == 8)
    return __builtin_shufflevector(first.lanes, second.lanes, from(a, 0), from(b, 0), from(c, 0), from(d, 0),
                                   from(a, 1), from(b, 1), from(c, 1), from(d, 1));
  else
    return __builtin_shufflevector(first.lanes, second.lanes, from(a, 0), from(b, 0), from(c, 0), from(d, 0),
                                   from(a, 1), from(b, 1), from(c, 1), from(d, 1), from(a, 2), from(b, 2),
                                   from(c, 2), from(d, 2), from(a, 3), from(b, 3), from(c, 3), from(d, 3));
}

// Joins two halves into one register, and splits it. For shuffles of whole registers the compiler takes the
// general form, so instructions are named if there are suitable ones.
template <typename T, int N>
[[gnu::always_inline]] inline Wide<T, 2 * N> join(Wide<T, N> low, Wide<T, N> high) {
  using Both [[maybe_unused]] = typename Wide<T, 2 * N>::Lanes;
#if defined(__AVX512F__)
  if constexpr (sizeof low == 32) {
    const __m512d first = _mm512_castpd256_pd512(cast<__m256d>(low.lanes));
    return cast<Both>(_mm512_maskz_insertf64x4(0xff, first, cast<__m256d>(high.lanes), 1));
  }
#endif
#if defined(__AVX__)
  if constexpr (sizeof low == 16) {
    const __m256d first = _mm256_castpd128_pd256(cast<__m128d>(low.lanes));
    return cast<Both>(_mm256_insertf128_pd(first, cast<__m128d>(high.lanes), 1));
  }
#endif
  Wide<T, 2 * N> both;
  for (int i = 0; i < N; ++i) both.lanes[i] = low.lanes[i], both.lanes[N + i] = high.lanes[i];
  return both;
}
template <int half, typename T, int N>
[[gnu::always_inline]] inline Wide<T, N / 2> half_of(Wide<T, N> a) {
  using Half [[maybe_unused]] = typename Wide<T, N / 2>::Lanes;
#if defined(__AVX512F__)
  if constexpr (sizeof a == 64)
    return cast<Half>(_mm512_maskz_extractf64x4_pd(0xff, cast<__m512d>(a.lanes), half));
#endif
#if defined(__AVX__)
  if constexpr (sizeof a == 32) return cast<Half>(_mm256_extractf128_pd(cast<__m256d>(a.lanes), half));
#endif
  Wide<T, N / 2> part;
  for (int i = 0; i < N / 2; ++i) part.lanes[i] = a.lanes[half * N / 2 + i];
  return part;
}

// Nodes are given by twice their number.
template <typename T>
[[gnu::always_inline]] inline T* row_of(T* x, std::uint16_t node) {
  return x + 2 * static_cast<unsigned long>(node);
}

// Rows k, k + 4, k + 8, ... of those that `node` lists.
template <int N, typename T>
[[gnu::always_inline]] inline Wide<T, N> load_rows(const T* x, const std::uint16_t* node, int k) {
  if constexpr (N == 4)
    return Wide<T, 4>::load(row_of(x, node[k]));
  else
    return join(load_rows<N / 2>(x, node, k), load_rows<N / 2>(x, node + N / 2, k));
}
template <int N, typename T>
[[gnu::always_inline]] inline void add_rows(Wide<T, N> rows, T* y, const std::uint16_t* node, int k) {
  if constexpr (N == 4) {
    T* row = row_of(y, node[k]);
    (Wide<T, 4>::load(row) + rows).store(row);
  } else {
    add_rows<N / 2>(half_of<0>(rows), y, node, k);
    add_rows<N / 2>(half_of<1>(rows), y, node + N / 2, k);
  }
}

template <typename T, int N>
[[gnu::always_inline]] inline Vector3<T, N> load_nodes(const T* x, const std::uint16_t* node) {
  if constexpr (N == 1) {
    const T* row = row_of(x, node[0]);
    return {row[0], row[1], row[2]};
  } else {
    const Wide<T, N> A0 = load_rows<N>(x, node, 0), A1 = load_rows<N>(x, node, 1);
    const Wide<T, N> A2 = load_rows<N>(x, node, 2), A3 = load_rows<N>(x, node, 3);
    const auto xy01 = shuffle_fours<0, 4, 1, 5>(A0, A1), xy23 = shuffle_fours<0, 4, 1, 5>(A2, A3);
    const auto z01 = shuffle_fours<2, 6, 3, 7>(A0, A1), z23 = shuffle_fours<2, 6, 3, 7>(A2, A3);
    return {shuffle_fours<0, 1, 4, 5>(xy01, xy23), shuffle_fours<2, 3, 6, 7>(xy01, xy23),
            shuffle_fours<0, 1, 4, 5>(z01, z23)};
  }
}

// Adds lane by lane, since lanes may share a vertex.
template <typename T, int N>
[[gnu::always_inline]] inline void add_to_nodes(const Vector3<T, N>& f, T* y, const std::uint16_t* node) {
  if constexpr (N == 1) {
    T* row = row_of(y, node[0]);
    row[0] += f.x[0], row[1] += f.y[0], row[2] += f.z[0];
  } else {
    const Wide<T, N> none(0);
    const auto xy01 = shuffle_fours<0, 4, 1, 5>(f.x, f.y), xy23 = shuffle_fours<2, 6, 3, 7>(f.x, f.y);
    const auto z01 = shuffle_fours<0, 4, 1, 5>(f.z, none), z23 = shuffle_fours<2, 6, 3, 7>(f.z, none);
    add_rows<N>(shuffle_fours<0, 1, 4, 5>(xy01, z01), y, node, 0);
    add_rows<N>(shuffle_fours<2, 3, 6, 7>(xy01, z01), y, node, 1);
    add_rows<N>(shuffle_fours<0, 1, 4, 5>(xy23, z23), y, node, 2);
    add_rows<N>(shuffle_fours<2, 3, 6, 7>(xy23, z23), y, node, 3);
  }
}

}  // namespace sinew::SINEW_KERNEL_NAMESPACE
