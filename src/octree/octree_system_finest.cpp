#include "octree/octree_system_finest.h"

#include "base/parallel.h"
#include "base/profile.h"

namespace sinew {

namespace {

constexpr Index kUnknowns = 4096;

template <typename F>
void for_each_unknown(std::size_t count, F&& f) {
  parallel_for(static_cast<Index>(count), kUnknowns, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) f(i);
  });
}

}  // namespace

// With a side of 0 for voxels the forces of the finest level are K x, without the rest shape.
FinestSystem::FinestSystem(const OctreeRest& rest, const SolverParams& params)
    : rest_(rest),
      finest_(rest.grid.cells.places, rest.grid.unknowns,
              std::span(rest.grid.vertices.points).first(rest.mass.size()), 0),
      params_(params),
      rotations_(rest.grid.cells.places.size()),
      wide_(rest.mass.size()),
      forces_(rest.mass.size()) {}

void FinestSystem::rebuild(const StepScheme& scheme, std::span<const Quaternion> rotations) {
  const ProfileZone zone("assembly");
  if (scheme.stiffness != stiffness_ || scheme.mass != mass_) set_factors(scheme);
  for_each_unknown(rotations.size(), [&](Index c) {
    const auto& [w, x, y, z] = rotations[c];
    rotations_[c] = {static_cast<float>(w), static_cast<float>(x), static_cast<float>(y),
                     static_cast<float>(z)};
  });
  finest_.set_rotations(rotations_);
  finest_.update_diagonal();
  rebuild_operators();
}

void FinestSystem::set_factors(const StepScheme& scheme) {
  stiffness_ = scheme.stiffness, mass_ = scheme.mass;
  const std::vector<CellStiffness> stiffness = cell_stiffness(rest_, stiffness_);
  std::vector<double> mass = rest_.mass;
  for (double& m : mass) m *= mass_;
  finest_.set_stiffness(stiffness);
  finest_.set_vertices(mass, rest_.held);
  set_operators(stiffness, mass);
}

void FinestSystem::residual(In f, In y, In z, Out r) {
  finest_.elastic_forces(z, 1 / stiffness_, forces_);
  for_each_unknown(r.size(), [&](Index i) {
    const Vec3 sum = to_vec3(f[i]) + rest_.mass[i] * to_vec3(y[i]) + to_vec3(forces_[i]);
    r[i] = rest_.held[i] != 0 ? Block3<double>{} : to_block(sum);
  });
}

SolveReport FinestSystem::solve(Out r, Out e) {
  return defect_.solve(
      params_, r, e,
      [this](SingleIn b, double tolerance, int most, SingleOut x) { return correct(b, tolerance, most, x); },
      [this](double scale, SingleIn x, Out left) { subtract_product(scale, x, left); });
}

// r -= scale A x
void FinestSystem::subtract_product(double scale, SingleIn x, Out r) {
  for_each_unknown(r.size(), [&](Index i) { wide_[i] = to_block(to_vec3(x[i])); });
  finest_.elastic_forces(wide_, scale, forces_);
  for_each_unknown(r.size(), [&](Index i) {
    if (rest_.held[i] != 0) return;
    const Vec3 product = to_vec3(forces_[i]) + scale * mass_ * rest_.mass[i] * to_vec3(wide_[i]);
    r[i] = to_block(to_vec3(r[i]) - product);
  });
}

}  // namespace sinew
