#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "body/contact_side.h"
#include "linalg/block_vector.h"
#include "linalg/conjugate_gradient.h"
#include "linalg/panel.h"
#include "multigrid/system_levels.h"
#include "sinew/base/geometry.h"
#include "sinew/stepping/elastic_params.h"
#include "stepping/step_scheme.h"

namespace sinew {

// When a solve may stop.
struct SolveGoal {
  double tolerance = 1e-4;    // on the residual relative to that of the first guess
  int cycles = 0;             // exactly this many cycles (or CG iterations); 0: until the tolerance is met
  int max_iterations = 2000;  // limit if the tolerance is not met
  // Makes the solve one linear map e = B r, symmetric and positive definite, the same in every solve until
  // the operators change: for users who need the response of a body as a matrix. B approximates A^-1 by
  // `cycles` symmetric V-cycles (0: one) or, for methods without cycles, is their preconditioner or
  // factorisation.
  bool linear = false;

  // The number of cycles to make whatever they reach; 0: until the tolerance is met.
  int counted() const { return linear ? std::max(1, cycles) : cycles; }
};

inline SolveGoal goal_of(const SolverParams& params) {
  return {params.tolerance, params.cycles, params.max_iterations};
}

// Scratch memory of a solve. The system that uses it makes it; it is kept from solve to solve, so that a
// solve allocates nothing.
class SolveWork {
 public:
  virtual ~SolveWork() = default;
};

// The interface between an implicit step (stepping/implicit_stepper.h) and the elements of its body: their
// forces, and the linear system A = mass M + stiffness K of a step. Owns operators, levels and rotations.
// Vectors have a block per node: displacements u (m), velocities v (m/s), forces (N).
class StepSystem {
 public:
  using In = std::span<const Block3<double>>;
  using Out = std::span<Block3<double>>;

  virtual ~StepSystem() = default;

  // Sets the scheme of the following steps; for linear strain, builds the operators.
  virtual void set_scheme(const StepScheme& scheme) = 0;
  // Makes the operators those of A + D until the next scheme: a block of D per node, kg/s^2, or nothing.
  virtual void set_drag(std::span<const Mat3> drag) = 0;

  // Corotated strain: rotates the elements' axes to the deformation u.
  virtual void update_rotations(In u) = 0;
  // Keeps these axes as the start of later searches. A step that is not kept changes nothing.
  virtual void keep_rotations() = 0;
  // Has the axes again that keep_rotations() kept, if nothing else was done to them since. Default: it has them.
  virtual void use_kept_rotations() {}
  // The axes kept, as part of a body's state: a quaternion w, x, y, z per element that turns. Default: none.
  virtual std::vector<double> saved_rotations() const { return {}; }
  virtual void restore_rotations(std::span<const double> /*quaternions*/) {}
  // Rebuilds the operators of the non-linear strains, with the elements' present axes, or at u.
  virtual void linearise(In u) = 0;

  // f = -dU/du
  virtual void internal_forces(In u, Out f) = 0;
  // In J. Corotated strain: in axes rotated to u.
  virtual double elastic_energy(In u) const = 0;
  // An estimate from a sample of the elements, at little cost.
  virtual double estimate_elastic_energy(In u) const = 0;
  // Viscosity of Green strain, with E_0 the strain at u0: the forces (N) of the potential (J)
  //   c / 2 (E - E_0) : C (E - E_0).
  // A rigid motion changes no strain and meets no force. Default, for other strains: no forces, potential 0.
  virtual void add_viscous_forces(double /*c*/, In /*u0*/, In /*u*/, Out /*f*/) {}
  virtual double viscous_potential(double /*c*/, In /*u0*/, In /*u*/) const { return 0; }
  // In J. Corotated strain: the energy that increments w store by stretching elements that turn, since nodes
  // move along straight lines, in the axes of the last update_rotations(). Other strains: 0. An estimate from
  // a sample of the elements.
  virtual double turning_energy(In w) const = 0;
  // Von Mises stress of each element, Pa, in the axes kept.
  virtual void stresses(In u, std::span<float> von_mises) const = 0;

  // The sum of each row of M, kg: the lumped masses, which give an upper bound of x . M x.
  virtual std::span<const double> nodal_masses() const = 0;
  // Whether M has no entries but these, on its diagonal.
  virtual bool has_lumped_masses() const { return false; }
  // y = M x
  virtual void multiply_mass(In x, Out y) const = 0;
  // r = f + M y + K z; 0 at held nodes and along the held directions of rollers. An empty z stands for 0.
  virtual void residual(In f, In y, In z, Out r) const = 0;

  // Bodies some of whose unknowns follow others, by weights that sum to 1, or have no mass: adaptive ones. Default: none.
  virtual bool has_followers() const { return false; }
  // Sets what unknowns that follow others have by these.
  virtual void follow(Out /*w*/) const {}
  // Given the forces that act on the body, sets those in the equations of all unknowns.
  virtual void spread(Out /*f*/) const {}
  // w += d, as far as unknowns do not follow others.
  virtual void move(In d, Out w) const { axpby<double>(1, d, 1, w); }
  // What the unknowns are to keep that these follow.
  virtual std::vector<HeldBack> followed(std::span<const HeldBack> unknowns) const {
    return {unknowns.begin(), unknowns.end()};
  }
  // Whether internal forces do not sum to zero, so that momentum must be restored after each step.
  virtual bool leaks_momentum() const { return false; }

  // Changes the parameters of the solver; the method must stay the same.
  virtual void set_solver(const SolverParams& params) = 0;
  virtual std::unique_ptr<SolveWork> make_work() const = 0;
  // e = A^-1 r; r is overwritten. Both are 0 at held nodes, and along the held directions of rollers. Solves
  // that have their own work may run in parallel.
  virtual SolveReport solve(const SolveGoal& goal, Out r, Out e, SolveWork& work) const = 0;
  // The same for many right-hand sides, sixteen at a time, so that matrices are read once for all of them; r
  // may be overwritten. If there is a tolerance to meet, multigrid preconditions conjugate gradients even if
  // the method is cycles alone. Each side takes as many iterations as the slowest of its sixteen.
  std::vector<SolveReport> solve_many(const SolveGoal& goal, std::span<BlockVector<double>> r,
                                      std::span<BlockVector<double>> e, SolveWork& work) const;

  // Shows the levels of A, valid until the operators change. Default: none.
  virtual void show_levels(SystemLevels& levels) const { levels = {}; }

 protected:
  // Solves for at most kSides right-hand sides. Default: one after the other.
  virtual void solve_panel(const SolveGoal& goal, std::span<BlockVector<double>> r,
                           std::span<BlockVector<double>> e, std::span<SolveReport> reports,
                           SolveWork& work) const;
};

}  // namespace sinew
