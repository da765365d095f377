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

// Faces belong to the boxes.
inline bool overlap(const FloatBox& a, const FloatBox& b) {
#if defined(__SSE2__) && defined(__GNUC__)
  // Two comparisons of whole corners.
  typedef float Corner __attribute__((vector_size(16)));
  Corner a_lower, a_upper, b_lower, b_upper;
  __builtin_memcpy(&a_lower, a.lower, sizeof a_lower), __builtin_memcpy(&a_upper, a.upper, sizeof a_upper);
  __builtin_memcpy(&b_lower, b.lower, sizeof b_lower), __builtin_memcpy(&b_upper, b.upper, sizeof b_upper);
  const auto inside = (a_lower <= b_upper) & (b_lower <= a_upper);
  Corner bits;
  __builtin_memcpy(&bits, &inside, sizeof bits);
  return __builtin_ia32_movmskps(bits) == 15;
#else
  return a.lower[0] <= b.upper[0] && b.lower[0] <= a.upper[0] && a.lower[1] <= b.upper[1] &&
         b.lower[1] <= a.upper[1] && a.lower[2] <= b.upper[2] && b.lower[2] <= a.upper[2];
#endif
}

}  // namespace sinew
