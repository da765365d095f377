#include "rigid/rigid_step.h"

#include <algorithm>

#include "base/parallel.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

constexpr Index kVertices = 4096;
constexpr std::array<char, 4> kNoneHeld{};

bool is_finite(const RigidState& state) {
  const Quaternion& q = state.orientation;
  return sinew::is_finite(state.centre) && sinew::is_finite(state.velocity) &&
         sinew::is_finite(state.angular_momentum) && sinew::is_finite({q.x, q.y, q.z}) && std::isfinite(q.w);
}

}  // namespace

RigidStep::RigidStep(std::shared_ptr<const RigidShape> shape, const RigidInertia& body, RigidForces& forces)
    : shape_(std::move(shape)), body_(body), from_outside_(forces) {
  masses_.fill(body_.mass / 4);
  levels_.held = kNoneHeld;
  levels_.coarsest_inverse = answers_;
}

void RigidStep::stand_at(const RigidState& now) {
  start_ = now;
  start_corners_ = corners_of(now);
}

void RigidStep::begin(double time, double dt, const RigidState& start, RigidPulls& pulls) {
  dt_ = dt;
  stand_at(start);
  free_ = start;
  free_.centre += dt * start.velocity;
  free_.orientation = turned_freely(start, body_, dt);
  const Mat3 R = to_matrix(free_.orientation);
  inertia_ = turned(body_.inertia, R), inverse_inertia_ = turned(body_.inverse, R);

  TwistMatrix A{body_.mass * Mat3::identity(), {}, inertia_};
  forces_ = from_outside_.evaluate(time + dt, start, angular_velocity(start, body_));
  from_outside_.add_drag(dt, free_, A);
  response_ = inverse(A);
  pulls.begin(dt, free_, inverse_inertia_ * start.angular_momentum, response_, forces_, A);
  response_ = inverse(A);
  levers_ = corners_of({{}, free_.orientation, {}, {}});
  find_response();
  relax({}, 0);
  if (!is_finite(end()))
    throw Error("numbers are not finite", "", "take shorter steps, or check its forces and density");
}

void RigidStep::find_response() {
  for (std::size_t j = 0; j < 4; ++j)
    for (std::size_t i = 0; i < 4; ++i) {
      const Mat3 block = response_.between(levers_[i], levers_[j]);
      for (std::size_t c = 0; c < 3; ++c)
        for (std::size_t r = 0; r < 3; ++r)
          answers_[(3 * j + c) * 12 + 3 * i + r] = block(static_cast<int>(r), static_cast<int>(c));
    }
  ++levels_.revision;
}

bool RigidStep::relax(std::span<const Block3<double>> forces, int) {
  Twist sum = forces_;
  for (std::size_t k = 0; k < forces.size(); ++k) sum += wrench_at(levers_[k], to_vec3(forces[k]));
  twist_ = response_ * Twist{dt_ * dt_ * sum.move, dt_ * dt_ * sum.turn};
  share_ = 1, zone_way_ = {}, spin_ = {};
  find_end();
  return true;
}

// The twist that has the momentum of d, if each point has a quarter of the mass. The levers sum to 0.
void RigidStep::move(std::span<const Block3<double>> d) {
  Twist moved;
  for (const Block3<double>& one : d) moved.move += 0.25 * to_vec3(one);
  for (std::size_t k = 0; k < 4; ++k)
    moved.turn += (body_.mass / 4) * cross(levers_[k], to_vec3(d[k]) - moved.move);
  moved.turn = inverse_inertia_ * moved.turn;
  twist_ += moved;
  find_end();
}

std::optional<RigidWhole> RigidStep::rigid_whole(std::span<const Block3<double>> forces) {
  RigidWhole whole{body_.mass, end_.centre, turned(body_.inertia, to_matrix(end_.orientation)), {}, dt_};
  // The centre goes along its velocity, so that its own angular momentum is that of the forces where the step begins.
  for (std::size_t k = 0; k < forces.size(); ++k)
    whole.given_by_contacts += dt_ * cross(start_.centre + levers_[k], to_vec3(forces[k]));
  return whole;
}

void RigidStep::add_spin(const Vec3& centre, const Vec3& spin) {
  spin_centre_ = centre, spin_ = spin;
  find_end();
}

void RigidStep::hold_back(std::span<const HeldBack> unknowns) {
  const double share = std::ranges::min(unknowns, {}, &HeldBack::share).share;
  Vec3 way;
  for (const HeldBack& one : unknowns) way += one.way / static_cast<double>(unknowns.size());
  share_ *= share;
  zone_way_ = share * zone_way_ + (1 - share) * way;
  find_end();
}

void RigidStep::find_end() {
  end_.centre = free_.centre + twist_.move;
  end_.orientation = normalized(product(rotation_by(twist_.turn), free_.orientation));
  end_.velocity = start_.velocity + twist_.move / dt_;
  end_.angular_momentum = start_.angular_momentum + inertia_ * (twist_.turn / dt_);
  if (spin_ != Vec3{}) {
    end_.velocity += cross(spin_, end_.centre - spin_centre_);
    end_.angular_momentum += turned(body_.inertia, to_matrix(end_.orientation)) * spin_;
  }
  if (share_ < 1) {
    const Vec3 turn = rotation_vector(product(end_.orientation, inverse(start_.orientation)));
    end_.centre = lerp(start_.centre, end_.centre, share_) + zone_way_;
    end_.orientation = normalized(product(rotation_by(share_ * turn), start_.orientation));
    end_.velocity = share_ * end_.velocity + zone_way_ / dt_;
    end_.angular_momentum *= share_;
  }
  const std::array<Vec3, 4> corners = corners_of(end_);
  for (std::size_t k = 0; k < 4; ++k) increment_[k] = to_block(corners[k] - start_corners_[k]);
}

std::array<Vec3, 4> RigidStep::corners_of(const RigidState& state) const {
  const Mat3 R = to_matrix(state.orientation);
  std::array<Vec3, 4> corners;
  for (std::size_t k = 0; k < 4; ++k) corners[k] = state.centre + R * shape_->corners[k];
  return corners;
}

void RigidStep::place(const RigidState& state, std::span<Vec3> vertices) const {
  const Mat3 R = to_matrix(state.orientation);
  parallel_for_each(vertices.size(), kVertices,
                    [&](Index v) { vertices[v] = state.centre + R * shape_->contact_offsets[v]; });
}

void RigidStep::vertices_at_start(std::span<Vec3> vertices) { place(start_, vertices); }

void RigidStep::vertices_at_end(std::span<Vec3> vertices) { place(end(), vertices); }

}  // namespace sinew
