#pragma once

#include <cstdint>

#include "model/blade.h"

namespace sinew {

// What the line of a blade sweeps between two times, as a part of a stroke. All sweeps of a stroke make one
// cut: each begins where the last one ended in the body, however the body has moved since, and not where the
// line was in space.
struct BladeSweep {
  using Line = std::vector<Vec3>;  // a polyline in world coordinates, m

  std::int64_t stroke = 0;  // id, different from those of other unfinished strokes
  std::vector<Line> lines;  // positions of the blade in time, of two or more points, as many each
  bool begins = false;      // the first of its stroke: it does not continue from a tip
  bool ends = false;        // the last one

  bool operator==(const BladeSweep&) const = default;
};

// Throws Error if a line has less than two points, lines differ in their number of points or a coordinate is
// not finite or out of reach; `where` says where the sweep came from.
void require_valid(const BladeSweep& sweep, std::string_view where);

// Joins both to one sweep: `next` begins where `sweep` ends.
void append(BladeSweep& sweep, const BladeSweep& next);

// The surface between successive lines, in space.
Blade swept_blade(std::span<const BladeSweep::Line> lines);

}  // namespace sinew
