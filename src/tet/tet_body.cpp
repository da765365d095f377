#include "tet/tet_body.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/parallel.h"
#include "base/profile.h"
#include "tet/static_support.h"
#include "tet/tet_precision.h"

namespace sinew {

namespace {
constexpr Index kNodes = 2048;
}

TetBody::TetBody(std::string name, const TetBodyModel& model, const ElasticParams& params)
    : name_(std::move(name)),
      params_(params),
      integrator_(params.chosen_integrator()),
      materials_(distinct_materials(model.materials)),
      tuning_(elastic_tuning(materials_, params.damping, params.solver)),
      made_with_(tuning_),
      rest_(rest_of(model)),
      holds_(holds_of(model, rest_)),
      mass_(mass_matrix(rest_, params.lumped_mass)),
      topology_(topology_of(model)),
      transfers_(transfers_of(model, rest_)),
      forces_(applied_forces_of(model, rest_)),
      system_(rest_, params.strain, mass_, transfers_, params.solver, params.precision),
      stepper_(name_, params, {rest_.positions, rest_.held, holds_}, system_, forces_) {
  if (rest_.is_sheet() && params.strain == Strain::kCorotated)
    throw Error(fmt::format("body '{}' is a sheet, for which there is no corotated strain", name_), "",
                "take 'green' (a sheet that drapes) or 'cauchy' (small deflections)");
  if (integrator_ == Integrator::kStatic)
    require_no_free_piece(rest_, *topology_.elements, name_);
  else
    is_free_ = free_elements(rest_, *topology_.elements);
  stepper_.start(model.velocity);
}

void TetBody::predict(double time, double dt) {
  if (!is_free_.empty() && dt != limited_for_) limit_stiffness(dt);
  stepper_.predict(time, dt);
}

void TetBody::limit_stiffness(double dt) {
  const std::vector<Material> own = tuning_.materials(materials_);
  if (stiffness_share_ != 1) sinew::set_materials(rest_, own);
  const double ratio = stiffness_over_inertia(rest_, step_scheme(integrator_, tuning_.damping, dt));
  const double share = stiffness_limit_.share_for(ratio, name_);
  if (share != 1) sinew::set_materials(rest_, softened(own, is_free_, share));
  if (share != stiffness_share_) stepper_.materials_changed();
  limited_for_ = dt;
  stiffness_share_ = share;
}

void TetBody::commit() { stepper_.commit(); }

void TetBody::set_pulls(std::vector<Pull> pulls) {
  for (Pull& pull : pulls) {
    require_valid(pull, rest_.node_count());
    for (Index& node : pull.nodes) node = rest_.order.new_of_old[node];
  }
  stepper_.set_pulls(std::move(pulls));
}

Energies TetBody::energies() const {
  Energies energies = stepper_.energies();
  energies.external = forces_.potential(stepper_.time(), stepper_.state().u);
  return energies;
}

std::vector<Vec3> TetBody::displacements() const {
  std::vector<Vec3> u(rest_.positions.size());
  const auto& now = stepper_.state().u;
  for (std::size_t i = 0; i < u.size(); ++i) u[rest_.order.old_of_new[i]] = to_vec3(now[i]);
  return u;
}

void TetBody::publish(const FrameContents& contents, BodyFrame& frame) const {
  const ProfileZone zone("publish");
  const BlockVector<double>&u = stepper_.state().u, &v = stepper_.state().v;
  frame.body = name_;
  frame.topology = topology_;
  frame.positions.resize(rest_.positions.size());
  frame.velocities.resize(rest_.positions.size());
  frame.carriers.clear();
  parallel_for_each(rest_.node_count(), kNodes, [&](Index i) {
    const Index given = rest_.order.old_of_new[i];
    frame.positions[given] = rest_.positions[i] + to_vec3(u[i]);
    frame.velocities[given] = to_vec3(v[i]);
  });
  frame.stress.resize(contents.stress ? rest_.elements.size() : 0);
  if (contents.stress) system_.elastic().stresses(u, frame.stress);
  frame.energies = contents.energies ? energies() : Energies{};
  frame.arrows.clear();
  if (!contents.forces) return;
  forces_.add_arrows(stepper_.time(), u, frame.arrows);
  stepper_.add_pull_arrows(frame.arrows);
}

}  // namespace sinew
