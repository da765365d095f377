#pragma once

#include <memory>
#include <optional>

#include "sinew/stepping/elastic_params.h"
#include "stepping/step_system.h"
#include "tet/elastic_forces.h"
#include "tet/tet_multigrid.h"

namespace sinew {

// Over-relaxation of Gauss-Seidel on tetrahedra if cycles need not be symmetric.
inline constexpr double kTetOverRelaxation = 1.3;

// The system of a step of tetrahedra, or of the triangles of a sheet: matrix, multigrid hierarchy and solver.
// Residuals of linear strain come from the matrix, which is therefore stored in double too: entries rounded
// to single precision give slender bodies stiffness against rotation (a bar of 80x8x8 cells bent 1.8 times
// too far). Residuals of the non-linear strains come from the elements.
class TetSystem final : public StepSystem {
 public:
  // Refers to rest, mass matrix and transfers; methods without levels do not use the latter. `precision` is
  // that of the matrices; default: what the body needs (tet/tet_precision.h).
  TetSystem(const ElasticRest& rest, Strain strain, std::span<const float> mass,
            const LevelTransfers& transfers, const SolverParams& solver, std::optional<Precision> precision);
  ~TetSystem() override;

  void set_scheme(const StepScheme& scheme) override;
  void set_drag(std::span<const Mat3> drag) override;
  void update_rotations(In u) override { elastic_.update_rotations(u); }
  void keep_rotations() override { elastic_.keep_rotations(); }
  void use_kept_rotations() override { elastic_.use_kept_rotations(); }
  std::vector<double> saved_rotations() const override;
  void restore_rotations(std::span<const double> quaternions) override;
  void linearise(In u) override;
  void internal_forces(In u, Out f) override {
    set_zero(f);
    elastic_.add_internal_forces(u, f);
  }
  double elastic_energy(In u) const override { return elastic_.energy(u); }
  double estimate_elastic_energy(In u) const override { return elastic_.estimate_energy(u); }
  void add_viscous_forces(double c, In u0, In u, Out f) override { elastic_.add_viscous_forces(c, u0, u, f); }
  double viscous_potential(double c, In u0, In u) const override {
    return elastic_.viscous_potential(c, u0, u);
  }
  double turning_energy(In w) const override { return elastic_.turning_energy(w); }
  void stresses(In u, std::span<float> von_mises) const override { elastic_.stresses(u, von_mises); }
  std::span<const double> nodal_masses() const override { return nodal_masses_; }
  void multiply_mass(In x, Out y) const override { sinew::multiply_mass(rest_->pattern, mass_, x, y); }
  void residual(In f, In y, In z, Out r) const override;
  void set_solver(const SolverParams& solver) override;
  std::unique_ptr<SolveWork> make_work() const override;
  SolveReport solve(const SolveGoal& goal, Out r, Out e, SolveWork& work) const override;
  void solve_panel(const SolveGoal& goal, std::span<BlockVector<double>> r, std::span<BlockVector<double>> e,
                   std::span<SolveReport> reports, SolveWork& work) const override;
  void show_levels(SystemLevels& levels) const override;

  // Refers to another rest and mass matrix from now on, which differ in the materials alone. A scheme must be
  // set next. Must also be called if materials have changed in place.
  void set_rest(const ElasticRest& rest, std::span<const float> mass);

  // To be called once there is a scheme.
  Precision precision() const;
  // Bytes that one cycle moves; 0 for methods without cycles.
  double bytes_per_cycle(const SolveGoal& goal) const;

 private:
  struct Matrices;

  const ElasticRest* rest_;
  Strain strain_;
  std::span<const float> mass_;
  std::vector<double> nodal_masses_;
  const LevelTransfers& transfers_;
  SolverParams solver_;
  std::optional<Precision> asked_precision_;
  ElasticForces elastic_;
  StepScheme scheme_;
  std::vector<Mat3> drag_;              // the drag that A contains; empty: none
  std::unique_ptr<Matrices> matrices_;  // made for the first scheme
};

}  // namespace sinew
