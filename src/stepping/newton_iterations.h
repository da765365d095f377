#pragma once

#include "stepping/step_equation.h"

namespace sinew {

// Newton's iterations on a step's equation, from the increment as it is: each with the axes and operators of
// its own place, and no longer than a line search allows.
class NewtonIterations {
 public:
  struct Params {
    int most = 1;                // corrections
    double share_of_offset = 0;  // what the residual may keep of the equation's offset: for load steps
    bool leaves_unseen = false;  // whether energy that makes no difference may be left above the minimum
  };
  enum class Status { kGoesOn, kSolved, kOutOfIterations, kStalled };

  explicit NewtonIterations(StepEquation& equation) : equation_(equation) {}

  // Shortens the increment so far that it does not raise what the step makes least.
  void shorten_increment();

  void begin(const Params& params);
  // From here on there is no limit: contact counts the iterations.
  void lift_limit();
  // One iteration, whose solve makes exactly so many cycles, or, if 0, reaches the goal.
  Status iterate(int cycles);
  // begin(), and as many iterations as it takes.
  Status run(const Params& params);

 private:
  struct Search {
    double length;  // of the correction, 1 or less; 0: no length lowers the energy
    double stored;  // where it starts, J
  };

  Search line_search();
  double unseen_energy(double stored);

  StepEquation& equation_;
  Params params_;
  int iteration_ = 0;
  double scale_ = 0, before_ = 0;  // of residuals, N: the largest so far, and the last
};

}  // namespace sinew
