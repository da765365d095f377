#include "stepping/momentum_account.h"

#include <algorithm>

#include "base/parallel.h"
#include "sinew/base/profile.h"
#include "stepping/step_nodes.h"

namespace sinew {

// Rows of M sum to the nodal masses, and so do its columns.
Vec3 MomentumAccount::unbalanced_force(std::span<const Index> nodes, double& mass) const {
  struct Sums {
    Vec3 force;
    double mass = 0;
  };
  const StepEquation& eq = equation_;
  const std::span<const double> masses = eq.system().nodal_masses();
  const std::span<const Mat3> D = eq.drag();
  const Sums sums = parallel_reduce(
      static_cast<Index>(nodes.size()), kNodesPerChunk, Sums{},
      [&](Index begin, Index end) {
        Sums part;
        for (Index k = begin; k < end; ++k) {
          const Index i = nodes[k];
          const Vec3 w = to_vec3(eq.increment[i]);
          part.force +=
              to_vec3(eq.force[i]) + masses[i] * (to_vec3(eq.inertia_at_start(i)) - eq.scheme().mass * w);
          if (!D.empty()) part.force -= eq.drag_factor() * (D[i] * w);
          part.mass += masses[i];
        }
        return part;
      },
      [](const Sums& a, const Sums& b) {
        return Sums{a.force + b.force, a.mass + b.mass};
      });
  mass = sums.mass;
  return sums.force;
}

double MomentumAccount::balance_forces() {
  const ProfileZone zone("momentum");
  double largest = 0;
  for (Index p = 0; p < pieces_->count(); ++p) {
    const std::span<const Index> nodes = pieces_->piece(p);
    double mass = 0;
    const Vec3 force = unbalanced_force(nodes, mass);
    const Vec3 move = force / (equation_.scheme().mass * mass);
    parallel_for_each(static_cast<Index>(nodes.size()), kNodesPerChunk, [&](Index k) {
      Block3<double>& w = equation_.increment[nodes[k]];
      w = to_block(to_vec3(w) + move);
    });
    largest = std::max(largest, equation_.scheme().rate * norm(move));
  }
  return largest;
}

// About the centre of mass, which is c at the start of the step and c1 at its end, the angular momentum of a
// piece shall change by dt times the moment of the forces f:
//   sum (x1 - c1) x M v1 = sum (x - c) x M v + dt sum (x + way w - c_way) x f
double MomentumAccount::balance_moments() {
  const ProfileZone zone("momentum");
  if (!equation_.system().has_lumped_masses()) multiply_masses();
  double largest = 0;
  for (Index p = 0; p < pieces_->count(); ++p) {
    const std::span<const Index> nodes = pieces_->piece(p);
    const Vec3 about = end_of(nodes[0]);
    const RigidVelocity rigid = missing_turn(nodes, about);
    parallel_for_each(static_cast<Index>(nodes.size()), kNodesPerChunk, [&](Index k) {
      Block3<double>& v = candidate_.v[nodes[k]];
      v = to_block(to_vec3(v) + rigid.at(end_of(nodes[k]) - about));
    });
    largest = std::max(largest, rigid.size());
  }
  return largest;
}

void MomentumAccount::multiply_masses() {
  StepEquation& eq = equation_;
  for (auto* vector : {&x_, &Mx_, &Mv_before_, &Mv_after_}) vector->resize(eq.nodes().rest.size());
  parallel_for_each(eq.nodes().count(), kNodesPerChunk, [&](Index i) { x_[i] = to_block(end_of(i)); });
  eq.system().multiply_mass(x_, Mx_);
  eq.system().multiply_mass(eq.start().v, Mv_before_);
  eq.system().multiply_mass(candidate_.v, Mv_after_);
}

Vec3 MomentumAccount::end_of(Index i) const {
  const StepEquation& eq = equation_;
  return eq.nodes().rest[i] + to_vec3(eq.start().u[i]) + to_vec3(eq.increment[i]);
}

// Pieces are often small parts of a body, so lumped masses are multiplied for their nodes alone.
MomentumAccount::Moments MomentumAccount::moments_of(Index i) const {
  const Vec3 x = end_of(i);
  if (!equation_.system().has_lumped_masses())
    return {x, to_vec3(Mx_[i]), to_vec3(Mv_before_[i]), to_vec3(Mv_after_[i])};
  const double m = equation_.system().nodal_masses()[i];
  return {x, m * x, m * to_vec3(equation_.start().v[i]), m * to_vec3(candidate_.v[i])};
}

// Positions are relative to `about`.
RigidVelocity MomentumAccount::missing_turn(std::span<const Index> nodes, const Vec3& about) const {
  struct Sums {
    MassMoments masses;             // at the end of the step
    Vec3 first;                     // of the masses, at its start
    Momentum before, after, given;  // about the point, not yet about the centre
  };
  const StepScheme& scheme = equation_.scheme();
  const std::span<const double> masses = equation_.system().nodal_masses();
  const Sums sums = parallel_reduce(
      static_cast<Index>(nodes.size()), kNodesPerChunk, Sums{},
      [&](Index begin, Index end) {
        Sums part;
        for (Index k = begin; k < end; ++k) {
          const Index i = nodes[k];
          const Moments of = moments_of(i);
          const Vec3 w = to_vec3(equation_.increment[i]), x1 = of.x - about, x = x1 - w;
          const auto add = [](Momentum& sum, const Vec3& at, const Vec3& q) { sum += {q, cross(at, q)}; };
          part.masses.add(masses[i], x1, of.Mx - masses[i] * about);
          part.first += masses[i] * x;
          add(part.before, x, of.Mv_before);
          add(part.after, x1, of.Mv_after);
          add(part.given, x + scheme.way() * w, scheme.dt / scheme.load * to_vec3(equation_.force[i]));
        }
        return part;
      },
      [](const Sums& a, const Sums& b) {
        return Sums{a.masses + b.masses, a.first + b.first, a.before + b.before, a.after + b.after,
                    a.given + b.given};
      });
  const Vec3 c = sums.first / sums.masses.mass, c1 = sums.masses.first / sums.masses.mass;
  const auto spin = [](const Momentum& momentum, const Vec3& centre) {
    return momentum.angular - cross(centre, momentum.linear);
  };
  const Vec3 missing =
      spin(sums.before, c) + spin(sums.given, c + scheme.way() * (c1 - c)) - spin(sums.after, c1);
  return rigid_velocity({{}, missing}, sums.masses);
}

}  // namespace sinew
