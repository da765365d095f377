#pragma once

#include "stepping/step_equation.h"

namespace sinew {

// A step as one linear system: of linear strain, or of corotated strain whose elements keep their axes for
// the length of the step.

// w += A^-1 r for linear strain.
void relax_linear(StepEquation& equation, int cycles);

// Turns the elements to the axes of the step, and makes its operators.
void fix_axes(StepEquation& equation);
// w += A^-1 r in these axes.
void relax_in_axes(StepEquation& equation, int cycles);
// Whether the step is too long for one set of axes.
bool turns_too_far(StepEquation& equation);

// Of the kinetic energy: what the stretch of a straight turn may hold.
inline constexpr double kMostOfStraightTurn = 0.1;

}  // namespace sinew
