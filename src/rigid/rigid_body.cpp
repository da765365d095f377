#include "sinew/rigid/rigid_body.h"

#include <fmt/format.h>

#include <cmath>

#include "base/parallel.h"
#include "body/state_arrays.h"
#include "rigid/rigid_step.h"
#include "sinew/base/error.h"
#include "sinew/base/profile.h"

namespace sinew {

namespace {

constexpr Index kVertices = 4096;

RigidInertia inertia_at(double density, const SolidMoments& solid) {
  if (!(density > 0) || !std::isfinite(density))
    throw Error(fmt::format("a rigid body has a density of {} kg/m^3", density), "",
                "it must be more than 0: 1000 is water, 7850 steel");
  const Mat3 inertia = density * inertia_of(solid.second);
  return {density * solid.volume, inertia, inverse(inertia)};
}

RigidState start_of(const RigidBodyModel& model, const SolidMoments& solid, const RigidInertia& body) {
  require_valid(model.placement, "");
  if (!is_finite(model.velocity) || !is_finite(model.spin))
    throw Error("the velocity or spin of a rigid body is not finite");
  const Mat3& R = model.placement.rotation;
  return {model.placement.point(solid.centre), quaternion_of(R), model.velocity,
          turned(body.inertia, R) * model.spin};
}

std::vector<double> numbers_of(const Vec3& v) { return {v.x, v.y, v.z}; }

Vec3 vector_of(const BodyState& state, std::string_view name, const std::string& body) {
  const std::vector<double>& values = find_array(state, name, 3, body);
  return {values[0], values[1], values[2]};
}

}  // namespace

struct RigidBody::Parts {
  Parts(std::string body, RigidBodyModel model)
      : name(std::move(body)),
        shape(RigidShape::of(std::move(model.surface), model.contact_surface)),
        inertia(inertia_at(model.density, shape->solid)),
        place(model.placement),
        now(start_of(model, shape->solid, inertia)),
        forces(model.forces, shape, inertia.mass, model.placement),
        step(shape, inertia, forces) {
    step.stand_at(now);
  }

