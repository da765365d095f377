#include "sinew/adaptive/adaptive_tet_body.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "adaptive/adaptive_contact.h"
#include "base/parallel.h"
#include "base/shared_objects.h"
#include "body/state_arrays.h"
#include "sinew/base/error.h"
#include "sinew/base/profile.h"
#include "stepping/rotated_forces.h"
#include "tet/static_support.h"

namespace sinew {

namespace {

// What equal bodies share besides the blueprint of their finest level.
struct Levels {
  AdaptiveRest rest;
  NodeForest forest;
};

std::shared_ptr<const Levels> levels_of(const TetBodyModel& model, std::span<const char> held_by_new,
                                        const ColourOrder& order) {
  static SharedObjects<Levels> made;
  std::vector<Index> held;
  for (std::size_t i = 0; i < held_by_new.size(); ++i)
    if (held_by_new[i] != 0) held.push_back(order.old_of_new[i]);
  std::ranges::sort(held);
  Fingerprint from;
  for (const VolumeMesh& level : model.levels) from.add(level.positions).add(level.tetrahedra);
  from.add(model.materials).add(held);
  return made.find_or_make(from, [&] {
    auto levels = std::make_shared<Levels>();
    levels->rest = make_adaptive_rest(model.levels, model.materials, held);
    levels->forest = make_node_forest(levels->rest);
    return levels;
  });
}

ElasticParams elastic_params(const AdaptiveTetParams& params) {
  ElasticParams elastic;
  elastic.strain = Strain::kCorotated, elastic.integrator = Integrator::kBackwardEuler;
  elastic.damping = params.damping, elastic.lumped_mass = true;
  return elastic;
}

const TetBodyModel& require_fitting(const std::string& body, const TetBodyModel& model,
                                    const AdaptiveTetParams& params) {
  if (model.sheet)
    throw Error(fmt::format("body '{}' is a sheet, which cannot be adaptive", body), "", "take type 'tet'");
  if (model.levels.size() < 2)
    throw Error(fmt::format("body '{}' has one level, and an adaptive body needs two or more", body),
                "levels", "ask for 4 to 6 levels");
  for (const Hold& hold : model.holds)
    if (!hold.directions.empty())
      throw Error(
          fmt::format("body '{}' is held along some directions, which adaptive bodies cannot be", body),
          "hold", "hold all directions, or take type 'tet'");
  const auto require = [&](double value, const char* what) {
    if (!(value > 0) || !std::isfinite(value))
      throw Error(fmt::format("the {} of body '{}' is {}, but must be above 0", what, body, value));
  };
  require(params.solver_tolerance, "solver tolerance"), require(params.tolerance, "tolerance");
  require(params.contact_weight, "contact weight");
  if (!(params.patience >= 0)) throw Error(fmt::format("the patience of body '{}' is negative", body));
  return model;
}

}  // namespace

struct AdaptiveTetBody::Parts {
  Parts(const std::string& body, const TetBodyModel& model, const AdaptiveTetParams& with)
      : name(body),
        params(with),
        finest(body, require_fitting(body, model, with), elastic_params(with)),
        levels(levels_of(model, finest.unknowns().held, finest.rest().order)),
        step(levels->rest, levels->forest,
             {.changes = with.adapts,
              .tolerance = with.tolerance,
              .patience = with.patience,
              .contact_weight = with.contact_weight}),
        goal{.tolerance = with.solver_tolerance, .cycles = 0, .most = with.max_cycles},
        contact(levels->rest, finest, step, goal),
        place(finest.unknowns().placement),
        increments(levels->rest.finest().node_count()),
        force(levels->rest.finest().node_count()) {
    if (place.is_rotated()) rotated = std::make_unique<RotatedForces>(finest.forces(), place);
  }

  StepForces& forces() {
    if (rotated) return *rotated;
    return finest.forces();
  }

