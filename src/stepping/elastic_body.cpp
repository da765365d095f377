#include "sinew/stepping/elastic_body.h"

#include <algorithm>

#include "base/parallel.h"
#include "body/contact_side.h"
#include "body/state_arrays.h"
#include "sinew/base/profile.h"
#include "stepping/collision_places.h"
#include "stepping/discretization.h"
#include "stepping/elastic_tuning.h"
#include "stepping/implicit_stepper.h"
#include "stepping/rotated_forces.h"
#include "stepping/step_nodes.h"
#include "stepping/stiffness_limit.h"

namespace sinew {

namespace {
constexpr const char* kRotations = "rotations";
constexpr const char* kPlaces = "collision places";
}  // namespace

// What contact may do to a step is done by its stepper.
struct ElasticBody::Parts : ContactSide {
  Parts(std::string body, const ElasticParams& with, const ElasticTuning& made)
      : name(std::move(body)), params(with), tuning(made), made_with(made) {}

  std::span<const Vec3> start_positions() override {
    stepper->start_positions(start);
    return start;
  }
  const Placement& placement() const override { return place; }
  std::shared_ptr<const ContactSurface> contact_surface() override;
  void vertices_at_start(std::span<Vec3> vertices) override {
    start_positions();
    place_vertices(start, vertices);
  }
  void vertices_at_end(std::span<Vec3> vertices) override;
  bool is_steady(double time, double dt) const override;
  std::uint64_t disturbances() const override { return disturbed; }
  double load() const override { return stepper->load(); }
  int counted_cycles() const override { return params.solver.cycles; }
  std::span<const Block3<double>> increment() const override { return stepper->increment(); }
  const SystemLevels& system_levels() override { return stepper->system_levels(); }
  bool relax(std::span<const Block3<double>> forces, int cycles) override {
    return stepper->relax(forces, cycles);
  }
  void take_contact_forces(std::span<const Block3<double>> forces) override {
    stepper->take_contact_forces(forces);
  }
  void balance_momentum(std::span<const Block3<double>> forces) override {
    if (!stepper->knows_loose_pieces()) stepper->set_loose_pieces(discretization->loose_pieces());
    stepper->balance_momentum(forces);
  }
  void move(std::span<const Block3<double>> d) override { stepper->move(d); }
  void expect_contact(bool touches) override { stepper->expect_contact(touches); }
  void begin_contact() override { stepper->begin_contact(); }
  void hold_back(std::span<const HeldBack> unknowns) override { stepper->hold_back(unknowns); }
  std::span<const double> masses() const override { return stepper->nodal_masses(); }
  std::shared_ptr<const CollisionMesh> collision_mesh() override;
  void displace(std::span<const Block3<double>> d) override { stepper->displace(d); }
  void take_collision_places(std::span<const Vec3> at_end) override {
    places.take(at_end, discretization->topology());
  }

  void place_vertices(std::span<const Vec3> unknowns, std::span<Vec3> vertices);

