#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "octree/grid/octree_rest.h"
#include "octree/solver/cell_operator.h"
#include "octree/solver/cell_strain.h"
#include "octree/solver/octree_structure.h"
#include "stepping/step_system.h"

namespace sinew {

// How much work a cycle does; a solve chooses by its goal.
enum class CycleKind {
  kPlain,        // V(1,1), one direction on every level; no solve chooses it
  kFew,          // if a step gets up to four cycles: the first ones do most of the work
  kMany,         // before CG, which makes up for a weaker cycle, and if more cycles are counted
  kByThemselves  // if cycles alone are to reach a tolerance: more directions, and more sweeps along cuts
};

// The system of a step of an octree, over its unknowns: the operator of the cells with their rotations, and
// their energy and stress. How A is stored and solved depends on the class:
// - MatrixFreeSystem (octree/solver/matrix_free_system.h): nothing is stored for the cells; solved by cycles
//   over coarser levels (MultigridSystem), which respect the cuts on every level, or by plain conjugate
//   gradients;
// - AssembledSystem: stored matrices, for direct solvers and for bodies that have no coarser level.
// Cycles run in single precision, residuals in double.
class OctreeSystem : public StepSystem {
 public:
  // Refers to the rest, and takes its materials.
  OctreeSystem(const OctreeRest& rest, const OctreeStructure& structure, Strain strain,
               std::unique_ptr<CellOperator> cells);

  void set_scheme(const StepScheme& scheme) final;
  // Drag must be isotropic: only the first entry of each block is used.
  void set_drag(std::span<const Mat3> drag) final;
  void update_rotations(In u) final;
  void keep_rotations() final;
  std::vector<double> saved_rotations() const final;
  void restore_rotations(std::span<const double> quaternions) final;
  void linearise(In) final { rebuild(); }
  void internal_forces(In u, Out f) final;
  double elastic_energy(In u) const final;
  double estimate_elastic_energy(In u) const final;
  double turning_energy(In w) const final;
  // At the centre of each cell.
  void stresses(In u, std::span<float> von_mises) const final;
  std::span<const double> nodal_masses() const final { return materials_->mass; }
  bool has_lumped_masses() const final { return true; }
  void multiply_mass(In x, Out y) const final;
  // Solves take their memory from that of the structure.
  std::unique_ptr<SolveWork> make_work() const override { return std::make_unique<SolveWork>(); }

  // Changes the materials and masses, to which it then refers; must be called before the scheme is set.
  void set_materials(const OctreeMaterials& materials);
  // Corotated strain: the rotations of the cells from which searches start, those of the last state that was
  // kept. A step that fails, or is repeated, thus leaves no trace.
  std::vector<CellRotation> rotations() const { return cells_->kept_rotations(); }
  void set_rotations(std::span<const CellRotation> rotations) { cells_->set_kept_rotations(rotations); }
  // Rotates the cells immediately.
  void turn_cells(std::span<const CellRotation> rotations) { cells_->set_rotations(rotations); }

  // Convergence hook: systems without stored matrices call it before each iteration of a solve(r, e). The
  // current iterate is e + |r| x, or e if x is empty, with the current r and e.
  using Watch = std::function<void(std::span<const Block3<float>> x)>;
  void set_watch(Watch watch) { watch_ = std::move(watch); }
  // Makes every cycle of this kind from now on, whatever the goal, to compare them.
  void set_cycle_kind(CycleKind kind) { cycle_kind_ = kind; }

 protected:
  // Called when factors of the scheme or materials change. Leaves the cells unrotated.
  virtual void use_scheme(const StepScheme& scheme) = 0;
  // Adds to the diagonal of A until the next scheme: kg/s^2 per unknown, or nothing. Leaves the cells
  // unrotated.
  virtual void use_drag(std::vector<double> drag) = 0;
  // Rebuilds the operators with the cells' present rotations.
  virtual void rebuild() = 0;
  virtual void use_materials() = 0;

  const OctreeRest& rest_;
  const OctreeMaterials* materials_;
  Strain strain_;
  std::unique_ptr<CellOperator> cells_;
  std::shared_ptr<ScratchPool<SolveScratch>> scratch_;
  Watch watch_;
  std::optional<CycleKind> cycle_kind_;     // default: what suits the goal
  std::shared_ptr<const PartCells> parts_;  // partly filled cells of these materials; null: none

 private:
  void set_parts();

  CellStrain strain_of_cells_;
};

// Refers to the rest. The finest level has a stored matrix if the method is a direct one, or multigrid
// without a coarser level; otherwise none.
std::unique_ptr<OctreeSystem> make_octree_system(const OctreeRest& rest, Strain strain,
                                                 const SolverParams& params);
// The same over a structure of this rest, which systems of equal bodies share.
std::unique_ptr<OctreeSystem> make_octree_system(const OctreeRest& rest, const OctreeStructure& structure,
                                                 Strain strain, const SolverParams& params);
// A system with stored matrices, for any method.
std::unique_ptr<OctreeSystem> make_assembled_system(const OctreeRest& rest, const OctreeStructure& structure,
                                                    Strain strain, const SolverParams& params);

// The operator of the cells of a body at rest, without stiffness and masses.
std::unique_ptr<CellOperator> make_cell_operator(const OctreeRest& rest,
                                                 std::shared_ptr<const CellPacks> packs);
std::unique_ptr<CellOperator> make_cell_operator(const OctreeRest& rest);

// Over-relaxation of Gauss-Seidel on cubes if cycles need not be symmetric. Measured on an octree of 40^3
// voxels: error factor per cycle 0.15, against 0.20 with 1.
inline constexpr double kCubeOverRelaxation = 1.1;

// Lame's coefficients of each cell times its side.
std::vector<CellStiffness> cell_stiffness(const OctreeGrid& grid, const OctreeMaterials& materials);

}  // namespace sinew
