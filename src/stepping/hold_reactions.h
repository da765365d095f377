#pragma once

#include <vector>

#include "sinew/body/frame.h"
#include "stepping/step_equation.h"

namespace sinew {

// What the world exerts on each node at the end of a solved step, N: the force that its equation lacks,
//
//   R = M ((v_1 - v_0) / dt + alpha w / dt) - (f + internal forces of the scheme) / load.
//
// It is the residual of the solver along free directions, and the reaction of the hold along the others. Held
// nodes have the velocities v_0, v_1 of their motion, which are not those of the scheme, w / dt: with the
// latter, backward Euler would see half of their acceleration. With lumped masses, dt times the sum of R and
// of the loads is thus exactly the change of momentum. Newmark: the mean over the step;
// generalized-alpha: at t + way dt.
//
// `before` and `after` are the states around the step, whose forces are taken at u_0 + way w, in the present
// axes of the elements.
BlockVector<double> forces_of_holds(StepEquation& equation, const NodeState& before, const NodeState& after,
                                    double way);

// The sums over the nodes of each hold, in own axes, with u the displacements of all nodes. A node in several
// holds counts, along each of its directions, for the one that moves it.
std::vector<HoldReaction> reactions_of(const StepNodes& nodes, std::span<const Block3<double>> u,
                                       std::span<const Block3<double>> forces);
// If no step is known: not a number.
std::vector<HoldReaction> unknown_reactions(const StepNodes& nodes);

}  // namespace sinew
