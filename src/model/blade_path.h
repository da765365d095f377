#pragma once

#include "model/blade_sweep.h"

namespace sinew {

// Blades that are swept in the course of time, a stroke each. Before its first keyframe and after its last
// one a tool is not in use and cuts nothing; one that rests in between cuts what moves against it. Sweeps
// over adjacent intervals meet without a gap: a tool's line at a time depends on nothing but that time.

struct BladeKeyframe {
  double time = 0;           // s
  Vec3 position{};           // of the tool's origin, m
  Quaternion orientation{};  // from tool to world coordinates, of unit length

  bool operator==(const BladeKeyframe&) const = default;
};

// A rigid tool: a polyline (a wire or a scalpel's edge has two points), moved evenly from keyframe to
// keyframe and turned the shorter way.
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

// A line given where it is at some times, each of its points moved evenly in between.
struct BladeStroke {
  std::vector<BladeLine> lines;  // by time, with the same number of points each

  bool operator==(const BladeStroke&) const = default;
};

// Throws Error where there is no keyframe, a line has less than two points, lines differ in their number of
// points, a figure is not finite, an orientation has not unit length, or time does not grow from one to the
// next; `where` names the place the path came from.
void require_valid(const BladePath& path, std::string_view where);
void require_valid(const BladeStroke& stroke, std::string_view where);

// Where the tool is at that time.
BladeKeyframe pose_at(const BladePath& path, double time);
// Where the line is at that time, in world coordinates.
std::vector<Vec3> line_at(const BladePath& path, double time);
std::vector<Vec3> line_at(const BladeStroke& stroke, double time);

// What the line sweeps from one time to a later one: from keyframe to keyframe and, where the tool turns, by
// at most five degrees from line to line. Has no lines where the tool is not yet, or no longer, in use. Whose
// stroke it is, is left open.
BladeSweep sweep_between(const BladePath& path, double from, double until);
BladeSweep sweep_between(const BladeStroke& stroke, double from, double until);

}  // namespace sinew