  std::string name;
  AdaptiveTetParams params;
  TetDiscretization finest;  // frames, forces and contact surface
  std::shared_ptr<const Levels> levels;
  AdaptiveStep step;
  MultilevelCycle::Goal goal;
  AdaptiveContact contact;
  Placement place;
  std::unique_ptr<RotatedForces> rotated;
  BlockVector<double> increments, force;
  double time = 0, candidate_time = 0;
  StepTally tally;
};

AdaptiveTetBody::AdaptiveTetBody(std::string name, const TetBodyModel& model, const AdaptiveTetParams& params)
    : parts_(std::make_unique<Parts>(std::move(name), model, params)) {
  const std::size_t n = parts_->force.size();
  const Block3<double> velocity = to_block(parts_->place.own_direction(model.velocity));
  BlockVector<double> u(n), v(n, velocity);
  parts_->finest.unknowns().prescribe_velocities(0, v);
  if (!params.adapts) {
    parts_->step.set_state(u, v);
    return;
  }
  for (int l = 0; l < parts_->levels->rest.count(); ++l) std::ranges::fill(parts_->step.level(l).v, velocity);
  std::ranges::copy(v, parts_->step.level(0).v.begin());
}

AdaptiveTetBody::~AdaptiveTetBody() = default;

const std::string& AdaptiveTetBody::name() const { return parts_->name; }

void AdaptiveTetBody::begin_step(double time, double dt) {
  Parts& p = *parts_;
  const StepScheme scheme = step_scheme(Integrator::kBackwardEuler, p.params.damping, dt);
  p.candidate_time = time + dt;
  const StepNodes nodes = p.finest.unknowns();
  p.forces().evaluate(time + dt, p.step.displacements(), p.step.velocities(), p.force);
  for (const Hold& hold : nodes.holds)
    for (const Index i : hold.nodes)
      p.increments[i] = to_block(nodes.prescribed_displacement(hold.motion, i, time + dt) -
                                 to_vec3(p.step.displacements()[i]));
  p.step.begin(scheme, p.force, p.increments);
  p.contact.begin(scheme);
}

bool AdaptiveTetBody::relax() { return parts_->contact.relax({}, 0), true; }

void AdaptiveTetBody::end_step() {
  Parts& p = *parts_;
  p.step.end();
  if (!std::isfinite(p.step.candidate_size()))
    throw Error(fmt::format("the numbers of body '{}' are no longer finite", p.name), "",
                "take a shorter step, or a tighter solver tolerance");
}

void AdaptiveTetBody::commit() {
  Parts& p = *parts_;
  p.step.commit();
  p.step.adapt();
  p.time = p.candidate_time;
  const SolveReport& solve = p.contact.last_solve();
  ++p.tally.steps;
  p.tally.last_residual = solve.residual;
  p.tally.momentum_given = std::max(p.tally.momentum_given, p.step.report().speed_restored);
  if (solve.converged) return;
  ++p.tally.unsolved;
  p.tally.worst_residual = std::max(p.tally.worst_residual, solve.residual);
}

void AdaptiveTetBody::publish(const FrameContents& contents, BodyFrame& frame) const {
  const ProfileZone zone("publish");
  Parts& p = *parts_;
  frame.body = p.name;
  frame.topology = p.finest.topology();
  frame.placement = p.place;
  const std::vector<Vec3>& rest = frame.topology.elements->rest_positions;
  frame.positions.resize(rest.size());
  frame.velocities.resize(rest.size());
  frame.carriers.clear();
  p.finest.at_nodes(p.step.displacements(), frame.positions);
  p.finest.at_nodes(p.step.velocities(), frame.velocities);
  parallel_for_each(rest.size(), kNodesPerChunk, [&](Index i) {
    frame.positions[i] = p.place.point(rest[i] + frame.positions[i]);
    frame.velocities[i] = p.place.direction(frame.velocities[i]);
  });
  frame.stress.resize(contents.stress ? frame.topology.elements->element_count() : 0);
  if (contents.stress) p.finest.system().stresses(p.step.displacements(), frame.stress);
  frame.energies = {};
  if (contents.energies) {
    frame.energies.elastic = p.finest.system().elastic_energy(p.step.displacements());
    const std::vector<double>& masses = p.levels->rest.finest().masses;
    for (std::size_t i = 0; i < masses.size(); ++i)
      frame.energies.kinetic += masses[i] / 2 * squared_norm(to_vec3(p.step.velocities()[i]));
    frame.energies.external = p.forces().potential(p.time, p.step.displacements());
  }
  frame.reactions.clear();
  frame.arrows.clear();
  if (contents.forces) p.forces().add_arrows(p.time, p.step.displacements(), frame.arrows);
}

ContactSide* AdaptiveTetBody::contact_side() { return &parts_->contact; }

StepTally AdaptiveTetBody::tally() const { return parts_->tally; }

BodyMeasure AdaptiveTetBody::measure() const {
  const ElasticRest& rest = parts_->finest.rest();
  BodyMeasure measure{.elements = rest.element_count()};
  for (const RestElement& element : rest.elements) {
    measure.volume += element.shape.volume;
    measure.mass += element.shape.volume * element.density;
  }
  const PieceCounts pieces = count_pieces(rest, *parts_->finest.topology().elements);
  measure.pieces = pieces.all, measure.free_pieces = pieces.loose;
  return measure;
}

std::string AdaptiveTetBody::remark() const {
  const Resolution now = resolution();
  return fmt::format("{} nodes of {} levels are active at the end, of {} nodes of the finest", now.active,
                     now.active_of_level.size(), now.nodes);
}

AdaptiveTetBody::Resolution AdaptiveTetBody::resolution() const {
  const Front& front = parts_->step.front();
  Resolution now;
  now.active = front.active_count(), now.elements = front.touched_elements();
  now.nodes = parts_->levels->rest.finest().node_count();
  for (int l = 0; l < parts_->levels->rest.count(); ++l)
    now.active_of_level.push_back(static_cast<Index>(front.lists(l).active.size()));
  const AdaptiveStep::Report& report = parts_->step.report();
  now.changes = report.changes, now.speed_restored = report.speed_restored,
  now.largest_pop = report.largest_pop;
  now.cycles = parts_->contact.last_solve().iterations;
  return now;
}

std::vector<Vec3> AdaptiveTetBody::displacements() const {
  std::vector<Vec3> u(parts_->force.size());
  parts_->finest.at_nodes(parts_->step.displacements(), u);
  for (Vec3& d : u) d = parts_->place.direction(d);
  return u;
}

std::vector<Tunable> AdaptiveTetBody::tunables() const {
  return {{"damping mass", "1/s", parts_->params.damping.mass, 0, 100},
          {"damping stiffness", "s", parts_->params.damping.stiffness, 0, 1}};
}

void AdaptiveTetBody::tune(const std::string& name, double value) {
  require_tunable(tunables(), name, value, fmt::format("body '{}'", parts_->name));
  (name == "damping mass" ? parts_->params.damping.mass : parts_->params.damping.stiffness) = value;
  parts_->contact.disturb();
}

BodyState AdaptiveTetBody::state() const {
  BodyState state;
  parts_->step.add_to_state(state);
  state.push_back({"time", {parts_->time}});
  return state;
}

void AdaptiveTetBody::restore(const BodyState& state) {
  const double time = find_array(state, "time", 1, parts_->name)[0];
  parts_->step.restore(state, parts_->name);
  parts_->time = time;
}

}  // namespace sinew
