#include "octree/solver/matrix_free_system.h"

#include <algorithm>

#include "base/parallel.h"
#include "sinew/base/error.h"
#include "sinew/base/profile.h"

namespace sinew {

namespace {
constexpr Index kUnknowns = 4096;
constexpr Index kCells = 4096;
}  // namespace

MatrixFreeSystem::MatrixFreeSystem(const OctreeRest& rest, const OctreeStructure& structure, Strain strain,
                                   std::unique_ptr<CellOperator> cells, const SolverParams& params)
    : OctreeSystem(rest, structure, strain, std::move(cells)), params_(params) {}

// Operators are first built for cells that are not rotated: the smoother must not depend on the history of a
// state.
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
  const ProfileZone zone("set-up");
  std::vector<CellStiffness> stiffness = cell_stiffness(rest_.grid, *materials_);
  UnsetVector<double> mass(materials_->mass.size());
  parallel_for_each(mass.size(), kUnknowns,
                    [&](Index i) { mass[i] = mass_ * materials_->mass[i] + (drag_.empty() ? 0 : drag_[i]); });
  cells_->set_stiffness(stiffness, stiffness_);
  cells_->set_vertices(mass, rest_.held, rest_.rollers);
  parallel_for_each(stiffness.size(), kCells,
                    [&](Index c) { stiffness[c].lambda *= stiffness_, stiffness[c].mu *= stiffness_; });
  set_operators(stiffness, mass, stiffness_);
}

void MatrixFreeSystem::rebuild() {
  const ProfileZone zone("assembly");
  cells_->update_diagonal();
  rebuild_operators();
}

void MatrixFreeSystem::residual(In f, In y, In z, Out r) const {
  if (!z.empty()) cells_->multiply_stiffness(1, z, r);
  parallel_for_each(r.size(), kUnknowns, [&](Index i) {
    Vec3 sum = to_vec3(f[i]) + materials_->mass[i] * to_vec3(y[i]);
    if (!z.empty()) sum += to_vec3(r[i]);
    r[i] = rest_.held[i] != 0 ? Block3<double>{} : to_block(sum);
  });
  project<double>(rest_.rollers, r);
}

SolveReport MatrixFreeSystem::solve(const SolveGoal& goal, Out r, Out e, SolveWork&) const {
  const auto scratch = take_scratch(r.size());
  scratch->resumed = false;
  return scratch->defect.solve(
      goal, r, e,
      [&](SingleIn b, double tolerance, int most, SingleOut x) {
        return correct(goal, b, tolerance, most, x, *scratch);
      },
      [&](double scale, SingleIn x, Out left) { subtract_product(scale, x, left, *scratch); });
}

void MatrixFreeSystem::solve_panel(const SolveGoal& goal, std::span<BlockVector<double>> r,
                                   std::span<BlockVector<double>> e, std::span<SolveReport> reports,
                                   SolveWork&) const {
  const auto scratch = take_scratch(r[0].size());
  if (scratch->panel == nullptr) scratch->panel = std::make_unique<PanelScratch>();
  scratch->panel->correction.solve(
      goal, r, e, reports,
      [&](PanelIn b, const PerSide& tolerance, int most, PanelOut x) {
        return correct_panel(goal, b, tolerance, most, x, *scratch->panel);
      },
      [&](const PerSide& scale, PanelIn x, std::span<PanelRow<double>> rest) {
        subtract_products(scale, x, rest, r.size(), *scratch);
      });
}

ScratchPool<SolveScratch>::Lease MatrixFreeSystem::take_scratch(std::size_t unknowns) const {
  auto scratch = scratch_->take();
  scratch->wide.resize(unknowns), scratch->forces.resize(unknowns);
  return scratch;
}

// Computes products in double one side at a time: there is one for about ten in single precision.
void MatrixFreeSystem::subtract_products(const PerSide& scale, PanelIn x, std::span<PanelRow<double>> r,
                                         std::size_t sides, SolveScratch& scratch) const {
  std::vector<BlockVector<double>>& products = scratch.panel->products;
  products.resize(sides);
  for (BlockVector<double>& side : products) side.resize(x.size());
  get_sides<float>(kOnes, x, false, products);
  for (std::size_t s = 0; s < sides; ++s) {
    std::copy(products[s].begin(), products[s].end(), scratch.wide.begin());
    multiply_wide(scale[s], scratch);
    std::copy(scratch.forces.begin(), scratch.forces.end(), products[s].begin());
  }
  parallel_for_each(r.size(), kUnknowns, [&](Index i) {
    for (std::size_t s = 0; s < sides; ++s) {
      const Block3<double>& product = products[s][i];
      r[i].x[s] -= product.x, r[i].y[s] -= product.y, r[i].z[s] -= product.z;
    }
  });
}

void MatrixFreeSystem::show_levels(SystemLevels& levels) const {
  levels = {};
  add_level<float>(levels.copies.emplace_back(cells_->inverse_diagonal()), nullptr, levels);
}

void MatrixFreeSystem::subtract_product(double scale, SingleIn x, Out r, SolveScratch& scratch) const {
  parallel_for_each(r.size(), kUnknowns, [&](Index i) { scratch.wide[i] = to_block(to_vec3(x[i])); });
  multiply_wide(scale, scratch);
  parallel_for_each(r.size(), kUnknowns,
                    [&](Index i) { r[i] = to_block(to_vec3(r[i]) - to_vec3(scratch.forces[i])); });
}

void MatrixFreeSystem::multiply_wide(double scale, SolveScratch& scratch) const {
  cells_->multiply_stiffness(scale * stiffness_, scratch.wide, scratch.forces);
  parallel_for_each(scratch.wide.size(), kUnknowns, [&](Index i) {
    const double inertia = mass_ * materials_->mass[i] + (drag_.empty() ? 0 : drag_[i]);
    const Vec3 product = to_vec3(scratch.forces[i]) + scale * inertia * to_vec3(scratch.wide[i]);
    scratch.forces[i] = rest_.held[i] != 0 ? Block3<double>{} : to_block(product);
  });
  project<double>(rest_.rollers, scratch.forces);
}

}  // namespace sinew
