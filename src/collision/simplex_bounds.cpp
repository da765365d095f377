#include "collision/simplex_bounds.h"

#include <algorithm>
#include <limits>

namespace sinew {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

BarycentricIntervals::BarycentricIntervals() {
  lower.fill(kInfinity);
  upper.fill(-kInfinity);
}

void BarycentricIntervals::extend(const std::array<double, 4>& weights) {
  for (int i = 0; i < 4; ++i) {
    lower[i] = std::min(lower[i], weights[i]);
    upper[i] = std::max(upper[i], weights[i]);
  }
}

void BarycentricIntervals::extend(const BarycentricIntervals& other) {
  for (int i = 0; i < 4; ++i) {
    lower[i] = std::min(lower[i], other.lower[i]);
    upper[i] = std::max(upper[i], other.upper[i]);
  }
}

Governor make_governor(const BarycentricIntervals& intervals, int simplex) {
  Governor governor;
  governor.simplex = simplex;
  for (int above = 0; above < 15; ++above) {
    double least = 0, most_below = 0;
    for (int i = 0; i < 4; ++i) {
      if ((above >> i & 1) != 0)
        least += intervals.lower[i];
      else
        most_below += intervals.upper[i];
    }
    governor.shares[above] = rounded_down(std::max(least, 1 - most_below));
  }
  return governor;
}

}  // namespace sinew
