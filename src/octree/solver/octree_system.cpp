#include "octree/solver/octree_system.h"

#include "base/parallel.h"
#include "octree/solver/matrix_free_system.h"
#include "sinew/base/profile.h"

namespace sinew {

namespace {
constexpr Index kUnknowns = 4096;
constexpr Index kCells = 4096;
}  // namespace

std::vector<CellStiffness> cell_stiffness(const OctreeGrid& grid, const OctreeMaterials& materials) {
  std::vector<CellStiffness> all(grid.cells.places.size());
  parallel_for_each(grid.cells.count(), kCells, [&](Index c) {
    const double scale = grid.side(c);
    all[c] = {scale * materials.material(c).lambda(), scale * materials.material(c).mu()};
  });
  return all;
}

std::unique_ptr<CellOperator> make_cell_operator(const OctreeRest& rest,
                                                 std::shared_ptr<const CellPacks> packs) {
  return std::make_unique<CellOperator>(std::move(packs), rest.grid.cells.places,
                                        rest.grid.voxels.lattice().spacing);
}

std::unique_ptr<CellOperator> make_cell_operator(const OctreeRest& rest) {
  return make_cell_operator(rest, OctreeStructure(rest).packs());
}

std::unique_ptr<OctreeSystem> make_octree_system(const OctreeRest& rest, Strain strain,
                                                 const SolverParams& params) {
  return make_octree_system(rest, OctreeStructure(rest), strain, params);
}

std::unique_ptr<OctreeSystem> make_octree_system(const OctreeRest& rest, const OctreeStructure& structure,
                                                 Strain strain, const SolverParams& params) {
  if (params.method == SolverMethod::kCg) return make_cg_system(rest, structure, strain, params);
  if (!uses_levels(params.method)) return make_assembled_system(rest, structure, strain, params);
  std::unique_ptr<CellOperator> cells;
  std::unique_ptr<CoarseLevels> coarse;
  run_both(
      [&] {
        if (auto levels = structure.coarse_levels())
          coarse = std::make_unique<CoarseLevels>(
              std::move(levels), galerkin_kernels_for(best_instruction_set()), structure.coarsest_values());
      },
      [&] { cells = make_cell_operator(rest, structure.packs()); });
  if (coarse == nullptr) return make_assembled_system(rest, structure, strain, params);
  return make_multigrid_system(rest, structure, strain, std::move(cells), std::move(coarse), params);
}

OctreeSystem::OctreeSystem(const OctreeRest& rest, const OctreeStructure& structure, Strain strain,
                           std::unique_ptr<CellOperator> cells)
    : rest_(rest),
      materials_(&rest),
      strain_(strain),
      cells_(std::move(cells)),
      scratch_(structure.solve_scratch()),
      strain_of_cells_(rest.grid, rest.materials, strain) {
  set_parts();
}

void OctreeSystem::set_parts() {
  parts_ = PartCells::make(rest_.grid, *materials_);
  cells_->set_parts(parts_);
  strain_of_cells_.set_parts(parts_);
}

void OctreeSystem::set_scheme(const StepScheme& scheme) {
  const ProfileZone zone("set-up");
  use_scheme(scheme);
  if (strain_ == Strain::kCauchy) rebuild();
}

void OctreeSystem::set_drag(std::span<const Mat3> drag) {
  const ProfileZone zone("set-up");
  std::vector<double> of_unknowns;
  for (const Mat3& D : drag) of_unknowns.push_back(D(0, 0));
  use_drag(std::move(of_unknowns));
  if (strain_ == Strain::kCauchy) rebuild();
}

void OctreeSystem::update_rotations(In u) {
  const ProfileZone zone("rotations");
  if (strain_ == Strain::kCorotated) cells_->update_rotations(u);
}

void OctreeSystem::keep_rotations() {
  if (strain_ == Strain::kCorotated) cells_->keep_rotations();
}

std::vector<double> OctreeSystem::saved_rotations() const {
  std::vector<double> numbers;
  numbers.reserve(4 * rest_.grid.cells.places.size());
  for (const auto& [w, x, y, z] : rotations()) numbers.insert(numbers.end(), {w, x, y, z});
  return numbers;
}

void OctreeSystem::restore_rotations(std::span<const double> quaternions) {
  std::vector<CellRotation> all(quaternions.size() / 4);
  const auto single = [&](std::size_t i) { return static_cast<float>(quaternions[i]); };
  for (std::size_t c = 0; c < all.size(); ++c)
    all[c] = {single(4 * c), single(4 * c + 1), single(4 * c + 2), single(4 * c + 3)};
  set_rotations(all);
}

void OctreeSystem::internal_forces(In u, Out f) {
  const ProfileZone zone("forces");
  cells_->elastic_forces(-1, u, f);
}

double OctreeSystem::elastic_energy(In u) const {
  return strain_of_cells_.energy(u, cells_->kept_rotations());
}

double OctreeSystem::estimate_elastic_energy(In u) const {
  return strain_of_cells_.estimate_energy(u, cells_->kept_rotations());
}

double OctreeSystem::turning_energy(In w) const {
  return strain_of_cells_.turning_energy(w, cells_->rotations());
}

void OctreeSystem::stresses(In u, std::span<float> von_mises) const {
  strain_of_cells_.stresses(u, cells_->kept_rotations(), von_mises);
}

void OctreeSystem::multiply_mass(In x, Out y) const {
  parallel_for_each(x.size(), kUnknowns,
                    [&](Index i) { y[i] = to_block(materials_->mass[i] * to_vec3(x[i])); });
}

void OctreeSystem::set_materials(const OctreeMaterials& materials) {
  materials_ = &materials;
  strain_of_cells_.set_materials(materials.materials);
  set_parts();
  use_materials();
}

}  // namespace sinew
