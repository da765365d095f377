#include "octree/cutting/link_crossing.h"

#include "mesh/predicates.h"

// With the blade moved by d, and n = (b - a) x (c - a),
//   det(b - a, c - a, p - a - d) = det(b - a, c - a, p - a) - n . d
// says on which side of the plane p lies, and
//   det(q - p, a + d - p, b + d - p) = det(q - p, a - p, b - p) + ((b - a) x (q - p)) . d
// on which side of the line p q the edge a b passes. For d = (e, e^2, e^3) the first term decides if it is
// not 0, else the first non-zero coordinate of the factor of d. There is one: n is not 0 for a triangle with
// area; and if p and q are on different sides, n . (q - p) is not 0, so q - p is not parallel to any edge.

namespace sinew {

namespace {

// The side on which the edge from a to b passes the line from p to q.
int passing_side(const Vec3& a, const Vec3& b, const Vec3& p, const Vec3& q) {
  int side = orientation(p, q, a, b);
  for (int axis = 0; axis < 3 && side == 0; ++axis) side = cross_sign(a, b, p, q, axis);
  return side;
}

double sum_of_sizes(const Vec3& v) { return std::abs(v.x) + std::abs(v.y) + std::abs(v.z); }

}  // namespace

int blade_side(const BladeTriangle& triangle, const Vec3& p) {
  const auto& [a, b, c] = triangle;
  int side = orientation(a, b, c, p);
  for (int axis = 0; axis < 3 && side == 0; ++axis) side = -projected_orientation(a, b, c, axis);
  return side;
}

bool blade_crosses(const BladeTriangle& triangle, const Vec3& p, int side_of_p, const Vec3& q,
                   int side_of_q) {
  if (side_of_p == side_of_q) return false;
  const auto& [a, b, c] = triangle;
  const int side = passing_side(a, b, p, q);
  return passing_side(b, c, p, q) == side && passing_side(c, a, p, q) == side;
}

bool blade_crosses(const BladeTriangle& triangle, const Vec3& p, const Vec3& q) {
  return blade_crosses(triangle, p, blade_side(triangle, p), q, blade_side(triangle, q));
}

double blade_crossing(const BladeTriangle& triangle, const Vec3& p, const Vec3& q) {
  const auto& [a, b, c] = triangle;
  const Vec3 n = cross(b - a, c - a);
  const double of_p = std::abs(dot(n, p - a)), of_q = std::abs(dot(n, q - a));
  return of_p + of_q > 0 ? of_p / (of_p + of_q) : 0.5;
}

BladeReach::BladeReach(const BladeTriangle& triangle) : box_(bounding_box(triangle)), corner_(triangle[0]) {
  const auto& [a, b, c] = triangle;
  normal_ = cross(b - a, c - a);
  rounding_ = 1e-14 * sum_of_sizes(b - a) * sum_of_sizes(c - a);
  size_ = sum_of_sizes(a);
}

bool BladeReach::may_meet(const Box3& box) const {
  if (!box_.overlaps(box)) return false;
  const Vec3 half = 0.5 * (box.upper - box.lower);
  const double reach =
      std::abs(normal_.x) * half.x + std::abs(normal_.y) * half.y + std::abs(normal_.z) * half.z;
  const double rounding = rounding_ * (size_ + sum_of_sizes(box.lower) + sum_of_sizes(box.upper));
  return std::abs(dot(normal_, box.center() - corner_)) <= reach + rounding;
}

}  // namespace sinew
