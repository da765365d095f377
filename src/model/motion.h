#pragma once

#include <string_view>
#include <vector>

#include "base/index.h"
#include "base/vec3.h"
#include "model/time_interval.h"

namespace sinew {

// A rigid motion that the world prescribes: turning about an axis through a centre, while the centre moves on
// at a velocity and swings to and fro. It starts from rest positions at `during.from`; at `during.until` it
// stops where it is. As it stands, everything stands still.
struct Motion {
  Vec3 velocity{};             // m/s
  Vec3 centre{};               // at rest, m
  Vec3 axis{0, 1, 0};          // of any length, through the centre
  double turning = 0;          // rad/s, right-handed about the axis
  Vec3 swing{};                // m: displaced by swing sin(2 pi frequency t)
  double swing_frequency = 0;  // Hz
  TimeInterval during{};       // s

  bool operator==(const Motion&) const = default;
};

// Throws Error where a figure is not finite, the axis has no length or time runs backwards; `where` names the
// place the motion came from.
void require_valid(const Motion& motion, std::string_view where);

// Of the point that is at `rest` before the motion starts: how far it has come, m, and how fast it moves
// then, m/s. A motion that stands still gives exactly zero.
Vec3 displacement_at(const Motion& motion, const Vec3& rest, double time);
Vec3 velocity_at(const Motion& motion, const Vec3& rest, double time);

// Nodes of a body that the world holds.
struct Hold {
  std::vector<Index> nodes;
  Motion motion;
};

}  // namespace sinew
