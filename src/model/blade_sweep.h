#pragma once

#include <cstdint>

#include "model/blade.h"

namespace sinew {

// What the line of a blade sweeps from one moment to another, as a part of a stroke. All sweeps of a stroke
// make one cut, which goes on in the material: each begins where the last one ended in the body, however that
// has moved since, and not where the line was in space.
struct BladeSweep {
  using Line = std::vector<Vec3>;  // a polyline in world coordinates, m

  std::int64_t stroke = 0;  // whose it is: a name that other strokes going on have not
  std::vector<Line> lines;  // that the blade goes through, with two points or more, as many each
  bool begins = false;      // the first of its stroke: goes on from nothing
  bool ends = false;        // the last one

  bool operator==(const BladeSweep&) const = default;
};

// Throws Error where a line has less than two points, lines differ in their number of points or a coordinate
// is not finite or out of reach; `where` names the place the sweep came from.
void require_valid(const BladeSweep& sweep, std::string_view where);

// Both as one: `next` begins where `sweep` ends.
void append(BladeSweep& sweep, const BladeSweep& next);

// From line to line, as they lie in space.
Blade swept_blade(std::span<const BladeSweep::Line> lines);

}  // namespace sinew
