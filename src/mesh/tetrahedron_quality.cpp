#include "mesh/tetrahedron_quality.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sinew {

namespace {

// The angle at edge e between the half planes towards u and v. With m = e x u and n = e x v:
// m x n = e (e . u x v), so |m x n| is |e| times the determinant, and atan2 loses no digits at 0 and 180.
double angle_at_edge(const Vec3& e, const Vec3& u, const Vec3& v, double determinant) {
  const double sine = norm(e) * std::abs(determinant);
  return std::atan2(sine, dot(cross(e, u), cross(e, v))) * (180 / std::numbers::pi);
}

}  // namespace

std::array<double, 6> dihedral_angles(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const double determinant = six_volume(a, b, c, d);
  return {angle_at_edge(b - a, c - a, d - a, determinant), angle_at_edge(c - a, d - a, b - a, determinant),
          angle_at_edge(d - a, b - a, c - a, determinant), angle_at_edge(c - b, a - b, d - b, determinant),
          angle_at_edge(d - b, a - b, c - b, determinant), angle_at_edge(d - c, a - c, b - c, determinant)};
}

// From the cosines between outward normals: two arc cosines instead of six arc tangents.
DihedralRange dihedral_range(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const Vec3 n[4] = {normalized(cross(c - b, d - b)), normalized(cross(d - a, c - a)),
                     normalized(cross(b - a, d - a)), normalized(cross(c - a, b - a))};
  double lowest = 1, highest = -1;
  for (int i = 0; i < 4; ++i)
    for (int j = i + 1; j < 4; ++j) {
      const double cosine = -dot(n[i], n[j]);
      lowest = std::min(lowest, cosine), highest = std::max(highest, cosine);
    }
  constexpr double kDegrees = 180 / std::numbers::pi;
  return {kDegrees * std::acos(std::min(highest, 1.0)), kDegrees * std::acos(std::max(lowest, -1.0))};
}

double mean_ratio(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const double squares = squared_norm(b - a) + squared_norm(c - a) + squared_norm(d - a) +
                         squared_norm(c - b) + squared_norm(d - b) + squared_norm(d - c);
  if (squares == 0) return 0;
  const double side = std::cbrt(six_volume(a, b, c, d) / 2);
  const double ratio = std::copysign(12 * side * side / squares, side);
  return std::isfinite(ratio) ? ratio : 0;  // too large for its own squares
}

}  // namespace sinew
