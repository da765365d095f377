#pragma once

#include <cstdint>

namespace sinew {

// How the steps of a body were solved.
struct StepTally {
  std::int64_t steps = 0;
  std::int64_t unsolved = 0;  // of them, those that did not meet their tolerance
  std::int64_t damped = 0;    // steps that were damped because they would have gained energy
  double worst_residual = 0;  // of the unsolved: residual over the forces, or over that of the first guess
  double last_residual = 0;   // of the last step
  bool is_static = false;     // every step is a static equilibrium
};

}  // namespace sinew
