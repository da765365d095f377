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
// The same if `inner` is known at u + known: it costs a product with K instead of a pass over the elements.
void relax_in_axes_from(StepEquation::In known, StepEquation& equation, int cycles);
// Whether elements turn too far for one set of axes, which was taken at u + from; empty: at u.
bool turns_too_far(StepEquation& equation, StepEquation::In from = {});

// How much energy a turn along straight lines may store by stretching elements, as a fraction of the kinetic
// energy.
inline constexpr double kMostOfStraightTurn = 0.1;

}  // namespace sinew
