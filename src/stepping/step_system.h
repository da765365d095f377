#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "base/mat3.h"
#include "linalg/block_vector.h"
#include "linalg/conjugate_gradient.h"
#include "linalg/panel.h"
#include "multigrid/system_levels.h"
#include "stepping/solver_params.h"
#include "stepping/step_scheme.h"

namespace sinew {

// When a solve may stop.
struct SolveGoal {
  double tolerance = 1e-4;    // on the residual over that of the first guess
  int cycles = 0;             // exactly so many cycles (or iterations of CG); 0: until the tolerance is met
  int max_iterations = 2000;  // where to stop if the tolerance is not met
  // One map e = B r, linear, symmetric and positive definite, the same in every solve until the operators
  // change: for those who need the response of a body as a matrix. B is so many symmetric V-cycles (one, if
  // `cycles` is 0) about A^-1; of methods without cycles, their preconditioner or their factors.
  bool linear = false;

  // How many cycles are to be done whatever they reach; 0: until the tolerance is met.
  int counted() const { return linear ? std::max(1, cycles) : cycles; }
};

inline SolveGoal goal_of(const SolverParams& params) {
  return {params.tolerance, params.cycles, params.max_iterations};
}

// Scratch memory of a solve: made by the system that it is used with, kept from solve to solve so that none
// is allocated in one.
class SolveWork {
 public:
  virtual ~SolveWork() = default;
};

// What an implicit step (stepping/implicit_stepper.h) asks of the elastic body it moves: the elements'
// forces, and the linear system A = mass M + stiffness K of a step. It owns operators, levels and rotations.
// Vectors have a block for each node: displacements u (m), velocities v (m/s), forces (N).
class StepSystem {
 public:
  using In = std::span<const Block3<double>>;
  using Out = std::span<Block3<double>>;

  virtual ~StepSystem() = default;

  // Steps are of this scheme from now on; linear strain makes its operators here.
  virtual void set_scheme(const StepScheme& scheme) = 0;
  // Operators are those of A + D from now on, until the next scheme: a block of D for each node, kg/s^2, or
  // nothing.
  virtual void set_drag(std::span<const Mat3> drag) = 0;

  // Corotated strain: turns the elements' axes to the deformation, for what follows.
  virtual void update_rotations(In u) = 0;
  // Keeps those axes for searches to start from. Until then a step leaves no trace.
  virtual void keep_rotations() = 0;
  // The axes kept, as a body's state has them: a quaternion w, x, y, z for each element that turns. Default:
  // none turns.
  virtual std::vector<double> saved_rotations() const { return {}; }
  virtual void restore_rotations(std::span<const double> /*quaternions*/) {}
  // Rebuilds the operators of the other strains, for the elements as they are turned, or at u.
  virtual void linearise(In u) = 0;

  // f -= dU/du
  virtual void add_internal_forces(In u, Out f) = 0;
  // J. Corotated strain: in axes turned to u.
  virtual double elastic_energy(In u) const = 0;
  // The same from a sample of the elements, at little cost.
  virtual double estimate_elastic_energy(In u) const = 0;
  // Viscosity of Green strain, with E_0 the strain at u0: the forces (N) of the potential (J)
  //   c / 2 (E - E_0) : C (E - E_0).
  // A rigid motion changes no strain and meets no force. Other strains have none: f stays, potential 0.
  virtual void add_viscous_forces(double /*c*/, In /*u0*/, In /*u*/, Out /*f*/) {}
  virtual double viscous_potential(double /*c*/, In /*u0*/, In /*u*/) const { return 0; }
  // J. Corotated strain: the energy of the stretch that increments w, being straight, leave in elements that
  // turn, in the axes of the last update_rotations(); 0 for the other strains. An estimate from a sample of
  // the elements.
  virtual double turning_energy(In w) const = 0;
  // Von Mises stress of each element, Pa, in the axes kept.
  virtual void stresses(In u, std::span<float> von_mises) const = 0;

  // The sum of each row of M, kg: the lumped masses. x . M x is at most what they give.
  virtual std::span<const double> nodal_masses() const = 0;
  // y = M x
  virtual void multiply_mass(In x, Out y) const = 0;
  // r = f + M y + K z; 0 at held nodes. z may be empty, for none.
  virtual void residual(In f, In y, In z, Out r) const = 0;

  // Other parameters for the same method.
  virtual void set_solver(const SolverParams& params) = 0;
  virtual std::unique_ptr<SolveWork> make_work() const = 0;
  // e = A^-1 r; r is overwritten. Both are 0 at held nodes. Solves with work of their own may run at the same
  // time.
  virtual SolveReport solve(const SolveGoal& goal, Out r, Out e, SolveWork& work) const = 0;
  // The same for many right-hand sides, sixteen at a time side by side, so that matrices are read once for
  // all of them; r may be overwritten. Multigrid goes before conjugate gradients if there is a tolerance to
  // meet, whatever the method says of cycles by themselves. Sides take as many iterations as the slowest of
  // their sixteen.
  std::vector<SolveReport> solve_many(const SolveGoal& goal, std::span<BlockVector<double>> r,
                                      std::span<BlockVector<double>> e, SolveWork& work) const;

  // Shows the levels of A, which stay as they are until the operators change. Default: none.
  virtual void show_levels(SystemLevels& levels) const { levels = {}; }

 protected:
  // For at most kSides of them. By default: one after the other.
  virtual void solve_panel(const SolveGoal& goal, std::span<BlockVector<double>> r,
                           std::span<BlockVector<double>> e, std::span<SolveReport> reports,
                           SolveWork& work) const;
};

}  // namespace sinew
