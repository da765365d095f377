#pragma once

#include <optional>

#include "stepping/applied_forces.h"
#include "stepping/step_equations.h"
#include "tet/elastic_forces.h"
#include "tet/step_system.h"

namespace sinew {

// The equations of a step of tetrahedra, or of the triangles of a sheet. Refers to rest, mass matrix and
// transfers.
class TetEquations final : public StepEquations {
 public:
  // `precision` is that of matrices; if not given, what the body asks for.
  TetEquations(const ElasticRest& rest, Strain strain, std::span<const float> mass, AppliedForces applied,
               const LevelTransfers& transfers, const SolverParams& solver,
               std::optional<Precision> precision);

  void applied_forces(double time, In u, In v, Out f) override { applied_.evaluate(time, u, v, f); }
  std::span<const Mat3> drag() const override { return applied_.drag(); }
  void set_drag_factor(double factor) override;
  void turn_elements(In u) override { elastic_.turn_elements(u); }
  void keep_rotations() override { elastic_.keep_rotations(); }
  void add_internal_forces(In u, Out f) override { elastic_.add_internal_forces(u, f); }
  double elastic_energy(In u) const override { return elastic_.energy(u); }
  double estimate_elastic_energy(In u) const override { return elastic_.estimate_energy(u); }
  void add_viscous_forces(double c, In u0, In u, Out f) override { elastic_.add_viscous_forces(c, u0, u, f); }
  double viscous_potential(double c, In u0, In u) const override {
    return elastic_.viscous_potential(c, u0, u);
  }
  double turning_energy(In w) const override { return elastic_.turning_energy(w); }
  std::span<const double> nodal_masses() const override { return applied_.masses(); }
  void multiply_mass(In x, Out y) const override { sinew::multiply_mass(rest_.pattern, mass_, x, y); }
  void set_scheme(const StepScheme& scheme) override;
  void rebuild(In u) override { system_->rebuild(scheme_, elastic_, u, drag_); }
  void residual(In f, In y, In z, Out r) const override { system_->residual(f, y, z, r); }
  SolveReport solve(Out r, Out e) override { return system_->solve(r, e); }

  // To be called where masses or figures of the solver changed, before the next scheme.
  void mass_changed();
  void set_solver(const SolverParams& solver);

  ElasticForces& elastic() { return elastic_; }
  const ElasticForces& elastic() const { return elastic_; }
  const AppliedForces& applied() const { return applied_; }
  const StepSystem& system() const { return *system_; }

 private:
  const ElasticRest& rest_;
  Strain strain_;
  std::span<const float> mass_;
  const LevelTransfers& transfers_;
  SolverParams solver_;
  std::optional<Precision> precision_;
  AppliedForces applied_;
  ElasticForces elastic_;
  StepScheme scheme_;
  std::vector<Mat3> drag_;              // what A has of it; empty for none
  std::unique_ptr<StepSystem> system_;  // made for the first scheme
};

}  // namespace sinew
