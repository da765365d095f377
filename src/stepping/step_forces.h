#pragma once

#include <span>
#include <vector>

#include "linalg/block_vector.h"
#include "sinew/base/geometry.h"
#include "sinew/body/frame.h"

namespace sinew {

// The forces from outside on the nodes of a body's step. Vectors have a block for each node: displacements u
// (m), velocities v (m/s), forces (N).
class StepForces {
 public:
  using In = std::span<const Block3<double>>;
  using Out = std::span<Block3<double>>;

  virtual ~StepForces() = default;

  // Sets f to the sum of all forces. Allocates nothing; gives the same bits for any number of threads and
  // whatever was evaluated before.
  virtual void evaluate(double time, In u, In v, Out f) = 0;
  // D of the last evaluate(), N s/m: at velocities v + dv the forces are f - D dv to first order. One
  // symmetric positive semidefinite block per node; empty if no force depends on velocities.
  virtual std::span<const Mat3> drag() const = 0;

  // Whether they are the same at `time` and dt later if the body stays as it is.
  virtual bool is_steady(double time, double dt) const = 0;

  // In J: minus the work since rest of the gravity, point forces and tractions that are active at that time,
  // plus the potentials of radial fields and custom forces. Wind and pressure have no potential.
  virtual double potential(double time, In u) const = 0;
  // Adds an arrow for each point force and surface force that is active at that time: its resultant, at the
  // point or at the current centre of its faces.
  virtual void add_arrows(double time, In u, std::vector<ForceArrow>& arrows) const = 0;
};

}  // namespace sinew
