#pragma once

#include <algorithm>
#include <cmath>

namespace sinew {

// An upper bound of a body's kinetic and elastic energy together: the energy it had when it was measured,
// plus the work done on it since. Implicit steps only lose energy. The kinetic energy alone, which is cheap
// to compute, must stay below it.
struct EnergyBudget {
  double energy = 0;  // J
  // The largest energy so far, or work of a step, J: the scale of errors from rounding and long steps.
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
