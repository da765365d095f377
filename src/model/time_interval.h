#pragma once

#include <algorithm>
#include <limits>

namespace sinew {

// From `from` until just before `until`, in seconds of the simulation.
struct TimeInterval {
  double from = 0, until = std::numeric_limits<double>::infinity();

  bool contains(double time) const { return from <= time && time < until; }
  // How much of the interval has passed.
  double elapsed(double time) const { return std::max(0.0, std::min(time, until) - from); }
  // False also if a bound is not a number.
  bool valid() const { return from <= until && from < std::numeric_limits<double>::infinity(); }
  bool operator==(const TimeInterval&) const = default;
};

}  // namespace sinew
