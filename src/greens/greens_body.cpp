#include "sinew/greens/greens_body.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <optional>

#include "base/parallel.h"
#include "body/state_arrays.h"
#include "greens/greens_display.h"
#include "greens/greens_step.h"
#include "greens/known_body.h"
#include "sinew/base/error.h"
#include "sinew/base/profile.h"
#include "stepping/applied_forces.h"
#include "stepping/rotated_forces.h"
#include "stepping/step_nodes.h"

namespace sinew {

namespace {

Motion motion_of(const std::vector<Hold>& holds) { return holds.empty() ? Motion{} : holds[0].motion; }

// The weight acts through a response of its own, so that no vertex has a mass here.
AppliedForces applied_forces(const std::vector<Force>& forces, const GreensRest& rest,
                             const Placement& placement) {
  for (std::size_t i = 0; i < forces.size(); ++i)
    if (std::holds_alternative<Radial>(forces[i]))
      throw Error("a body that is known by its responses does not know how it answers to a radial field",
                  fmt::format("forces[{}]", i), "take a body of tetrahedra, or forces on its surface");
  const std::vector<double> masses(static_cast<std::size_t>(rest.count()), 0);
  return {
      forces, placed(placement, rest.positions()), masses, {rest.known->problem.surface.triangles}, false};
}

std::vector<double> numbers_of(std::span<const Vec3> vectors) {
  std::vector<double> numbers;
  for (const Vec3& v : vectors) numbers.insert(numbers.end(), {v.x, v.y, v.z});
  return numbers;
}

std::vector<Vec3> vectors_of(const std::vector<double>& numbers) {
  std::vector<Vec3> vectors;
  for (std::size_t i = 0; i < numbers.size(); i += 3)
    vectors.push_back({numbers[i], numbers[i + 1], numbers[i + 2]});
  return vectors;
}

// What a step leads to, in own axes.
struct GreensState {
  std::vector<Vec3> displacements, velocities;  // of the vertices, m and m/s
  std::vector<Vec3> forces;                     // on the free ones, against the holds, N
};

}  // namespace

struct GreensBody::Parts {
  Parts(std::string body, const GreensBodyModel& model)
      : name(std::move(body)),
        rest(GreensRest::of(model.responses)),
        holds(model.holds),
        place(model.placement),
        in_world(applied_forces(model.forces, *rest, place)),
        rotated(in_world, place),
        forces(place.is_rotated() ? static_cast<StepForces&>(rotated) : in_world),
        step(rest, motion_of(holds), place, forces) {
    require_valid(place, "");
    require_fitting(holds, *rest);
    if (model.display) display.emplace(*rest, model.display->steps, model.display->detailed);
    const auto n = static_cast<std::size_t>(rest->count());
    now = {std::vector<Vec3>(n), std::vector<Vec3>(n), std::vector<Vec3>(rest->free.size())};
    step.stand_at(now.displacements);
  }

  Vec3 gravity(double at) const {
    return rest->known->weight.empty() ? Vec3{} : place.own_direction(in_world.gravity_at(at));
  }
  double mass() const { return ratio.density * rest->mass; }
  BlockVector<double> blocks() const;
  Vec3 moved_mass() const;
  Vec3 held_force(Vec3& torque, const Vec3& at) const;

