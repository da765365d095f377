#pragma once

#include <algorithm>
#include <cmath>

namespace sinew {

// What a body can have in kinetic and elastic energy together: what it had when it was measured, and the work
// done on it since. Implicit steps only lose of it; kinetic energy alone, which costs little to know, must
// stay below.
struct EnergyBudget {
  double energy = 0;  // J
  // That it ever was, or the work of a step, J: the scale of what rounding and long steps leave.
  double largest = 0;

  void add_work(double work) {
    energy += work;
    largest = std::max({largest, energy, std::abs(work)});
  }

  struct Slack {
    double factor, share_of_largest;
  };
  double with_slack(const Slack& slack) const {
    return slack.factor * std::max(0.0, energy) + slack.share_of_largest * largest;
  }
};

}  // namespace sinew
