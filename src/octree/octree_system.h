#pragma once

#include <memory>

#include "body/solver_params.h"
#include "body/step_scheme.h"
#include "elastic/rotation.h"
#include "octree/octree_rest.h"

namespace sinew {

// The linear system A = mass M + stiffness K of a step of an octree, over its unknowns: operators, multigrid
// hierarchy with the cuts in every level, and solver. Cycles run in single precision, residuals in double.
class OctreeSystem {
 public:
  using In = std::span<const Block3<double>>;
  using Out = std::span<Block3<double>>;

  // Refers to the rest.
  OctreeSystem(const OctreeRest& rest, const SolverParams& params);
  ~OctreeSystem();

  // Makes the operators anew, for cells turned by these rotations.
  void rebuild(const StepScheme& scheme, std::span<const Quaternion> rotations);
  // r = f + M y + K z; 0 at held unknowns
  void residual(In f, In y, In z, Out r) const;
  // e = A^-1 r; r is overwritten. Both are 0 at held unknowns.
  SolveReport solve(Out r, Out e);

  // To be called where masses changed, before the next rebuild().
  void mass_changed();
  // Other figures for the same method.
  void set_params(const SolverParams& params);

 private:
  class Assembled;
  std::unique_ptr<Assembled> assembled_;
};

}  // namespace sinew
