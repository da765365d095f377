#include <algorithm>

#include "tet/tet_body.h"

namespace sinew {

std::vector<Tunable> TetBody::tunables() const { return tuning_.tunables(made_with_); }

void TetBody::tune(const std::string& name, double value) {
  const ElasticTuning next = tuning_.with(name, value, made_with_, name_);
  set_materials(next);
  system_.set_solver(next.solver);
  stepper_.set_goal(goal_of(next.solver));
  stepper_.set_damping(next.damping);
}

void TetBody::set_materials(const ElasticTuning& next) {
  const ElasticTuning before = tuning_;
  limited_for_ = 0;
  if (next.material != before.material) {
    sinew::set_materials(rest_, next.materials(materials_));
    stiffness_share_ = 1;
  }
  tuning_ = next;
  if (next.material.density == before.material.density) return;

  // In place: the system refers to the mass matrix.
  const std::vector<float> mass = mass_matrix(rest_, params_.lumped_mass);
  std::copy(mass.begin(), mass.end(), mass_.begin());
  forces_.set_masses(nodal_masses(rest_));
  system_.mass_changed();
}

}  // namespace sinew
