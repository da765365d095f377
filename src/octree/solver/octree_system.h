#pragma once

#include <functional>
#include <memory>

#include "octree/grid/octree_rest.h"
#include "octree/solver/cell_operator.h"
#include "octree/solver/cell_strain.h"
#include "octree/solver/coarse_levels.h"
#include "stepping/step_system.h"

namespace sinew {

// The system of a step of an octree, over its unknowns. What all of them have: the operator of its cells,
// which knows their rotations, and what the cells store. How A is kept and solved is that of
// - MatrixFreeSystem (octree/solver/matrix_free_system.h): nothing stored for the cells, and either cycles
//   over coarser levels (MultigridSystem), with the cuts in every level, or plain conjugate gradients;
// - AssembledSystem: stored matrices, for factors and for bodies that have no coarser level.
// Cycles run in single precision, residuals in double.
class OctreeSystem : public StepSystem {
 public:
  OctreeSystem(const OctreeRest& rest, Strain strain, std::unique_ptr<CellOperator> cells);

  void set_scheme(const StepScheme& scheme) final;
  // The same in all directions: the largest entry of a block counts.
  void set_drag(std::span<const Mat3> drag) final;
  void update_rotations(In u) final;
  void keep_rotations() final;
  std::vector<double> saved_rotations() const final;
  void restore_rotations(std::span<const double> quaternions) final;
  void linearise(In) final { rebuild(); }
  void add_internal_forces(In u, Out f) final;
  double elastic_energy(In u) const final;
  double estimate_elastic_energy(In u) const final;
  double turning_energy(In w) const final;
  // At the middle of each cell.
  void stresses(In u, std::span<float> von_mises) const final;
  std::span<const double> nodal_masses() const final { return rest_.mass; }
  void multiply_mass(In x, Out y) const final;

  // To be called where the materials of the rest changed, before the next scheme.
  void materials_changed();
  // The rotations of cells, where strain is corotated, that searches start from: those of the last state that
  // was kept, so that a step which fails, or is worked out again, leaves no trace.
  std::vector<CellRotation> rotations() const { return cells_->kept_rotations(); }
  void set_rotations(std::span<const CellRotation> rotations) { cells_->set_kept_rotations(rotations); }
  // Turns the cells at once, for what follows.
  void turn_cells(std::span<const CellRotation> rotations) { cells_->set_rotations(rotations); }

  // Convergence hook: systems without stored matrices call it before each iteration of a solve. With its r
  // and e, as they are then, the iterate is e + |r| x, or e if x is empty.
  using Watch = std::function<void(std::span<const Block3<float>> x)>;
  void set_watch(Watch watch) { watch_ = std::move(watch); }

 protected:
  // Other factors, or materials. Leaves the cells unturned.
  virtual void use_scheme(const StepScheme& scheme) = 0;
  // Adds to the diagonal of A until the next scheme: for each unknown, kg/s^2, or nothing. Leaves the cells
  // unturned.
  virtual void use_drag(std::vector<double> drag) = 0;
  // Makes the operators anew, for cells turned as they are.
  virtual void rebuild() = 0;
  virtual void use_materials() = 0;

  const OctreeRest& rest_;
  Strain strain_;
  std::unique_ptr<CellOperator> cells_;
  Watch watch_;

 private:
  CellStrain strain_of_cells_;
  UnsetBlockVector<double> forces_;
};

// Refers to the rest. Stored matrices are for factors, and for cycles where there is no level but the finest;
// else that level goes without.
std::unique_ptr<OctreeSystem> make_octree_system(const OctreeRest& rest, Strain strain,
                                                 const SolverParams& params);
// The system by stored matrices, for any method.
std::unique_ptr<OctreeSystem> make_assembled_system(const OctreeRest& rest, Strain strain,
                                                    const SolverParams& params);

// The operator of the cells of a body at rest, without stiffness and masses.
std::unique_ptr<CellOperator> make_cell_operator(const OctreeRest& rest);

// Of Gauss-Seidel on cubes where cycles need not be symmetric, by measurement: on an octree of 40^3 voxels an
// error factor of 0.15 a cycle, 0.20 with 1.
inline constexpr double kCubeOverRelaxation = 1.1;

// Lame's coefficients of each cell times its side.
std::vector<CellStiffness> cell_stiffness(const OctreeRest& rest);

}  // namespace sinew