  std::string name;
  std::shared_ptr<const RigidShape> shape;
  RigidInertia inertia;
  Placement place;  // at rest
  RigidState now;
  double time = 0, candidate_time = 0, dt = 0;  // s; dt of the last step, 0: there was none
  RigidForces forces;
  RigidPulls pulls;
  std::vector<Pull> pulled_by;
  RigidStep step;
};

RigidBody::RigidBody(std::string name, RigidBodyModel model)
    : parts_(std::make_unique<Parts>(std::move(name), std::move(model))) {}

RigidBody::~RigidBody() = default;

const std::string& RigidBody::name() const { return parts_->name; }
ContactSide* RigidBody::contact_side() { return &parts_->step; }
Vec3 RigidBody::centre() const { return parts_->now.centre; }
Vec3 RigidBody::velocity() const { return parts_->now.velocity; }
Vec3 RigidBody::angular_velocity() const { return sinew::angular_velocity(parts_->now, parts_->inertia); }
Vec3 RigidBody::angular_momentum() const { return parts_->now.angular_momentum; }
Mat3 RigidBody::inertia() const {
  return turned(parts_->inertia.inertia, to_matrix(parts_->now.orientation));
}

Energies RigidBody::energies() const {
  return {kinetic_energy(parts_->now, parts_->inertia), 0,
          parts_->forces.potential(parts_->time, parts_->now)};
}

void RigidBody::begin_step(double time, double dt) {
  parts_->candidate_time = time + dt, parts_->dt = dt;
  parts_->step.begin(time, dt, parts_->now, parts_->pulls);
}

bool RigidBody::relax() { return parts_->step.relax({}, 0); }

void RigidBody::end_step() { parts_->pulls.end(parts_->step.twist()); }

void RigidBody::commit() {
  parts_->now = parts_->step.end();
  parts_->step.stand_at(parts_->now);
  parts_->time = parts_->candidate_time;
  parts_->pulls.commit();
}

void RigidBody::publish(const FrameContents& contents, BodyFrame& frame) const {
  const ProfileZone zone("publish");
  const RigidShape& shape = *parts_->shape;
  const RigidState& now = parts_->now;
  frame.body = parts_->name;
  frame.topology = shape.topology;
  frame.placement = parts_->place;
  frame.positions.resize(shape.offsets.size());
  frame.velocities.resize(shape.offsets.size());
  frame.carriers.clear();
  const Mat3 R = to_matrix(now.orientation);
  const Vec3 spin = angular_velocity();
  parallel_for_each(shape.offsets.size(), kVertices, [&](Index v) {
    const Vec3 r = R * shape.offsets[v];
    frame.positions[v] = now.centre + r;
    frame.velocities[v] = now.velocity + cross(spin, r);
  });
  frame.stress.assign(contents.stress ? shape.topology.elements->element_count() : 0, 0);
  frame.energies = contents.energies ? energies() : Energies{};
  frame.reactions.clear();
  frame.arrows.clear();
  if (!contents.forces) return;
  parts_->forces.add_arrows(parts_->time, now, frame.arrows);
  parts_->pulls.add_arrows(now, frame.arrows);
}

BodyMeasure RigidBody::measure() const {
  return {parts_->shape->topology.elements->element_count(), parts_->shape->solid.volume,
          parts_->inertia.mass, 1, 1};
}

void RigidBody::set_pulls(std::vector<Pull> pulls) {
  const std::vector<Vec3>& offsets = parts_->shape->offsets;
  for (const Pull& pull : pulls) require_valid(pull, static_cast<Index>(offsets.size()));
  parts_->pulls.set(pulls, offsets);
  if (pulls != parts_->pulled_by) parts_->step.disturb();
  parts_->pulled_by = std::move(pulls);
}

std::vector<Vec3> RigidBody::pull_forces() const {
  std::vector<ForceArrow> arrows;
  parts_->pulls.add_arrows(parts_->now, arrows);
  std::vector<Vec3> forces;
  for (const ForceArrow& arrow : arrows) forces.push_back(arrow.force);
  return forces;
}

// dt^2 (1 / m - [r] I^-1 [r]), with r from the centre to the point.
Mat3 RigidBody::step_compliance(const Pull& patch) const {
  const std::vector<Vec3>& offsets = parts_->shape->offsets;
  require_valid(patch, static_cast<Index>(offsets.size()));
  const Mat3 R = to_matrix(parts_->now.orientation), inverse = turned(parts_->inertia.inverse, R);
  const Vec3 r = R * pulled_point(patch, offsets);
  Mat3 C;
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 newton;
    newton[axis] = 1;
    C.column[axis] = newton / parts_->inertia.mass + cross(inverse * cross(r, newton), r);
  }
  return (parts_->dt * parts_->dt / 2) * (C + transposed(C));
}

BodyState RigidBody::state() const {
  const RigidState& now = parts_->now;
  const Quaternion& q = now.orientation;
  return {{"centre", numbers_of(now.centre)},
          {"orientation", {q.w, q.x, q.y, q.z}},
          {"velocity", numbers_of(now.velocity)},
          {"angular momentum", numbers_of(now.angular_momentum)},
          {"time", {parts_->time}}};
}

void RigidBody::restore(const BodyState& state) {
  const std::string& body = parts_->name;
  const Quaternion orientation = quaternions_of(find_array(state, "orientation", 4, body))[0];
  if (!is_unit(orientation))
    throw Error(fmt::format("the saved 'orientation' of body '{}' is no rotation", body));
  const RigidState restored{vector_of(state, "centre", body), orientation, vector_of(state, "velocity", body),
                            vector_of(state, "angular momentum", body)};
  const double time = find_array(state, "time", 1, body)[0];
  parts_->now = restored;
  parts_->step.stand_at(restored);
  parts_->time = time;
}

}  // namespace sinew
