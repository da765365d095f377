#include "sinew/stepping/elastic_body.h"

#include "base/parallel.h"
#include "body/state_arrays.h"
#include "sinew/base/profile.h"
#include "stepping/discretization.h"
#include "stepping/implicit_stepper.h"

namespace sinew {

namespace {
constexpr Index kNodes = 2048;
constexpr const char* kRotations = "rotations";
}  // namespace

ElasticBody::ElasticBody(std::string name, const ElasticParams& params, const ElasticTuning& made_with)
    : name_(std::move(name)), params_(params), tuning_(made_with), made_with_(made_with) {}

ElasticBody::~ElasticBody() = default;

void ElasticBody::take(std::unique_ptr<Discretization> next) {
  stepper_.reset();
  discretization_ = std::move(next);
  if (tuning_.material != made_with_.material)
    discretization_->set_materials(tuning_.materials(discretization_->made_of()));
  stepper_ = std::make_unique<ImplicitStepper>(name_, params_, discretization_->unknowns(),
                                               discretization_->system(), discretization_->forces());
  limited_for_ = 0;
  stiffness_share_ = 1;
}

void ElasticBody::release_discretization() {
  stepper_.reset();
  discretization_.reset();
}

void ElasticBody::begin_step(double time, double dt) {
  if (dt != limited_for_ && params_.chosen_integrator() != Integrator::kStatic) limit_stiffness(dt);
  stepper_->begin_step(time, dt);
}

bool ElasticBody::relax() { return stepper_->relax(); }

void ElasticBody::end_step() { stepper_->end_step(); }

std::span<const Vec3> ElasticBody::start_positions() {
  stepper_->start_positions(start_positions_);
  return start_positions_;
}

std::span<const Block3<double>> ElasticBody::increment() const { return stepper_->increment(); }

const SystemLevels& ElasticBody::system_levels() { return stepper_->system_levels(); }

bool ElasticBody::relax(std::span<const Block3<double>> forces, int cycles) {
  return stepper_->relax(forces, cycles);
}

void ElasticBody::move(std::span<const Block3<double>> d) { stepper_->move(d); }

void ElasticBody::hold_back(std::span<const Index> unknowns, std::span<const double> share) {
  stepper_->hold_back(unknowns, share);
}

void ElasticBody::limit_stiffness(double dt) {
  limited_for_ = dt;
  const std::vector<Material> own = tuning_.materials(discretization_->made_of());
  if (stiffness_share_ != 1) discretization_->set_materials(own);
  const double ratio =
      discretization_->stiffness_over_inertia(step_scheme(params_.chosen_integrator(), params_.damping, dt));
  double share = 1;
  if (StiffnessLimit::is_beyond(ratio)) {
    const std::vector<char> is_free = discretization_->free_elements();
    if (!is_free.empty()) share = stiffness_limit_.share_for(ratio, name_);
    if (share != 1) discretization_->set_materials(softened(own, is_free, share));
  }
  if (share != stiffness_share_) stepper_->materials_changed();
  stiffness_share_ = share;
}

void ElasticBody::commit() { stepper_->commit(); }

StepTally ElasticBody::tally() const { return stepper_->tally(); }

const SolveReport& ElasticBody::last_solve() const { return stepper_->last_solve(); }

void ElasticBody::set_pulls(std::vector<Pull> pulls) {
  const auto nodes = static_cast<Index>(discretization_->topology().elements->rest_positions.size());
  std::vector<Pull> resolved;
  for (const Pull& pull : pulls) {
    require_valid(pull, nodes);
    resolved.push_back(discretization_->by_unknowns(pull));
  }
  pulls_ = std::move(pulls);
  stepper_->set_pulls(std::move(resolved));
}

void ElasticBody::tune(const std::string& name, double value) {
  const ElasticTuning next = tuning_.with(name, value, made_with_, name_);
  if (next.material != tuning_.material) {
    discretization_->set_materials(next.materials(discretization_->made_of()));
    stiffness_share_ = 1;
  }
  tuning_ = next;
  params_.damping = next.damping, params_.solver = next.solver;
  limited_for_ = 0;
  discretization_->system().set_solver(next.solver);
  stepper_->set_goal(goal_of(next.solver));
  stepper_->set_damping(next.damping);
}

Energies ElasticBody::energies() const {
  Energies energies = stepper_->energies();
  energies.external = discretization_->forces().potential(stepper_->time(), stepper_->state().u);
  return energies;
}

std::vector<Vec3> ElasticBody::displacements() const {
  std::vector<Vec3> u(discretization_->topology().elements->rest_positions.size());
  discretization_->at_nodes(stepper_->state().u, u);
  return u;
}

void ElasticBody::publish(const FrameContents& contents, BodyFrame& frame) const {
  const ProfileZone zone("publish");
  const NodeState& now = stepper_->state();
  frame.body = name_;
  frame.topology = discretization_->topology();
  const std::vector<Vec3>& rest = frame.topology.elements->rest_positions;
  frame.positions.resize(rest.size());
  frame.velocities.resize(rest.size());
  frame.carriers.clear();
  discretization_->at_nodes(now.u, frame.positions);
  discretization_->at_nodes(now.v, frame.velocities);
  parallel_for_each(rest.size(), kNodes, [&](Index i) { frame.positions[i] = rest[i] + frame.positions[i]; });
  frame.stress.resize(contents.stress ? frame.topology.elements->element_count() : 0);
  if (contents.stress) discretization_->system().stresses(now.u, frame.stress);
  frame.energies = contents.energies ? energies() : Energies{};
  frame.arrows.clear();
  if (!contents.forces) return;
  discretization_->forces().add_arrows(stepper_->time(), now.u, frame.arrows);
  stepper_->add_pull_arrows(frame.arrows);
}

BodyState ElasticBody::state() const {
  BodyState state;
  stepper_->add_to_state(state);
  state.push_back({kRotations, discretization_->system().saved_rotations()});
  return state;
}

void ElasticBody::restore(const BodyState& state) {
  StepSystem& system = discretization_->system();
  const auto& rotations = find_array(state, kRotations, system.saved_rotations().size(), name_);
  stepper_->restore(state);
  system.restore_rotations(rotations);
}

}  // namespace sinew
