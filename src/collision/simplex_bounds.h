#pragma once

#include <array>
#include <span>

#include "collision/float_box.h"
#include "collision/simplex_kernels.h"
#include "sinew/base/geometry.h"

namespace sinew {

// Tight boxes around points that follow a tetrahedron [Otaduy07, sec. 5.2], without the points.
//
// At rest, the barycentric coordinates w_i of the points lie in intervals [a_i, b_i]; these hold however the
// tetrahedron is deformed. Along an axis, with corners x_0 <= x_1 <= x_2 <= x_3 and sum_i w_i = 1,
//
//   sum_i w_i x_i = x_0 + sum_k t_k (x_k - x_{k-1}),   t_k = w_k + ... + w_3 (k = 1, 2, 3),
//   t_k >= T_k = max(a_k + ... + a_3, 1 - b_0 - ... - b_{k-1}).
//
// All three are attained at once, by giving each corner, from the cheapest one, as much weight as the others leave
// it: x_0 + sum_k T_k (x_k - x_{k-1}) is the least value that the intervals allow. [Otaduy07, Eq. 8] takes one of
// the two terms of each T_k, whichever it is, and is up to a third larger in volume. T depends on which corners are
// above a gap, and on nothing else: a table of 16 numbers takes the place of the eight ends of the intervals, and no
// time is lost.
struct BarycentricIntervals {
  std::array<double, 4> lower, upper;  // empty until a point is put in: lower > upper

  BarycentricIntervals();
  void extend(const std::array<double, 4>& weights);
  void extend(const BarycentricIntervals& other);
};

// The governor of at least one point. T is rounded down.
Governor make_governor(const BarycentricIntervals& intervals, int simplex);

// How far rounding can take a box from the points, for corners whose coordinates are at most `extent` and weights
// whose absolute values add up to at most `weights`: four units in the last place of each of them.
inline double simplex_rounding(double extent, double weights) { return 0x1p-21 * extent * weights; }

// The corners along the axes, from least to greatest: once a step for each tetrahedron. In single precision,
// relative to an origin near the body.
inline void sort_simplex(const std::array<Vec3, 4>& corners, const SimplexKernels& kernels,
                         SortedSimplex& sorted) {
  float x[4][4] = {};
  for (int i = 0; i < 4; ++i)
    for (int axis = 0; axis < 3; ++axis) x[i][axis] = static_cast<float>(corners[i][axis]);
  kernels.sort(x, sorted);
}

// A box around points: its lower corner, and its upper one times -1, in lanes 0 to 2 and 4 to 6.
struct LeastCorners {
  static constexpr float kInfinity = FloatBox::kInfinity;
  float least[8] = {kInfinity, kInfinity, kInfinity, kInfinity, kInfinity, kInfinity, kInfinity, kInfinity};

  // The box, larger by the margin.
  FloatBox box(float margin) const {
    return {{least[0] - margin, least[1] - margin, least[2] - margin, 0},
            {margin - least[4], margin - least[5], margin - least[6], 0}};
  }
};

// Extends a box by the points of all these governors. Larger by simplex_rounding, it contains them.
inline void bound(std::span<const Governor> governors, const SortedSimplex* simplices,
                  const SimplexKernels& kernels, LeastCorners& corners) {
  kernels.bound(governors.data(), static_cast<int>(governors.size()), simplices, corners.least);
}

}  // namespace sinew
