#include "stepping/custom_forces.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/parallel.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

constexpr Index kCustomNodes = 4096;

using Blocks = std::span<const Block3<double>>;

void require_finite(const std::vector<Vec3>& forces, const CustomForce& force) {
  const auto bad = std::ranges::find_if(forces, [](const Vec3& f) { return !is_finite(f); });
  if (bad != forces.end())
    throw Error(fmt::format("the force '{}' is not finite at node {}", force.name, bad - forces.begin()));
}

}  // namespace

CustomForces::CustomForces(std::vector<Index> number_in_frames)
    : number_in_frames_(std::move(number_in_frames)) {}

void CustomForces::add(CustomForce force, std::span<const Vec3> rest) {
  forces_.push_back(std::move(force));
  rest_.assign(rest.begin(), rest.end());
  for (auto* values : {&x_, &v_, &f_}) values->resize(rest_.size());
}

void CustomForces::find_positions(Blocks displacement, std::vector<Vec3>& x) const {
  parallel_for_each(rest_.size(), kCustomNodes,
                    [&](Index i) { x[number_in_frames(i)] = rest_[i] + to_vec3(displacement[i]); });
}

void CustomForces::add_to(double time, Blocks displacement, Blocks velocity, std::span<Block3<double>> out) {
  if (empty()) return;
  find_positions(displacement, x_);
  parallel_for_each(rest_.size(), kCustomNodes,
                    [&](Index i) { v_[number_in_frames(i)] = to_vec3(velocity[i]), f_[i] = {}; });
  for (const CustomForce& force : forces_) {
    force.add(time, x_, v_, f_);
    require_finite(f_, force);
  }
  parallel_for_each(rest_.size(), kCustomNodes, [&](Index i) {
    const Vec3& f = f_[number_in_frames(i)];
    out[i].x += f.x, out[i].y += f.y, out[i].z += f.z;
  });
}

double CustomForces::potential(double time, Blocks displacement) const {
  double energy = 0;
  if (std::ranges::none_of(forces_, [](const CustomForce& force) { return bool(force.potential); })) return 0;
  std::vector<Vec3> x(rest_.size());
  find_positions(displacement, x);
  for (const CustomForce& force : forces_)
    if (force.potential) energy += force.potential(time, x);
  return energy;
}

}  // namespace sinew
