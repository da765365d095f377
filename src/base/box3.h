#pragma once

#include <array>
#include <limits>
#include <span>

#include "base/vec3.h"

namespace sinew {

// An axis-aligned box; empty (lower > upper) until something is put in.
struct Box3 {
  Vec3 lower{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity(),
             std::numeric_limits<double>::infinity()};
  Vec3 upper{-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
             -std::numeric_limits<double>::infinity()};

  bool empty() const { return lower.x > upper.x; }
  Vec3 size() const { return empty() ? Vec3{} : upper - lower; }
  Vec3 center() const { return 0.5 * (lower + upper); }
  double diagonal() const { return norm(size()); }
  double longest_side() const { return std::max({size().x, size().y, size().z}); }

  void extend(const Vec3& p) { lower = min(lower, p), upper = max(upper, p); }
  void extend(const Box3& b) { lower = min(lower, b.lower), upper = max(upper, b.upper); }
  Box3 inflated(double margin) const {
    const Vec3 m{margin, margin, margin};
    return {lower - m, upper + m};
  }
  bool contains(const Vec3& p) const {
    return p.x >= lower.x && p.x <= upper.x && p.y >= lower.y && p.y <= upper.y && p.z >= lower.z &&
           p.z <= upper.z;
  }
  bool overlaps(const Box3& b) const {
    return lower.x <= b.upper.x && upper.x >= b.lower.x && lower.y <= b.upper.y && upper.y >= b.lower.y &&
           lower.z <= b.upper.z && upper.z >= b.lower.z;
  }
};

inline Box3 bounding_box(std::span<const Vec3> points) {
  Box3 box;
  for (const Vec3& p : points) box.extend(p);
  return box;
}

inline std::array<Vec3, 8> corners_of(const Box3& box) {
  std::array<Vec3, 8> corners;
  for (int i = 0; i < 8; ++i)
    corners[i] = {(i & 1 ? box.upper : box.lower).x, (i & 2 ? box.upper : box.lower).y,
                  (i & 4 ? box.upper : box.lower).z};
  return corners;
}

inline double squared_distance(const Box3& box, const Vec3& p) {
  const Vec3 nearest = max(box.lower, min(box.upper, p));
  return squared_norm(p - nearest);
}

}  // namespace sinew
