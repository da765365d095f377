#pragma once

#include "body/applied_forces.h"
#include "body/step_equations.h"
#include "octree/cell_forces.h"
#include "octree/hanging_vertices.h"
#include "octree/octree_system.h"

namespace sinew {

// The equations of a step of an octree, over its unknowns. Refers to the rest.
class OctreeEquations final : public StepEquations {
 public:
  // Throws Error, naming the force as forces[i], as AppliedForces does.
  OctreeEquations(const OctreeRest& rest, Strain strain, const std::vector<Force>& forces,
                  const SolverParams& solver);

  void applied_forces(double time, In u, In v, Out f) override;
  void turn_elements(In u) override { cells_.turn_cells(u); }
  void keep_rotations() override { cells_.keep_rotations(); }
  void add_internal_forces(In u, Out f) override { cells_.add_internal_forces(u, f); }
  double elastic_energy(In u) const override { return cells_.energy(u); }
  void multiply_mass(In x, Out y) const override;
  void set_scheme(const StepScheme& scheme) override;
  void rebuild(In) override { system_->rebuild(scheme_, cells_.turned()); }
  void residual(In f, In y, In z, Out r) const override { system_->residual(f, y, z, r); }
  SolveReport solve(Out r, Out e) override { return system_->solve(r, e); }

  // To be called where the materials of the rest changed, or figures of the solver, before the next scheme.
  void materials_changed();
  void set_solver(const SolverParams& solver) { system_->set_params(solver); }

  CellForces& cells() { return cells_; }
  const CellForces& cells() const { return cells_; }
  // What hanging vertices have too, given that of unknowns.
  BlockVector<double> of_all_vertices(In x) const;
  // Of forces from outside, as AppliedForces' own.
  double potential(double time, In u) const { return applied_.potential(time, of_all_vertices(u)); }
  void add_arrows(double time, In u, std::vector<ForceArrow>& arrows) const;

 private:
  void follow(In x, BlockVector<double>& all) const;

  const OctreeRest& rest_;
  Strain strain_;
  HangingVertices hanging_;
  AppliedForces applied_;  // on all vertices
  CellForces cells_;
  std::unique_ptr<OctreeSystem> system_;
  StepScheme scheme_;
  BlockVector<double> all_u_, all_v_, all_f_;
};

}  // namespace sinew
