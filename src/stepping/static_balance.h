#pragma once

#include "sinew/base/error.h"
#include "stepping/newton_iterations.h"

namespace sinew {

// Brings a body of a non-linear strain into balance under its whole load or, if Newton iterations do not
// converge from there, in load steps. Throws Error if no balance is found.
void find_balance(StepEquation& equation, NewtonIterations& newton, int most_iterations);

Error not_in_balance(const std::string& body, const std::string& how_far);

}  // namespace sinew
