#pragma once

#include <string>
#include <variant>

#include "model/blade_path.h"

namespace sinew {

// A blade that cuts at one time, all of it at once.
struct BladeStrike {
  double time = 0;  // s
  Blade blade;

  bool operator==(const BladeStrike&) const = default;
};
// The same for a plane.
struct PlaneStrike {
  double time = 0;  // s
  BladePlane plane;

  bool operator==(const PlaneStrike&) const = default;
};

// A cut that a world makes at given times.
struct ScheduledCut {
  std::string body;  // empty: every body that can be cut
  std::variant<BladeStrike, PlaneStrike, BladePath, BladeStroke> tool;
};

// Throws Error if the tool is invalid; `where` says where it came from.
void require_valid(const ScheduledCut& cut, std::string_view where);

// What cuts from one time until just before another: a blade or plane at once, or the next sweep of a stroke.
// Blade and sweep may be empty.
using CutOfStep = std::variant<Blade, BladePlane, BladeSweep>;
CutOfStep cut_between(const ScheduledCut& cut, double from, double until);

// When it begins to cut, and when it has finished, s.
double start_of(const ScheduledCut& cut);
double end_of(const ScheduledCut& cut);

}  // namespace sinew
