#include "rigid/rigid_forces.h"

#include <algorithm>

#include "base/parallel.h"

namespace sinew {

namespace {

constexpr Index kPoints = 4096;

bool acts_on_mass(const Force& force) {
  return std::holds_alternative<Gravity>(force) || std::holds_alternative<Radial>(force);
}

// Those of one sort; in the places of the others there is no force, so that numbers in messages stay right.
std::vector<Force> only(const std::vector<Force>& forces, bool on_mass) {
  std::vector<Force> kept = forces;
  for (Force& force : kept)
    if (acts_on_mass(force) != on_mass) force = Gravity{{0, 0, 0}, {}};
  return kept;
}

std::vector<Vec3> placed_from(const Vec3& centre, std::span<const Vec3> offsets, const Placement& placement) {
  std::vector<Vec3> points;
  for (const Vec3& r : offsets) points.push_back(placement.point(centre + r));
  return points;
}

}  // namespace

RigidForces::OnPoints::OnPoints(const std::vector<Force>& some, std::span<const Vec3> from_centre,
                                std::vector<Vec3> at_rest, std::span<const double> masses,
                                std::vector<Triangle> faces)
    : are_of_mass(faces.empty()),
      offsets(from_centre),
      rest(std::move(at_rest)),
      forces(some, rest, masses, {std::move(faces)}, false),
      u(rest.size()),
      v(rest.size()),
      f(rest.size()) {}

RigidForces::RigidForces(const std::vector<Force>& forces, std::shared_ptr<const RigidShape> shape,
                         double mass, const Placement& placement)
    : shape_(std::move(shape)),
      of_mass_(only(forces, true), shape_->corners,
               placed_from(shape_->solid.centre, shape_->corners, placement),
               std::vector<double>(4, mass / 4), {}) {
  if (std::ranges::all_of(forces, acts_on_mass)) return;
  of_surface_ = std::make_unique<OnPoints>(
      only(forces, false), shape_->offsets, placed_from(shape_->solid.centre, shape_->offsets, placement),
      std::vector<double>(shape_->offsets.size(), 0), shape_->topology.surface->mesh.triangles);
}

// Displacements and velocities of the points.
void RigidForces::OnPoints::place(const RigidState& state, const Vec3& angular_velocity) {
  const Mat3 R = to_matrix(state.orientation);
  parallel_for_each(offsets.size(), kPoints, [&](Index i) {
    const Vec3 r = R * offsets[i];
    u[i] = to_block(state.centre + r - rest[i]);
    v[i] = to_block(state.velocity + cross(angular_velocity, r));
  });
}

Twist RigidForces::OnPoints::evaluate(double time, const RigidState& state, const Vec3& angular_velocity) {
  place(state, angular_velocity);
  forces.evaluate(time, u, v, f);
  const Mat3 R = to_matrix(state.orientation);
  // A force that is the same on all points of mass has no torque, not even by rounding.
  const Vec3 common = are_of_mass ? to_vec3(f[0]) : Vec3{};
  return parallel_reduce(
      static_cast<Index>(f.size()), kPoints, Twist{},
      [&](Index begin, Index end) {
        Twist sum;
        for (Index i = begin; i < end; ++i)
          sum += {to_vec3(f[i]), cross(R * offsets[i], to_vec3(f[i]) - common)};
        return sum;
      },
      [](Twist a, const Twist& b) { return a += b; });
}

Twist RigidForces::evaluate(double time, const RigidState& state, const Vec3& angular_velocity) {
  Twist sum = of_mass_.evaluate(time, state, angular_velocity);
  if (of_surface_) sum += of_surface_->evaluate(time, state, angular_velocity);
  return sum;
}

bool RigidForces::is_steady(double time, double dt) const {
  return of_mass_.forces.is_steady(time, dt) &&
         (of_surface_ == nullptr || of_surface_->forces.is_steady(time, dt));
}

void RigidForces::add_drag(double dt, const RigidState& state, TwistMatrix& A) const {
  if (!of_surface_) return;
  const std::span<const Mat3> drag = of_surface_->forces.drag();
  const Mat3 R = to_matrix(state.orientation);
  for (std::size_t i = 0; i < drag.size(); ++i)
    if (drag[i] != Mat3{}) A.add_at(R * of_surface_->offsets[i], dt * drag[i]);
}

double RigidForces::potential(double time, const RigidState& state) {
  of_mass_.place(state, {});
  double sum = of_mass_.forces.potential(time, of_mass_.u);
  if (!of_surface_) return sum;
  of_surface_->place(state, {});
  return sum + of_surface_->forces.potential(time, of_surface_->u);
}

void RigidForces::add_arrows(double time, const RigidState& state, std::vector<ForceArrow>& arrows) {
  if (!of_surface_) return;
  of_surface_->place(state, {});
  of_surface_->forces.add_arrows(time, of_surface_->u, arrows);
}

}  // namespace sinew
