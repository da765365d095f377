#include "octree/solver/matrix_free_system.h"

#include "base/error.h"
#include "base/parallel.h"
#include "base/profile.h"

namespace sinew {

namespace {
constexpr Index kUnknowns = 4096;
}

MatrixFreeSystem::MatrixFreeSystem(const OctreeRest& rest, Strain strain, std::unique_ptr<CellOperator> cells,
                                   const SolverParams& params)
    : OctreeSystem(rest, strain, std::move(cells)), params_(params) {}

// Operators are first those of cells that are not turned: what a smoother does must not depend on the way to
// a state.
void MatrixFreeSystem::use_scheme(const StepScheme& scheme) {
  if (scheme.stiffness == stiffness_ && scheme.mass == mass_ && drag_.empty())
    return cells_->set_rotations(std::vector<CellRotation>(rest_.grid.cells.places.size()));
  stiffness_ = scheme.stiffness, mass_ = scheme.mass;
  drag_.clear();
  give_factors();
}

void MatrixFreeSystem::use_drag(std::vector<double> drag) {
  drag_ = std::move(drag);
  give_factors();
}

void MatrixFreeSystem::give_factors() {
  std::vector<CellStiffness> stiffness = cell_stiffness(rest_);
  std::vector<double> mass = rest_.mass;
  for (std::size_t i = 0; i < mass.size(); ++i) mass[i] = mass_ * mass[i] + (drag_.empty() ? 0 : drag_[i]);
  cells_->set_stiffness(stiffness, stiffness_);
  cells_->set_vertices(mass, rest_.held);
  for (CellStiffness& cell : stiffness) cell.lambda *= stiffness_, cell.mu *= stiffness_;
  set_operators(stiffness, mass);
}

void MatrixFreeSystem::rebuild() {
  const ProfileZone zone("assembly");
  cells_->update_diagonal();
  rebuild_operators();
}

void MatrixFreeSystem::residual(In f, In y, In z, Out r) const {
  if (!z.empty()) cells_->multiply_stiffness(1, z, r);
  parallel_for_each(r.size(), kUnknowns, [&](Index i) {
    Vec3 sum = to_vec3(f[i]) + rest_.mass[i] * to_vec3(y[i]);
    if (!z.empty()) sum += to_vec3(r[i]);
    r[i] = rest_.held[i] != 0 ? Block3<double>{} : to_block(sum);
  });
}

std::unique_ptr<SolveWork> MatrixFreeSystem::make_work() const { return std::make_unique<Work>(); }

SolveReport MatrixFreeSystem::solve(const SolveGoal& goal, Out r, Out e, SolveWork& work) const {
  auto* own = dynamic_cast<Work*>(&work);
  if (own == nullptr) throw Error("the work of a solve is that of another system");
  own->wide.resize(r.size()), own->forces.resize(r.size());
  own->resumed = false;
  return own->defect.solve(
      goal, r, e,
      [&](SingleIn b, double tolerance, int most, SingleOut x) {
        return correct(goal, b, tolerance, most, x, *own);
      },
      [&](double scale, SingleIn x, Out left) { subtract_product(scale, x, left, *own); });
}

// r -= scale A x
void MatrixFreeSystem::subtract_product(double scale, SingleIn x, Out r, Work& work) const {
  parallel_for_each(r.size(), kUnknowns, [&](Index i) { work.wide[i] = to_block(to_vec3(x[i])); });
  cells_->multiply_stiffness(scale * stiffness_, work.wide, work.forces);
  parallel_for_each(r.size(), kUnknowns, [&](Index i) {
    if (rest_.held[i] != 0) return;
    const double inertia = mass_ * rest_.mass[i] + (drag_.empty() ? 0 : drag_[i]);
    const Vec3 product = to_vec3(work.forces[i]) + scale * inertia * to_vec3(work.wide[i]);
    r[i] = to_block(to_vec3(r[i]) - product);
  });
}

}  // namespace sinew
