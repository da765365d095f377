#pragma once

#include "stepping/step_equation.h"

namespace sinew {

// Newton iterations for a step's equation, starting from its increment. Each rebuilds axes and operators
// where it is, and a line search limits its length.
class NewtonIterations {
 public:
  struct Params {
    int most = 1;                // iterations at most
    double share_of_offset = 0;  // for load steps: how much of the equation's offset the residual may keep
    bool leaves_unseen = false;  // whether to stop slightly above the minimum, by less energy than matters
  };
  enum class Status { kGoesOn, kSolved, kOutOfIterations, kStalled };

  explicit NewtonIterations(StepEquation& equation) : equation_(equation) {}

  // Halves the increment until the potential Phi of the step is not above that of free nodes at rest.
  void shorten_increment();

  void begin(const Params& params);
  // Removes the limit, since contact counts the iterations.
  void lift_limit();
  // Makes one iteration. Its solve makes exactly this many cycles or, if 0, reaches the goal. If it may keep operators,
  // it does so from the second iteration on, as long as corrections are taken in full: forces are those of where it is.
  // Corrections by kept operators are taken without a search if they are much smaller than the last one that a search
  // has taken in full.
  Status iterate(int cycles, bool may_keep_operators = false);
  // Calls begin(), and iterate() as often as needed.
  Status run(const Params& params);

 private:
  struct Search {
    double length;  // of the correction, at most 1; 0: no length lowers the energy
    double stored;  // energy at its start, J
  };

  Search line_search();
  Search take_in_full();
  double unseen_energy(double stored);

  StepEquation& equation_;
  Params params_;
  int iteration_ = 0;
  bool fits_ = false;  // the operators are of this step, and the last correction by them was taken in full
  // Of the last search that took a correction in full: what a quadratic energy lost by it, and what was stored, J.
  double tested_ = 0, stored_ = 0;
  double scale_ = 0, before_ = 0;  // of residuals, N: the largest so far, and the last
};

}  // namespace sinew
