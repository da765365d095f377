#pragma once

#include <array>

#include "sinew/base/geometry.h"

namespace sinew {

// Trilinear weights of a cube's corners at a place in it, (0, 0, 0) to (1, 1, 1) from its lowest to its
// uppermost corner. Corner i is the upper one along an axis if that bit of i is set.
inline std::array<double, 8> cube_weights(const Vec3& at) {
  std::array<double, 8> weights;
  for (int i = 0; i < 8; ++i) {
    weights[i] = 1;
    for (int axis = 0; axis < 3; ++axis) weights[i] *= (i >> axis & 1) != 0 ? at[axis] : 1 - at[axis];
  }
  return weights;
}

// The same with the corners in the order of a Hexahedron.
inline std::array<double, 8> hexahedron_weights(const Vec3& at) {
  const auto [a, b, c, d, e, f, g, h] = cube_weights(at);
  return {a, b, d, c, e, f, h, g};
}

}  // namespace sinew
