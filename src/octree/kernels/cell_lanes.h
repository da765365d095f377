#pragma once

#include <cstdint>

#include "base/wide.h"
#include "octree/cell_kernels.h"

// Between vertices in memory, four numbers each, and N cells in registers, a cell per lane.
//
//     memory                 four registers of N / 4 rows each         registers
//     row 0   x0 y0 z0 0     A0 = row 0 | row 4 | row 8 | row 12       x0 x1 x2 x3 | x4 ...
//     row 1   x1 y1 z1 0     A1 = row 1 | row 5 | ...              ->  y0 y1 y2 y3 | y4 ...
//     ...                    A2, A3                                    z0 z1 z2 z3 | z4 ...
//
// Rows are loaded whole, and blocks of 4 x 4 are transposed within the quarters of a register: about twenty
// instructions for 48 numbers, where three gathers take more than sixty cycles.

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
Vector3<T, N> select(Mask<T, N> mask, const Vector3<T, N>& yes, const Vector3<T, N>& no) {
  return {select(mask, yes.x, no.x), select(mask, yes.y, no.y), select(mask, yes.z, no.z)};
}

// The lanes whose bits are set, lane 0 for the lowest.
template <typename T, int N>
Mask<T, N> lanes_of(unsigned bits) {
  typename Mask<T, N>::Lanes bit{};
  for (int i = 0; i < N; ++i) bit[i] = 1 << i;
  using Int = typename detail::MaskLane<T>::Type;
  return {(bit & static_cast<Int>(bits)) != 0};
}

// Every group of four lanes from the lanes a, b, c, d of two registers' groups, 4 to 7 being the second's.
template <int a, int b, int c, int d, typename T, int N>
Wide<T, N> shuffle_fours(Wide<T, N> first, Wide<T, N> second) {
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

// Rows k, k + 4, k + 8, ... of those that `node` lists.
template <int N, typename T>
Wide<T, N> load_rows(const T* x, const std::uint16_t* node, int k) {
  if constexpr (N == 4) {
    return Wide<T, 4>::load(x + 4 * node[k]);
  } else {
    const auto low = load_rows<N / 2>(x, node, k).lanes, high = load_rows<N / 2>(x, node + N / 2, k).lanes;
    if constexpr (N == 8)
      return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
    else
      return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  }
}
template <int N, typename T>
void add_rows(Wide<T, N> rows, T* y, const std::uint16_t* node, int k) {
  if constexpr (N == 4) {
    T* row = y + 4 * node[k];
    (Wide<T, 4>::load(row) + rows).store(row);
  } else if constexpr (N == 8) {
    add_rows<4, T>(__builtin_shufflevector(rows.lanes, rows.lanes, 0, 1, 2, 3), y, node, k);
    add_rows<4, T>(__builtin_shufflevector(rows.lanes, rows.lanes, 4, 5, 6, 7), y, node + 4, k);
  } else {
    add_rows<8, T>(__builtin_shufflevector(rows.lanes, rows.lanes, 0, 1, 2, 3, 4, 5, 6, 7), y, node, k);
    add_rows<8, T>(__builtin_shufflevector(rows.lanes, rows.lanes, 8, 9, 10, 11, 12, 13, 14, 15), y, node + 8,
                   k);
  }
}

template <typename T, int N>
Vector3<T, N> load_nodes(const T* x, const std::uint16_t* node) {
  if constexpr (N == 1) {
    const T* row = x + 4 * node[0];
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

// Lane after lane, so that lanes may share a vertex.
template <typename T, int N>
void add_to_nodes(const Vector3<T, N>& f, T* y, const std::uint16_t* node) {
  if constexpr (N == 1) {
    T* row = y + 4 * node[0];
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
