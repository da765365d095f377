#pragma once

#include <algorithm>
#include <cmath>

#include "sinew/base/geometry.h"

namespace sinew {

// A box in single precision that contains the box it was made from. The fourth value of each corner is not
// used; it makes a corner one register. Empty until something is put in.
struct alignas(16) FloatBox {
  static constexpr float kInfinity = std::numeric_limits<float>::infinity();

  float lower[4] = {kInfinity, kInfinity, kInfinity, 0};
  float upper[4] = {-kInfinity, -kInfinity, -kInfinity, 0};

  void extend(const FloatBox& b) {
    for (int i = 0; i < 4; ++i) {
      lower[i] = lower[i] < b.lower[i] ? lower[i] : b.lower[i];
      upper[i] = upper[i] > b.upper[i] ? upper[i] : b.upper[i];
    }
  }
};

// At most, and at least, x. Both are off by up to four units in the last place, which costs no branch: the
// nearest float is off by half a unit, and the correction rounds once more. |x| must be below 1e38.
inline float rounded_down(double x) {
  const auto nearest = static_cast<float>(x);
  return nearest - (std::abs(nearest) * 0x1p-22F + std::numeric_limits<float>::min());
}
inline float rounded_up(double x) {
  const auto nearest = static_cast<float>(x);
  return nearest + (std::abs(nearest) * 0x1p-22F + std::numeric_limits<float>::min());
}

inline FloatBox float_box(const Box3& box) {
  return {{rounded_down(box.lower.x), rounded_down(box.lower.y), rounded_down(box.lower.z), 0},
          {rounded_up(box.upper.x), rounded_up(box.upper.y), rounded_up(box.upper.z), 0}};
}

// A corner as one register.
typedef float FloatCorner __attribute__((vector_size(16)));
inline FloatCorner load_corner(const float* from) {
  FloatCorner corner;
  __builtin_memcpy(&corner, from, sizeof corner);
  return corner;
}
inline void store_corner(const FloatCorner& corner, float* to) {
  __builtin_memcpy(to, &corner, sizeof corner);
}
inline FloatCorner smaller(const FloatCorner& a, const FloatCorner& b) { return a < b ? a : b; }
inline FloatCorner larger(const FloatCorner& a, const FloatCorner& b) { return a > b ? a : b; }

// Faces belong to the boxes.
inline bool overlap(const FloatCorner& a_lower, const FloatCorner& a_upper, const FloatCorner& b_lower,
                    const FloatCorner& b_upper) {
#if defined(__SSE2__) && defined(__GNUC__)
  const auto inside = (a_lower <= b_upper) & (b_lower <= a_upper);
  FloatCorner bits;
  __builtin_memcpy(&bits, &inside, sizeof bits);
  return __builtin_ia32_movmskps(bits) == 15;
#else
  bool inside = true;
  for (int axis = 0; axis < 3; ++axis)
    inside &= a_lower[axis] <= b_upper[axis] && b_lower[axis] <= a_upper[axis];
  return inside;
#endif
}
inline bool overlap(const FloatBox& a, const FloatBox& b) {
  return overlap(load_corner(a.lower), load_corner(a.upper), load_corner(b.lower), load_corner(b.upper));
}

}  // namespace sinew
