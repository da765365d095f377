#pragma once

#include <span>
#include <vector>

#include "sinew/base/placement.h"
#include "sinew/model/motion.h"

namespace sinew {

// Where the holds of a body take it as a whole at one time, in its own axes: a vertex that is at `rest` is at
//
//   rest + carried + turn u
//
// if it moves by u against the holds. Forces f on it act as turn^T f there.
struct HoldRide {
  std::vector<Vec3> carried;  // per vertex, m
  Mat3 turn = Mat3::identity();

  bool is_turned() const { return turn != Mat3::identity(); }
  Vec3 outward(const Vec3& u) const { return is_turned() ? turn * u : u; }
  Vec3 inward(const Vec3& f) const { return is_turned() ? transposed(turn) * f : f; }
};

// Sets it for the motion at that time, which is known in the world.
void set_ride(const Motion& motion, double time, std::span<const Vec3> rest, const Placement& placement,
              HoldRide& ride);

}  // namespace sinew
