#pragma once

#include <array>

#include "octree/grid/vertices.h"
#include "sinew/base/geometry.h"

namespace sinew {

// Fields that are trilinear within a cell, from their values at its corners (corner_offset).
using CornerValues = std::array<Vec3, 8>;

// `values` are those at all vertices.
template <typename Values>
CornerValues corner_values(const Vertices& vertices, Index cell, const Values& values) {
  CornerValues corners;
  for (int i = 0; i < 8; ++i) corners[i] = values[vertices.corners[cell][i]];
  return corners;
}

// The value at place `at` of the cell, (0, 0, 0) to (1, 1, 1) from its lowest to its uppermost corner. At a
// corner it equals that corner's value, with the same bits.
inline Vec3 trilinear(const CornerValues& corners, const Vec3& at) {
  const auto between = [](const Vec3& a, const Vec3& b, double t) { return (1 - t) * a + t * b; };
  const auto along_x = [&](int i) { return between(corners[i], corners[i + 1], at.x); };
  return between(between(along_x(0), along_x(2), at.y), between(along_x(4), along_x(6), at.y), at.z);
}

// Its derivatives there along the three axes, by columns, per side length.
inline Mat3 trilinear_gradient(const CornerValues& corners, const Vec3& at) {
  Mat3 gradient;
  for (int i = 0; i < 8; ++i) {
    double weight[3], slope[3];
    for (int axis = 0; axis < 3; ++axis) {
      const bool upper = (i >> axis & 1) != 0;
      weight[axis] = upper ? at[axis] : 1 - at[axis];
      slope[axis] = upper ? 1 : -1;
    }
    for (int axis = 0; axis < 3; ++axis) {
      const int j = (axis + 1) % 3, k = (axis + 2) % 3;
      gradient.column[axis] += slope[axis] * weight[j] * weight[k] * corners[i];
    }
  }
  return gradient;
}

}  // namespace sinew