  std::string name;
  std::shared_ptr<const GreensRest> rest;
  std::optional<GreensDisplay> display;
  std::vector<Hold> holds;
  Placement place;
  AppliedForces in_world;
  RotatedForces rotated;
  StepForces& forces;  // in own axes
  GreensStep step;
  MaterialRatio ratio;
  std::vector<Pull> pulls;
  GreensState now, candidate;
  std::vector<Vec3> forces_on_held;  // from outside in the last step, N; empty: no step led here
  double time = 0, candidate_time = 0, dt = 0;
  StepTally tally{.is_static = true};
};

GreensBody::GreensBody(std::string name, GreensBodyModel model)
    : parts_(std::make_unique<Parts>(std::move(name), model)) {}

GreensBody::~GreensBody() = default;

const std::string& GreensBody::name() const { return parts_->name; }
ContactSide* GreensBody::contact_side() { return &parts_->step; }
StepTally GreensBody::tally() const { return parts_->tally; }

BodyMeasure GreensBody::measure() const {
  const GreensRest& rest = *parts_->rest;
  return {rest.topology.elements->element_count(), rest.volume, parts_->mass(), 1, 0};
}

std::string GreensBody::remark() const { return summary_of(*parts_->rest->known); }

void GreensBody::begin_step(double time, double dt) {
  parts_->candidate_time = time + dt, parts_->dt = dt;
  parts_->step.begin(time, dt, parts_->now.velocities, parts_->gravity(time + dt));
}

bool GreensBody::relax() { return true; }

void GreensBody::end_step() {
  const GreensState& now = parts_->now;
  GreensState& next = parts_->candidate;
  next.displacements = parts_->step.end();
  next.velocities.resize(next.displacements.size());
  parallel_for_each(next.velocities.size(), kNodesPerChunk, [&](Index i) {
    next.velocities[i] = (1 / parts_->dt) * (next.displacements[i] - now.displacements[i]);
  });
  next.forces = parts_->step.forces();
  for (const Vec3& u : next.displacements)
    if (!is_finite(u)) throw Error("numbers are not finite", "", "take shorter steps, or check its forces");
}

void GreensBody::commit() {
  std::swap(parts_->now, parts_->candidate);
  parts_->step.stand_at(parts_->now.displacements);
  parts_->step.pulls().commit(parts_->step.ride());
  parts_->forces_on_held = parts_->step.forces_on_held();
  parts_->time = parts_->candidate_time;
  ++parts_->tally.steps;
}

void GreensBody::set_pulls(std::vector<Pull> pulls) {
  std::vector<Pull> own = pulls;
  for (Pull& pull : own) {
    require_valid(pull, parts_->rest->count());
    pull.target = parts_->place.own_point(pull.target);
  }
  if (pulls != parts_->pulls) parts_->step.disturb();
  parts_->pulls = std::move(pulls);
  parts_->step.pulls().set(std::move(own), *parts_->rest);
}

std::vector<Vec3> GreensBody::pull_forces() const {
  std::vector<Vec3> forces = parts_->step.pulls().committed();
  for (Vec3& f : forces) f = parts_->place.direction(f);
  return forces;
}

// It has no inertia: what a step leads to is what a static solve would.
Mat3 GreensBody::step_compliance(const Pull& patch) const {
  require_valid(patch, parts_->rest->count());
  const Mat3 C = parts_->step.pulls().compliance(patch, *parts_->rest);
  const Mat3 R = parts_->place.rotation * parts_->step.ride().turn;
  return (1 / parts_->ratio.stiffness) * (R * C * transposed(R));
}

std::vector<Tunable> GreensBody::tunables() const {
  constexpr double kSofter = 1e3, kLighter = 1e2;
  const Material& made = parts_->rest->known->problem.material;
  return {
      {"young", "Pa", parts_->ratio.stiffness * made.young, made.young / kSofter, made.young * kSofter, true},
      {"density", "kg/m^3", parts_->ratio.density * made.density, made.density / kLighter,
       made.density * kLighter, true}};
}

void GreensBody::tune(const std::string& name, double value) {
  require_tunable(tunables(), name, value, fmt::format("body '{}'", parts_->name));
  const Material& made = parts_->rest->known->problem.material;
  if (name == "young") parts_->ratio.stiffness = value / made.young;
  if (name == "density") parts_->ratio.density = value / made.density;
  parts_->step.set_material(parts_->ratio);
  parts_->forces_on_held.clear();
}

BlockVector<double> GreensBody::Parts::blocks() const {
  BlockVector<double> u;
  for (const Vec3& d : now.displacements) u.push_back(to_block(d));
  return u;
}

// The sum over the mass of the deformation against the holds, kg m, by reciprocity: f . B g = g . B^T f.
Vec3 GreensBody::Parts::moved_mass() const {
  const std::vector<double>& B = rest->known->weight;
  if (B.empty()) return {};
  const std::size_t n = 3 * now.forces.size();
  HoldRide ride;
  set_ride(motion_of(holds), time, rest->positions(), place, ride);
  Vec3 sum = ratio.density * (rest->known->weight_on_mass * ride.inward(gravity(time)));
  for (int axis = 0; axis < 3; ++axis)
    for (std::size_t k = 0; k < now.forces.size(); ++k)
      for (int r = 0; r < 3; ++r)
        sum[axis] += B[axis * n + 3 * k + static_cast<std::size_t>(r)] * now.forces[k][r];
  return (ratio.density / ratio.stiffness) * sum;
}

// Half the work that forces and weight would do on the way from rest, and minus that of what has a potential.
Energies GreensBody::energies() const {
  const Parts& parts = *parts_;
  const GreensRest& rest = *parts.rest;
  HoldRide ride;
  set_ride(motion_of(parts.holds), parts.time, rest.positions(), parts.place, ride);
  const Vec3 g = parts.gravity(parts.time), moved = parts.moved_mass();
  double work = dot(ride.inward(g), moved);
  for (std::size_t k = 0; k < rest.free.size(); ++k) {
    const Index v = rest.free[k];
    work += dot(parts.now.forces[k], ride.inward(parts.now.displacements[v] - ride.carried[v]));
  }
  Vec3 carried_centre;
  if (!ride.carried.empty())
    carried_centre = ride.carried[0] + ride.outward(rest.centre - rest.positions()[0]) -
                     (rest.centre - rest.positions()[0]);
  Energies energies;
  energies.elastic = work / 2;
  energies.external = parts.forces.potential(parts.time, parts.blocks()) -
                      dot(g, parts.mass() * carried_centre + ride.outward(moved));
  return energies;
}

// What balances all forces on the body; those of contact and of pulls on held vertices are no part of it.
Vec3 GreensBody::Parts::held_force(Vec3& torque, const Vec3& at) const {
  HoldRide ride;
  set_ride(motion_of(holds), time, rest->positions(), place, ride);
  Vec3 sum;
  const auto add = [&](Index v, const Vec3& force) {
    sum += force;
    torque += cross(rest->positions()[v] + now.displacements[v] - at, force);
  };
  for (std::size_t k = 0; k < rest->free.size(); ++k) add(rest->free[k], ride.outward(now.forces[k]));
  for (Index v = 0; v < rest->count(); ++v)
    if (rest->free_of[v] < 0) add(v, forces_on_held[v]);
  const Vec3 weight = mass() * gravity(time);
  const Vec3 offset = rest->centre - rest->positions()[0];
  const Vec3 centre = rest->positions()[0] + ride.carried[0] + ride.outward(offset) +
                      (1 / mass()) * ride.outward(moved_mass());
  sum += weight;
  torque += cross(centre - at, weight);
  torque = -1.0 * torque;
  return -1.0 * sum;
}

// How several holds share the force is not among the responses.
std::vector<HoldReaction> GreensBody::reactions() const {
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  const Parts& parts = *parts_;
  std::vector<HoldReaction> all;
  for (const Hold& hold : parts.holds) {
    HoldReaction one{hold.name.empty() ? fmt::format("hold{}", all.size()) : hold.name, {}, {}, {}};
    for (const Index v : hold.nodes)
      one.at += (1 / static_cast<double>(hold.nodes.size())) *
                (parts.rest->positions()[v] + parts.now.displacements[v]);
    if (parts.forces_on_held.empty() || parts.holds.size() > 1)
      one.force = one.torque = {kUnknown, kUnknown, kUnknown};
    else
      one.force = parts.held_force(one.torque, one.at);
    one.at = parts.place.point(one.at);
    one.force = parts.place.direction(one.force), one.torque = parts.place.direction(one.torque);
    all.push_back(std::move(one));
  }
  return all;
}

std::vector<Vec3> GreensBody::displacements() const {
  std::vector<Vec3> u = parts_->now.displacements;
  for (Vec3& d : u) d = parts_->place.direction(d);
  return u;
}

void GreensBody::publish(const FrameContents& contents, BodyFrame& frame) const {
  const ProfileZone zone("publish");
  Parts& parts = *parts_;
  const GreensRest& rest = *parts.rest;
  frame.body = parts.name;
  frame.topology = parts.display ? parts.display->topology() : rest.topology;
  frame.placement = parts.place;
  frame.positions.resize(rest.positions().size());
  frame.velocities.resize(rest.positions().size());
  frame.carriers.clear();
  if (parts.display)
    for (const Vec3& p : parts.display->places(parts.now.displacements))
      frame.carriers.push_back(parts.place.point(p));
  parallel_for_each(rest.positions().size(), kNodesPerChunk, [&](Index i) {
    frame.positions[i] = parts.place.point(rest.positions()[i] + parts.now.displacements[i]);
    frame.velocities[i] = parts.place.direction(parts.now.velocities[i]);
  });
  frame.stress.assign(contents.stress ? static_cast<std::size_t>(rest.topology.elements->element_count()) : 0,
                      0);
  frame.energies = contents.energies ? energies() : Energies{};
  frame.reactions = contents.reactions ? reactions() : std::vector<HoldReaction>{};
  frame.arrows.clear();
  if (!contents.forces) return;
  parts.forces.add_arrows(parts.time, parts.blocks(), frame.arrows);
  const std::size_t applied = frame.arrows.size();
  parts.step.pulls().add_arrows(rest, parts.now.displacements, frame.arrows);
  for (ForceArrow& arrow : std::span(frame.arrows).subspan(applied))
    arrow.at = parts.place.point(arrow.at), arrow.force = parts.place.direction(arrow.force);
}

BodyState GreensBody::state() const {
  const GreensState& now = parts_->now;
  return {{"displacement", numbers_of(now.displacements)},
          {"velocity", numbers_of(now.velocities)},
          {"forces", numbers_of(now.forces)},
          {"time", {parts_->time}}};
}

void GreensBody::restore(const BodyState& state) {
  const std::string& body = parts_->name;
  const std::size_t n = 3 * static_cast<std::size_t>(parts_->rest->count()),
                    free = 3 * parts_->rest->free.size();
  GreensState restored{vectors_of(find_array(state, "displacement", n, body)),
                       vectors_of(find_array(state, "velocity", n, body)),
                       vectors_of(find_array(state, "forces", free, body))};
  const double time = find_array(state, "time", 1, body)[0];
  parts_->now = std::move(restored);
  parts_->step.stand_at(parts_->now.displacements);
  parts_->forces_on_held.clear();
  parts_->time = time;
}

}  // namespace sinew
