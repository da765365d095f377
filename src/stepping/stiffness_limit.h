#pragma once

#include <span>
#include <string>
#include <vector>

#include "elastic/material.h"

namespace sinew {

// How stiff a body can be beside its inertia in a step, K dt^2 / M, if a piece of it is held by nothing, or
// on a line only. What resists its rigid motion is inertia alone, and double precision has sixteen digits for
// both: from about 1e15 on a free body would not fall. Its parts hardly move against each other long before
// that, so that beyond 1e10 it is stepped with as much of its stiffness as makes 1e10: it stays as good as
// rigid, and stresses that balance loads are right.
class StiffnessLimit {
 public:
  static bool is_beyond(double stiffness_over_inertia) { return stiffness_over_inertia > kMost; }
  // The share of its stiffness that the body is to be stepped with, given K dt^2 / M; warns, naming the body,
  // when it first becomes less than 1.
  double share_for(double stiffness_over_inertia, const std::string& body);

 private:
  static constexpr double kMost = 1e10;
  bool has_warned_ = false;
};

// With this share of Young's moduli for the elements of which `is_free` is set. One material, or one per
// element, as needed.
std::vector<Material> softened(std::span<const Material> materials, std::span<const char> is_free,
                               double share);

}  // namespace sinew
