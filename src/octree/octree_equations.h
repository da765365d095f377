#pragma once

#include "octree/grid/hanging_vertices.h"
#include "octree/solver/cell_strain.h"
#include "octree/solver/octree_system.h"
#include "stepping/applied_forces.h"
#include "stepping/step_equations.h"

namespace sinew {

// The equations of a step of an octree, over its unknowns. Refers to the rest.
class OctreeEquations final : public StepEquations {
 public:
  // Throws Error, naming the force as forces[i], as AppliedForces does.
  OctreeEquations(const OctreeRest& rest, Strain strain, const std::vector<Force>& forces,
                  const SolverParams& solver);

  void applied_forces(double time, In u, In v, Out f) override;
  // The same in all directions: what a vertex has most of.
  std::span<const Mat3> drag() const override { return drag_; }
  void set_drag_factor(double factor) override;
  void turn_elements(In u) override;
  void keep_rotations() override;
  void add_internal_forces(In u, Out f) override;
  double elastic_energy(In u) const override;
  double estimate_elastic_energy(In u) const override;
  double turning_energy(In w) const override { return cells_.turning_energy(w, levels_.finest->rotations()); }
  std::span<const double> nodal_masses() const override { return rest_.mass; }
  void multiply_mass(In x, Out y) const override;
  void set_scheme(const StepScheme& scheme) override;
  void rebuild(In) override { system_->rebuild(); }
  void residual(In f, In y, In z, Out r) const override { system_->residual(f, y, z, r); }
  SolveReport solve(Out r, Out e) override { return system_->solve(r, e); }

  // To be called where the materials of the rest changed, or figures of the solver, before the next scheme.
  void materials_changed();
  void set_solver(const SolverParams& solver) { system_->set_params(solver); }

  // The rotations of cells, where strain is corotated, that searches start from: those of the last state that
  // was kept, so that a step which fails, or is worked out again, leaves no trace.
  std::vector<CellRotation> rotations() const { return levels_.finest->kept_rotations(); }
  void set_rotations(std::span<const CellRotation> rotations) {
    levels_.finest->set_kept_rotations(rotations);
  }
  // Von Mises stress at the middle of each cell, Pa.
  void stresses(In u, std::span<float> von_mises) const;

  // What hanging vertices have too, given that of unknowns.
  BlockVector<double> of_all_vertices(In x) const;
  // Of forces from outside, as AppliedForces' own.
  double potential(double time, In u) const { return applied_.potential(time, of_all_vertices(u)); }
  void add_arrows(double time, In u, std::vector<ForceArrow>& arrows) const;

 private:
  void follow(In x, BlockVector<double>& all) const;
  void gather_drag();

  const OctreeRest& rest_;
  Strain strain_;
  HangingVertices hanging_;
  AppliedForces applied_;  // on all vertices
  CellStrain cells_;
  OctreeMultigrid levels_;
  std::unique_ptr<OctreeSystem> system_;
  BlockVector<double> all_u_, all_v_, all_f_;
  UnsetBlockVector<double> forces_;
  std::vector<Mat3> drag_;  // of the unknowns
  bool has_drag_ = false;   // whether operators are with it
};

}  // namespace sinew
