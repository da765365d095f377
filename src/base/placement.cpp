#include "sinew/base/placement.h"

#include "sinew/base/error.h"

namespace sinew {

std::vector<Vec3> placed(const Placement& placement, std::span<const Vec3> points) {
  std::vector<Vec3> in_world(points.begin(), points.end());
  for (Vec3& p : in_world) p = placement.point(p);
  return in_world;
}

void require_valid(const Placement& placement, std::string_view where) {
  constexpr double kRounding = 1e-9;
  const Mat3& R = placement.rotation;
  const Mat3 excess = transposed(R) * R - Mat3::identity();
  // Comparisons are false for numbers that are not finite.
  if (!(inner(excess, excess) < kRounding * kRounding) || !(determinant(R) > 0))
    throw Error("the rotation of a placement is not a rotation", std::string(where),
                "its columns have length 1, are normal to each other and right-handed");
  if (!is_finite(placement.move))
    throw Error("a placement moves to a place that is not finite", std::string(where));
}

}  // namespace sinew
