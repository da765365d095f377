#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "sinew/base/geometry.h"

namespace sinew {

// Where a body stands: the rigid motion from its own axes, in which it is described at rest, to the world.
struct Placement {
  Mat3 rotation = Mat3::identity();
  Vec3 move{};  // m

  // Whether its axes are not those of the world.
  bool is_rotated() const { return rotation != Mat3::identity(); }
  // From own axes to the world.
  Vec3 direction(const Vec3& d) const { return is_rotated() ? rotation * d : d; }
  Vec3 point(const Vec3& p) const { return direction(p) + move; }
  // From the world to own axes.
  Vec3 own_direction(const Vec3& d) const { return is_rotated() ? transposed(rotation) * d : d; }
  Vec3 own_point(const Vec3& p) const { return own_direction(p - move); }

  bool operator==(const Placement&) const = default;
};

// From own axes to the world.
std::vector<Vec3> placed(const Placement& placement, std::span<const Vec3> points);

// Throws Error if a number is not finite or the rotation is not one; `where` says where it came from.
void require_valid(const Placement& placement, std::string_view where);

}  // namespace sinew
