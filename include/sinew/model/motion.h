#pragma once

#include <algorithm>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/base/geometry.h"
#include "sinew/model/region.h"

namespace sinew {

// From `from` until just before `until`, in seconds of the simulation.
struct TimeInterval {
  double from = 0, until = std::numeric_limits<double>::infinity();

  // Whether the time is in the interval, which includes its start and not its end.
  bool contains(double time) const { return from <= time && time < until; }
  // How much of the interval has passed.
  double elapsed(double time) const { return std::max(0.0, std::min(time, until) - from); }
  // False also if a bound is not a number.
  bool valid() const { return from <= until && from < std::numeric_limits<double>::infinity(); }
  bool operator==(const TimeInterval&) const = default;
};

// How far a motion has gone at a time.
struct Waypoint {
  double time = 0;  // s, since the motion started
  Vec3 move{};      // m

  bool operator==(const Waypoint&) const = default;
};

// A rigid motion that the world prescribes: rotation about an axis through a centre, while the centre moves
// at a constant velocity, oscillates and follows a path. It starts from rest positions at `during.from`; at
// `during.until` it stops where it is. Default: no motion.
struct Motion {
  Vec3 velocity{};             // m/s
  Vec3 centre{};               // at rest, m
  Vec3 axis{0, 1, 0};          // of any length, through the centre
  double turning = 0;          // rad/s, right-handed about the axis
  Vec3 swing{};                // m: displaced by swing sin(2 pi frequency t)
  double swing_frequency = 0;  // Hz
  // Straight from one to the next, by ascending times; before the first and after the last it stands still.
  std::vector<Waypoint> path = {};
  TimeInterval during{};  // s

  bool operator==(const Motion&) const = default;
};

// Throws Error if a number is not finite, the axis has no length or the interval ends before it begins;
// `where` says where the motion came from.
void require_valid(const Motion& motion, std::string_view where);

// Displacement, m, and velocity, m/s, at that time of the point that is at `rest` before the motion starts.
// Without motion both are exactly zero.
Vec3 displacement_at(const Motion& motion, const Vec3& rest, double time);
Vec3 velocity_at(const Motion& motion, const Vec3& rest, double time);

// A Dirichlet condition (hold): nodes of a body whose motion the world prescribes. It may hold them along some
// directions only and leave the others free: one direction makes a symmetry plane, or rollers on a plane with
// that normal; two make rails. Directions stay as they are in space. Along them, a node moves as the motion
// moves its rest position. If several holds have a node, it is held along the directions of all of them; where
// they disagree, the last one counts.
struct Hold {
  std::vector<Index> nodes;
  Motion motion;
  std::vector<Vec3> directions = {};  // of any length, independent, in the world; empty: all three
  std::string name = {};  // for its reaction; empty: "hold0", "hold1", ... by its place in the list
};

// The same for the nodes of a body that are in a region at rest. A hanging vertex (T-junction) in it holds
// the vertices that it follows.
struct RegionHold {
  Region region{};
  Motion motion{};
  std::vector<Vec3> directions = {};
  std::string name = {};
};

// Throws Error if a direction is not finite or has no length, or if they are not independent; `where` says
// where they came from.
void require_valid_directions(std::span<const Vec3> directions, std::string_view where);

}  // namespace sinew
