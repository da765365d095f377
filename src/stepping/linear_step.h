#pragma once

#include "stepping/step_equation.h"

namespace sinew {

// A step as one linear system: linear strain, or corotated strain whose elements keep their axes during the
// step.

// w += A^-1 r for linear strain.
void relax_linear(StepEquation& equation, int cycles);

// Rotates the elements to the axes of the step and builds its operators.
void fix_axes(StepEquation& equation);
// w += A^-1 r in these axes.
void relax_in_axes(StepEquation& equation, int cycles);
// Whether elements turn too far in this step for one set of axes.
bool turns_too_far(StepEquation& equation);

// How much energy a turn along straight lines may store by stretching elements, as a fraction of the kinetic
// energy.
inline constexpr double kMostOfStraightTurn = 0.1;

}  // namespace sinew
