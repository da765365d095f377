#pragma once

#include <span>
#include <string>
#include <vector>

#include "sinew/elastic/material.h"

namespace sinew {

// Limits the ratio of stiffness to inertia in a step, K dt^2 / M, if a piece of the body is held by nothing
// or by nodes on one line only. Inertia alone resists its rigid motion, and double precision has sixteen
// digits for both: from about 1e15 on, a free body would not fall. Its parts hardly move relative to each
// other long before that, so beyond 1e10 it is stepped with as much of its stiffness as gives 1e10. It stays
// practically rigid, and stresses that balance loads are right.
class StiffnessLimit {
 public:
  static bool is_beyond(double stiffness_over_inertia) { return stiffness_over_inertia > kMost; }
  // The share of its stiffness that the body is to be stepped with, given K dt^2 / M. Warns, naming the body,
  // when the share is below 1 for the first time.
  double share_for(double stiffness_over_inertia, const std::string& body);

 private:
  static constexpr double kMost = 1e10;
  bool has_warned_ = false;
};

// Multiplies Young's modulus by `share` for the elements of which `is_free` is set. Returns one material, or
// one per element, as needed.
std::vector<Material> softened(std::span<const Material> materials, std::span<const char> is_free,
                               double share);

}  // namespace sinew
