#pragma once

#include "model/blade_sweep.h"

namespace sinew {

// Blades that move in time; each makes one stroke. Before its first keyframe and after its last one a tool is
// not in use and cuts nothing; a tool that rests in between cuts what moves against it. Sweeps over adjacent
// intervals meet without a gap, since a tool's line depends on the time alone.

struct BladeKeyframe {
  double time = 0;           // s
  Vec3 position{};           // of the tool's origin, m
  Quaternion orientation{};  // from tool to world coordinates, of unit length

  bool operator==(const BladeKeyframe&) const = default;
};

// A rigid tool: a polyline (a wire or a scalpel's edge has two points) that moves from keyframe to keyframe
// at constant velocity and rotates the shorter way.
struct BladePath {
  std::vector<Vec3> line;                // in tool coordinates, m
  std::vector<BladeKeyframe> keyframes;  // by time

  bool operator==(const BladePath&) const = default;
};

struct BladeLine {
  double time = 0;           // s
  std::vector<Vec3> points;  // in world coordinates, m

  bool operator==(const BladeLine&) const = default;
};

// A line given at some times; in between, each of its points moves at constant velocity.
struct BladeStroke {
  std::vector<BladeLine> lines;  // by time, with the same number of points each

  bool operator==(const BladeStroke&) const = default;
};

// Throws Error if there is no keyframe, a line has less than two points, lines differ in their number of
// points, a number is not finite, an orientation does not have unit length, or times do not increase; `where`
// says where the path came from.
void require_valid(const BladePath& path, std::string_view where);
void require_valid(const BladeStroke& stroke, std::string_view where);

// Where the tool is at that time.
BladeKeyframe pose_at(const BladePath& path, double time);
// Where the line is at that time, in world coordinates.
std::vector<Vec3> line_at(const BladePath& path, double time);
std::vector<Vec3> line_at(const BladeStroke& stroke, double time);

// What the line sweeps from one time to a later one: lines at the keyframes and, while the tool rotates, at
// most five degrees apart. Has no lines if the tool is not yet, or no longer, in use. The id of the stroke is
// left unset.
BladeSweep sweep_between(const BladePath& path, double from, double until);
BladeSweep sweep_between(const BladeStroke& stroke, double from, double until);

}  // namespace sinew
