#include "stepping/static_balance.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/parallel.h"
#include "stepping/step_nodes.h"

namespace sinew {

namespace {

constexpr double kNearBalance = 1e-4;  // of the forces: a residual that is always accepted

bool is_balanced(StepEquation& equation, NewtonIterations& newton, const NewtonIterations::Params& params) {
  equation.solved = newton.run(params) == NewtonIterations::Status::kSolved;
  return equation.solved || equation.residual_left <= kNearBalance;
}

// Removes the residual at the guess, r_0, in steps of load from 0 to 1:
//   f + f_int(u + w) = (1 - load) r_0.
void step_to_balance(StepEquation& equation, NewtonIterations& newton, int most_iterations) {
  constexpr double kShortest = 1.0 / 256;
  parallel_for_each(equation.nodes().count(), kNodesPerChunk, [&](Index i) {
    equation.trial[i] = combined(1, equation.start().u[i], 1, equation.increment[i]);
  });
  equation.system().update_rotations(equation.trial);
  equation.system().internal_forces(equation.trial, equation.inner);
  equation.find_residual(1);
  equation.offset = equation.residual;
  auto last = equation.increment;
  for (double done = 0, length = 0.25; done < 1;) {
    const double next = std::min(1.0, done + length);
    if (is_balanced(equation, newton, {most_iterations, 1 - next})) {
      done = next;
      last = equation.increment;
      length *= 2;
      continue;
    }
    equation.increment = last;
    length /= 2;
    if (length < kShortest)
      throw not_in_balance(equation.body(),
                           fmt::format("it holds {:.2g} of what acts on it, and no more", done));
  }
}

}  // namespace

Error not_in_balance(const std::string& body, const std::string& how_far) {
  return Error(
      fmt::format("body '{}' does not come into balance: {}", body, how_far), "",
      "it may be too soft for its load: raise its Young's modulus, load it less, or let it come to rest "
      "with the integrator 'euler' and damping");
}

void find_balance(StepEquation& equation, NewtonIterations& newton, int most_iterations) {
  const auto guess = equation.increment;
  if (is_balanced(equation, newton, {most_iterations})) return;
  equation.increment = guess;
  step_to_balance(equation, newton, most_iterations);
}

}  // namespace sinew
