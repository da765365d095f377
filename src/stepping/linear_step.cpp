#include "stepping/linear_step.h"

#include "base/parallel.h"
#include "stepping/step_nodes.h"

namespace sinew {

namespace {

// Newmark takes axes and forces in the middle of the step.
bool is_half_way(const StepEquation& equation) { return equation.scheme().way() < 1; }

void go_to_trial(StepEquation& equation) {
  const double way = equation.scheme().way();
  parallel_for_each(equation.nodes().count(), kNodesPerChunk, [&](Index i) {
    equation.trial[i] = combined(1, equation.start().u[i], way, equation.increment[i]);
  });
}

}  // namespace

void relax_linear(StepEquation& equation, int cycles) {
  equation.find_linear_residual();
  equation.correct(cycles, equation.y);
  axpby<double>(1, equation.correction, 1, equation.increment);
}

// Corotated elements keep their axes during the step, so forces are linear in w. Backward Euler takes the
// axes at the start: with those at the guess u + dt v, long steps overshoot (a bar of 1e5 Pa under its weight
// does not come to rest in steps of 1 s), and a turning body loses its spin sooner. Newmark takes the axes
// half way to the guess, and the mean of the forces at both ends there as well. If each end has its own axes,
// a rabbit of 1e6 Pa on its feet explodes within 20 steps of 0.03 s, the sooner the more exactly the steps
// are solved; with the axes of the start, spin gains energy.
void fix_axes(StepEquation& equation) {
  go_to_trial(equation);
  equation.system().update_rotations(is_half_way(equation) ? StepEquation::In(equation.trial)
                                                           : StepEquation::In(equation.start().u));
  equation.linearise(equation.trial);
}

void relax_in_axes(StepEquation& equation, int cycles) {
  go_to_trial(equation);
  equation.system().internal_forces(equation.trial, equation.inner);
  equation.find_residual(equation.scheme().way());
  equation.correct(cycles, equation.y);
  axpby<double>(1, equation.correction, 1, equation.increment);
}

void relax_in_axes_from(StepEquation::In known, StepEquation& equation, int cycles) {
  equation.find_residual_from(known);
  equation.correct(cycles, equation.y);
  axpby<double>(1, equation.correction, 1, equation.increment);
}

// With one set of axes nodes turn along straight lines, which stretches elements by half the angle squared.
// Soft bodies hardly feel it; a bar of wood that swings by 0.1 rad in a step would store 300 times its
// kinetic energy.
bool turns_too_far(StepEquation& equation, StepEquation::In from) {
  if (is_half_way(equation)) return false;
  if (!from.empty())
    parallel_for_each(equation.nodes().count(), kNodesPerChunk,
                      [&](Index i) { equation.z[i] = combined(1, equation.increment[i], -1, from[i]); });
  const double stretch = equation.system().turning_energy(from.empty() ? equation.increment : equation.z);
  if (stretch == 0) return false;
  const double dt = equation.scheme().dt;
  const double kinetic = equation.mass_product(equation.increment, equation.y) / (2 * dt * dt);
  return stretch > kMostOfStraightTurn * kinetic;
}

}  // namespace sinew