  std::string name;
  ElasticParams params;
  ElasticTuning tuning, made_with;
  StiffnessLimit stiffness_limit;
  std::unique_ptr<Discretization> discretization;
  Placement place;                                // of the discretization
  std::unique_ptr<RotatedForces> rotated_forces;  // null if its axes are those of the world
  std::unique_ptr<ImplicitStepper> stepper;
  std::vector<Pull> pulls;       // by nodes of frames
  std::vector<Vec3> start, end;  // of the unknowns, when contact asked last
  std::shared_ptr<const ContactSurface> contact;
  CollisionPlaces places;
  std::uint64_t disturbed = 0;  // how often something was done to it
  double limited_for = 0;       // the dt, s, that the share was computed for; 0: none yet
  double stiffness_share = 1;   // fraction of its stiffness that it is stepped with
};

std::shared_ptr<const ContactSurface> ElasticBody::Parts::contact_surface() {
  if (!contact) contact = discretization->contact_surface();
  return contact;
}

std::shared_ptr<const CollisionMesh> ElasticBody::Parts::collision_mesh() {
  const std::shared_ptr<const ContactSurface> surface = contact_surface();
  if (!surface || surface->thickness > 0) return nullptr;
  return places.mesh(*discretization, *surface);
}

void ElasticBody::Parts::vertices_at_end(std::span<Vec3> vertices) {
  const std::span<const Block3<double>> w = increment();
  end.resize(w.size());
  parallel_for_each(w.size(), kNodesPerChunk, [&](Index i) { end[i] = start[i] + to_vec3(w[i]); });
  place_vertices(end, vertices);
}

// A body at rest has the velocities of its holds: none.
bool ElasticBody::Parts::is_steady(double time, double dt) const {
  const StepForces& forces = rotated_forces ? *rotated_forces : discretization->forces();
  const auto rests = [&](const Hold& hold) {
    const Motion& motion = hold.motion;
    return motion == Motion{} || time >= motion.during.until || time + dt < motion.during.from;
  };
  return forces.is_steady(time, dt) && std::ranges::all_of(discretization->unknowns().holds, rests);
}

void ElasticBody::Parts::place_vertices(std::span<const Vec3> unknowns, std::span<Vec3> vertices) {
  embedded_positions(contact_surface()->embedding, unknowns, vertices);
  if (place == Placement{}) return;
  parallel_for_each(vertices.size(), kNodesPerChunk,
                    [&](Index v) { vertices[v] = place.point(vertices[v]); });
}

ElasticBody::ElasticBody(std::string name, const ElasticParams& params, const ElasticTuning& made_with)
    : parts_(std::make_unique<Parts>(std::move(name), params, made_with)) {}

ElasticBody::~ElasticBody() = default;

void ElasticBody::take(std::unique_ptr<Discretization> next) {
  ++parts_->disturbed;
  parts_->stepper.reset();
  parts_->discretization = std::move(next);
  parts_->contact.reset();
  parts_->places.forget_elements();
  if (parts_->tuning.material != parts_->made_with.material)
    discretization().set_materials(parts_->tuning.materials(discretization().made_of()));
  parts_->place = discretization().unknowns().placement;
  parts_->rotated_forces.reset();
  if (parts_->place.is_rotated())
    parts_->rotated_forces = std::make_unique<RotatedForces>(discretization().forces(), parts_->place);
  parts_->stepper = std::make_unique<ImplicitStepper>(
      parts_->name, parts_->params, discretization().unknowns(), discretization().system(), forces());
  parts_->limited_for = 0;
  parts_->stiffness_share = 1;
}

void ElasticBody::release_discretization() {
  parts_->stepper.reset();
  parts_->rotated_forces.reset();
  parts_->discretization.reset();
}

void ElasticBody::begin_step(double time, double dt) {
  before_step();
  if (dt != parts_->limited_for && parts_->params.chosen_integrator() != Integrator::kStatic)
    limit_stiffness(dt);
  const bool keeps_momentum = parts_->params.solver.cycles > 0 || discretization().system().leaks_momentum();
  if (keeps_momentum && !stepper().knows_loose_pieces()) {
    const ProfileZone zone("set-up");
    stepper().set_loose_pieces(discretization().loose_pieces());
  }
  stepper().begin_step(time, dt);
}

bool ElasticBody::relax() { return stepper().relax(); }

void ElasticBody::end_step() { stepper().end_step(); }

ContactSide* ElasticBody::contact_side() { return parts_.get(); }

StepForces& ElasticBody::forces() const {
  if (parts_->rotated_forces) return *parts_->rotated_forces;
  return discretization().forces();
}

void ElasticBody::start(const Vec3& velocity) { stepper().start(parts_->place.own_direction(velocity)); }

const std::string& ElasticBody::name() const { return parts_->name; }
const Placement& ElasticBody::placement() const { return parts_->place; }
const ElasticParams& ElasticBody::params() const { return parts_->params; }
Discretization& ElasticBody::discretization() const { return *parts_->discretization; }
ImplicitStepper& ElasticBody::stepper() const { return *parts_->stepper; }
const std::vector<Pull>& ElasticBody::pulls() const { return parts_->pulls; }
std::vector<Tunable> ElasticBody::tunables() const { return parts_->tuning.tunables(parts_->made_with); }

void ElasticBody::limit_stiffness(double dt) {
  const ProfileZone zone("set-up");
  parts_->limited_for = dt;
  const std::vector<Material> own = parts_->tuning.materials(discretization().made_of());
  if (parts_->stiffness_share != 1) discretization().set_materials(own);
  const double ratio = discretization().stiffness_over_inertia(
      step_scheme(parts_->params.chosen_integrator(), parts_->params.damping, dt));
  double share = 1;
  if (StiffnessLimit::is_beyond(ratio)) {
    const std::vector<char> is_free = discretization().free_elements();
    if (!is_free.empty()) share = parts_->stiffness_limit.share_for(ratio, parts_->name);
    if (share != 1) discretization().set_materials(softened(own, is_free, share));
  }
  if (share != parts_->stiffness_share) stepper().materials_changed();
  parts_->stiffness_share = share;
}

void ElasticBody::commit() {
  const double before = stepper().time();
  stepper().commit();
  parts_->places.commit();
  after_step(stepper().time() - before);
}

StepTally ElasticBody::tally() const { return stepper().tally(); }

const SolveReport& ElasticBody::last_solve() const { return stepper().last_solve(); }

void ElasticBody::set_pulls(std::vector<Pull> pulls) {
  const auto nodes = static_cast<Index>(discretization().topology().elements->rest_positions.size());
  std::vector<Pull> resolved;
  for (const Pull& pull : pulls) {
    require_valid(pull, nodes);
    resolved.push_back(discretization().by_unknowns(pull));
    resolved.back().target = parts_->place.own_point(pull.target);
  }
  if (pulls != parts_->pulls) ++parts_->disturbed;
  parts_->pulls = std::move(pulls);
  stepper().set_pulls(std::move(resolved));
}

std::vector<Vec3> ElasticBody::pull_forces() const {
  std::vector<ForceArrow> arrows;
  stepper().add_pull_arrows(arrows);
  std::vector<Vec3> forces;
  for (const ForceArrow& arrow : arrows) forces.push_back(parts_->place.direction(arrow.force));
  return forces;
}

// C = load W^T B W, with B the symmetric map that the solver offers for A^-1 (SolveGoal::linear).
Mat3 ElasticBody::step_compliance(const Pull& patch) const {
  require_valid(patch, static_cast<Index>(discretization().topology().elements->rest_positions.size()));
  const std::size_t unknowns = stepper().increment().size();
  if (unknowns == 0) return {};
  const Pull pull = discretization().by_unknowns(patch);
  const std::span<const char> held = discretization().unknowns().held;
  const StepSystem& system = discretization().system();
  const std::unique_ptr<SolveWork> work = system.make_work();
  constexpr int kCycles = 2;
  SolveGoal goal;
  goal.linear = true, goal.cycles = kCycles;
  BlockVector<double> load(unknowns), moved(unknowns);
  Mat3 C;
  for (int axis = 0; axis < 3; ++axis) {
    set_zero<double>(load);
    for (std::size_t k = 0; k < pull.nodes.size(); ++k) {
      Vec3 force;
      force[axis] = pull.weights[k] * stepper().load();
      if (held[pull.nodes[k]] == 0) load[pull.nodes[k]] = to_block(force);
    }
    system.spread(load);
    // One by one: solve_many would take sixteen sides through each cycle.
    system.solve(goal, load, moved, *work);
    for (std::size_t k = 0; k < pull.nodes.size(); ++k)
      C.column[axis] += pull.weights[k] * to_vec3(moved[pull.nodes[k]]);
  }
  const Mat3& R = parts_->place.rotation;
  return 0.5 * (R * (C + transposed(C)) * transposed(R));
}

void ElasticBody::tune(const std::string& name, double value) {
  ++parts_->disturbed;
  const ElasticTuning next = parts_->tuning.with(name, value, parts_->made_with, parts_->name);
  if (next.material != parts_->tuning.material) {
    discretization().set_materials(next.materials(discretization().made_of()));
    parts_->stiffness_share = 1;
  }
  parts_->tuning = next;
  parts_->params.damping = next.damping, parts_->params.solver = next.solver;
  parts_->limited_for = 0;
  discretization().system().set_solver(next.solver);
  stepper().set_goal(goal_of(next.solver));
  stepper().set_damping(next.damping);
}

Energies ElasticBody::energies() const {
  Energies energies = stepper().energies();
  energies.external = forces().potential(stepper().time(), stepper().state().u);
  return energies;
}

std::vector<HoldReaction> ElasticBody::reactions() const {
  const ProfileZone zone("reactions");
  std::vector<HoldReaction> all = stepper().reactions();
  for (HoldReaction& one : all) {
    one.at = parts_->place.point(one.at);
    one.force = parts_->place.direction(one.force), one.torque = parts_->place.direction(one.torque);
  }
  return all;
}

std::vector<Vec3> ElasticBody::displacements() const {
  std::vector<Vec3> u(discretization().topology().elements->rest_positions.size());
  discretization().at_nodes(stepper().state().u, u);
  for (Vec3& d : u) d = parts_->place.direction(d);
  return u;
}

void ElasticBody::publish(const FrameContents& contents, BodyFrame& frame) const {
  const ProfileZone zone("publish");
  const NodeState& now = stepper().state();
  frame.body = parts_->name;
  frame.topology = discretization().topology();
  const std::vector<Vec3>& rest = frame.topology.elements->rest_positions;
  frame.positions.resize(rest.size());
  frame.velocities.resize(rest.size());
  frame.carriers.clear();
  discretization().at_nodes(now.u, frame.positions);
  discretization().at_nodes(now.v, frame.velocities);
  parallel_for_each(rest.size(), kNodesPerChunk,
                    [&](Index i) { frame.positions[i] = rest[i] + frame.positions[i]; });
  put_in_place(frame);
  if (parts_->places.any()) {
    frame.topology = parts_->places.topology();
    frame.carriers.assign(parts_->places.places().begin(), parts_->places.places().end());
  }
  frame.stress.resize(contents.stress ? frame.topology.elements->element_count() : 0);
  if (contents.stress) discretization().system().stresses(now.u, frame.stress);
  frame.energies = contents.energies ? energies() : Energies{};
  frame.reactions = contents.reactions ? reactions() : std::vector<HoldReaction>{};
  frame.arrows.clear();
  if (!contents.forces) return;
  forces().add_arrows(stepper().time(), now.u, frame.arrows);
  const std::size_t applied = frame.arrows.size();
  stepper().add_pull_arrows(frame.arrows);
  for (ForceArrow& arrow : std::span(frame.arrows).subspan(applied))
    arrow.at = parts_->place.point(arrow.at), arrow.force = parts_->place.direction(arrow.force);
}

// Takes positions and velocities from own axes to the world.
void ElasticBody::put_in_place(BodyFrame& frame) const {
  const Placement& place = parts_->place;
  frame.placement = place;
  if (place == Placement{}) return;
  parallel_for_each(frame.positions.size(), kNodesPerChunk, [&](Index i) {
    frame.positions[i] = place.point(frame.positions[i]);
    frame.velocities[i] = place.direction(frame.velocities[i]);
  });
}

BodyState ElasticBody::state() const {
  BodyState state;
  stepper().add_to_state(state);
  state.push_back({kRotations, discretization().system().saved_rotations()});
  if (parts_->places.any()) state.push_back({kPlaces, parts_->places.saved()});
  return state;
}

void ElasticBody::restore(const BodyState& state) {
  StepSystem& system = discretization().system();
  const auto& rotations = find_array(state, kRotations, system.saved_rotations().size(), parts_->name);
  stepper().restore(state);
  system.restore_rotations(rotations);
  stepper().settle_energy();
  const auto saved = std::ranges::find(state, kPlaces, &StateArray::name);
  if (saved == state.end()) return parts_->places.restore({}, discretization(), {}, name());
  parts_->places.restore(find_array(state, kPlaces, name()), discretization(), *parts_->contact_surface(),
                         name());
}

}  // namespace sinew
