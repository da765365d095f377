#include "stepping/linear_step.h"

#include "base/parallel.h"

namespace sinew {

namespace {

constexpr Index kNodes = 2048;

// Newmark's axes and forces are those half way.
bool is_half_way(const StepEquation& equation) { return equation.scheme().restoring == 2; }
double way_of(const StepEquation& equation) { return is_half_way(equation) ? 0.5 : 1; }

void go_to_trial(StepEquation& equation) {
  const double way = way_of(equation);
  parallel_for_each(equation.nodes().count(), kNodes, [&](Index i) {
    equation.trial[i] = combined(1, equation.start().u[i], way, equation.increment[i]);
  });
}

}  // namespace

void relax_linear(StepEquation& equation, int cycles) {
  equation.find_linear_residual();
  equation.correct(cycles, equation.y);
  axpby<double>(1, equation.correction, 1, equation.increment);
}

// Corotated elements keep their axes, and forces are linear in between. Euler's axes are those of its start:
// at the guess u + dt v a long step overshoots (a bar of 1e5 Pa under its weight does not come to rest in
// steps of 1 s), and a turning body loses its spin sooner. Newmark's are those half way to the guess, where
// the mean of the forces at both ends is found as well: with axes of either end at either end, a rabbit of
// 1e6 Pa on its feet explodes within 20 steps of 0.03 s, the sooner the better they are solved; with those of
// the start, spin gains energy.
void fix_axes(StepEquation& equation) {
  go_to_trial(equation);
  equation.system().update_rotations(is_half_way(equation) ? StepEquation::In(equation.trial)
                                                           : StepEquation::In(equation.start().u));
  equation.linearise(equation.trial);
}

void relax_in_axes(StepEquation& equation, int cycles) {
  go_to_trial(equation);
  set_zero<double>(equation.inner);
  equation.system().add_internal_forces(equation.trial, equation.inner);
  equation.find_residual(way_of(equation));
  equation.y = equation.residual;
  equation.correct(cycles, equation.y);
  axpby<double>(1, equation.correction, 1, equation.increment);
}

// In one set of axes a turn is straight and stretches the elements by half of its angle squared. Soft bodies
// hardly feel it; a bar of wood that swings by 0.1 in a step would hold 300 times its kinetic energy.
bool turns_too_far(StepEquation& equation) {
  if (is_half_way(equation)) return false;
  const double stretch = equation.system().turning_energy(equation.increment);
  if (stretch == 0) return false;
  const double dt = equation.scheme().dt;
  const double kinetic = equation.mass_product(equation.increment, equation.y) / (2 * dt * dt);
  return stretch > kMostOfStraightTurn * kinetic;
}

}  // namespace sinew
