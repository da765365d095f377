#include "octree/solver/matrix_free_system.h"

#include "base/parallel.h"
#include "base/profile.h"

namespace sinew {

namespace {
constexpr Index kUnknowns = 4096;
}

MatrixFreeSystem::MatrixFreeSystem(const OctreeRest& rest, CellOperator& finest, const SolverParams& params)
    : rest_(rest), finest_(finest), params_(params), wide_(rest.mass.size()), forces_(rest.mass.size()) {}

// Operators are first those of cells that are not turned: what a smoother does must not depend on the way to
// a state.
void MatrixFreeSystem::set_scheme(const StepScheme& scheme) {
  if (scheme.stiffness == stiffness_ && scheme.mass == mass_ && drag_.empty())
    return finest_.set_rotations(std::vector<CellRotation>(rest_.grid.cells.places.size()));
  stiffness_ = scheme.stiffness, mass_ = scheme.mass;
  drag_.clear();
  give_factors();
}

void MatrixFreeSystem::set_drag(std::vector<double> drag) {
  drag_ = std::move(drag);
  give_factors();
}

void MatrixFreeSystem::give_factors() {
  std::vector<CellStiffness> stiffness = cell_stiffness(rest_);
  std::vector<double> mass = rest_.mass;
  for (std::size_t i = 0; i < mass.size(); ++i) mass[i] = mass_ * mass[i] + (drag_.empty() ? 0 : drag_[i]);
  finest_.set_stiffness(stiffness, stiffness_);
  finest_.set_vertices(mass, rest_.held);
  for (CellStiffness& cell : stiffness) cell.lambda *= stiffness_, cell.mu *= stiffness_;
  set_operators(stiffness, mass);
}

void MatrixFreeSystem::rebuild() {
  const ProfileZone zone("assembly");
  finest_.update_diagonal();
  rebuild_operators();
}

void MatrixFreeSystem::residual(In f, In y, In z, Out r) {
  if (!z.empty()) finest_.multiply_stiffness(1, z, forces_);
  parallel_for_each(r.size(), kUnknowns, [&](Index i) {
    Vec3 sum = to_vec3(f[i]) + rest_.mass[i] * to_vec3(y[i]);
    if (!z.empty()) sum += to_vec3(forces_[i]);
    r[i] = rest_.held[i] != 0 ? Block3<double>{} : to_block(sum);
  });
}

SolveReport MatrixFreeSystem::solve(Out r, Out e) {
  resumed_ = false;
  return defect_.solve(
      params_, r, e,
      [this](SingleIn b, double tolerance, int most, SingleOut x) { return correct(b, tolerance, most, x); },
      [this](double scale, SingleIn x, Out left) { subtract_product(scale, x, left); });
}

// r -= scale A x
void MatrixFreeSystem::subtract_product(double scale, SingleIn x, Out r) {
  parallel_for_each(r.size(), kUnknowns, [&](Index i) { wide_[i] = to_block(to_vec3(x[i])); });
  finest_.multiply_stiffness(scale * stiffness_, wide_, forces_);
  parallel_for_each(r.size(), kUnknowns, [&](Index i) {
    if (rest_.held[i] != 0) return;
    const double inertia = mass_ * rest_.mass[i] + (drag_.empty() ? 0 : drag_[i]);
    const Vec3 product = to_vec3(forces_[i]) + scale * inertia * to_vec3(wide_[i]);
    r[i] = to_block(to_vec3(r[i]) - product);
  });
}

}  // namespace sinew
