#include "tet/tet_equations.h"

namespace sinew {

TetEquations::TetEquations(const ElasticRest& rest, Strain strain, std::span<const float> mass,
                           AppliedForces applied, const LevelTransfers& transfers, const SolverParams& solver,
                           std::optional<Precision> precision)
    : rest_(rest),
      strain_(strain),
      mass_(mass),
      transfers_(transfers),
      solver_(solver),
      precision_(precision),
      applied_(std::move(applied)),
      elastic_(rest, strain) {}

void TetEquations::set_scheme(const StepScheme& scheme) {
  scheme_ = scheme;
  const Precision precision = precision_.value_or(precision_for(rest_, scheme));
  if (!system_ || system_->precision() != precision)
    system_ = make_step_system(precision, rest_, strain_, mass_, transfers_, solver_);
  drag_.clear();
  if (strain_ == Strain::kCauchy) system_->rebuild(scheme, elastic_, {}, drag_);
}

void TetEquations::set_drag_factor(double factor) {
  const bool had_drag = !drag_.empty();
  drag_.clear();
  if (factor > 0)
    for (const Mat3& D : applied_.drag()) drag_.push_back(factor * D);
  if (strain_ == Strain::kCauchy && (had_drag || !drag_.empty()))
    system_->rebuild(scheme_, elastic_, {}, drag_);
}

void TetEquations::mass_changed() {
  applied_.set_masses(sinew::nodal_masses(rest_));
  if (system_) system_->mass_changed();
}

void TetEquations::set_solver(const SolverParams& solver) {
  solver_ = solver;
  if (system_) system_->set_params(solver);
}

}  // namespace sinew
