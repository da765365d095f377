#pragma once

#include "base/error.h"
#include "stepping/newton_iterations.h"

namespace sinew {

// Brings a body of a non-linear strain into balance under its whole load or, if that is too far for Newton's
// iterations, in load steps. Throws Error if there is no way to balance.
void find_balance(StepEquation& equation, NewtonIterations& newton, int most_iterations);

Error not_in_balance(const std::string& body, const std::string& how_far);

}  // namespace sinew
