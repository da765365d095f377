#include "collision/stay_apart.h"

#include <algorithm>
#include <cmath>

namespace sinew {

bool stay_apart(std::span<const Vec3> start, std::span<const Vec3> end, int count_of_a, double distance) {
  constexpr double kRounding = 1e-12;  // of the distances from the origin: far more than is lost
  const auto count = static_cast<int>(start.size());
  Vec3 drift;
  for (int k = 0; k < count; ++k) drift += end[k] - start[k];
  drift *= 1.0 / count;
  Box3 box[2];
  for (int k = 0; k < count; ++k) {
    Box3& side = box[k < count_of_a ? 0 : 1];
    side.extend(start[k]), side.extend(end[k] - drift);
  }
  for (int axis = 0; axis < 3; ++axis) {
    const double apart =
        std::max(box[0].lower[axis] - box[1].upper[axis], box[1].lower[axis] - box[0].upper[axis]);
    const double size = std::abs(start[0][axis]) + std::abs(end[0][axis]) + std::abs(apart);
    if (apart > distance + kRounding * size) return true;
  }
  return false;
}

}  // namespace sinew
