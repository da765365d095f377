#pragma once

#include <span>
#include <vector>

#include "body/frame.h"
#include "body/pull.h"
#include "elastic/material.h"
#include "stepping/step_forces.h"
#include "stepping/step_nodes.h"
#include "stepping/step_system.h"

namespace sinew {

// What an elastic body (stepping/elastic_body.h) is made of as it is meshed now: the unknowns of its steps at
// rest, what acts on them, and how frames show them. A body that is cut gets another one.
class Discretization {
 public:
  using In = std::span<const Block3<double>>;

  virtual ~Discretization() = default;

  // What a stepper refers to. All vectors have a block for each unknown.
  virtual StepNodes unknowns() const = 0;
  virtual StepForces& forces() = 0;
  virtual StepSystem& system() = 0;

  // What frames show, and the nodes that they are of.
  virtual const FrameTopology& topology() const = 0;
  // Sets `nodes` to what the nodes of frames have, given what the unknowns have: displacements or velocities.
  virtual void at_nodes(In unknowns, std::span<Vec3> nodes) const = 0;
  // The same pull by unknowns alone.
  virtual Pull by_unknowns(Pull pull) const = 0;

  // What the elements were made of, before anything was tuned: one material, or one per element.
  virtual std::span<const Material> made_of() const = 0;
  // Gives them other materials, one or one per element, before the next scheme.
  virtual void set_materials(const std::vector<Material>& materials) = 0;
  // K dt^2 / M, the largest of the body as it is now (stepping/stiffness_limit.h).
  virtual double stiffness_over_inertia(const StepScheme& scheme) const = 0;
  // Per element: whether it is of a piece that is held by nothing, or on a line only. Empty if there is none.
  virtual std::vector<char> free_elements() const = 0;
};

}  // namespace sinew
