#pragma once

#include <string>
#include <variant>

#include "model/blade_path.h"

namespace sinew {

// A blade that is there for one moment: all of it cuts at once.
struct BladeStrike {
  double time = 0;  // s
  Blade blade;

  bool operator==(const BladeStrike&) const = default;
};
// The same of a plane.
struct PlaneStrike {
  double time = 0;  // s
  BladePlane plane;

  bool operator==(const PlaneStrike&) const = default;
};

// What a world cuts with in the course of time.
struct ScheduledCut {
  std::string body;  // empty: every body that can be cut
  std::variant<BladeStrike, PlaneStrike, BladePath, BladeStroke> tool;
};

// Throws Error where the tool is none; `where` names the place it came from.
void require_valid(const ScheduledCut& cut, std::string_view where);

// What cuts from one time until just before another: all at once, or the next of a stroke. A blade and a
// sweep may be of nothing.
using CutOfStep = std::variant<Blade, BladePlane, BladeSweep>;
CutOfStep cut_between(const ScheduledCut& cut, double from, double until);

// When it begins to cut, and when it has cut all it will, s.
double start_of(const ScheduledCut& cut);
double end_of(const ScheduledCut& cut);

}  // namespace sinew
