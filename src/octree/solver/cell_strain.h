#pragma once

#include "elastic/cube_element.h"
#include "elastic/rotation.h"
#include "linalg/block_vector.h"
#include "octree/grid/octree_grid.h"
#include "octree/solver/cell_operator.h"
#include "sinew/elastic/material.h"

namespace sinew {

// Energy and stress of the cells of an octree at displacements u of the unknowns (m), one cell after the
// other and in double, since they are needed once per step at most. For corotated strain [Dick11, sec. 5]
// cells are measured in axes rotated to u, which are searched from the rotations `near`, one per cell.
class CellStrain {
 public:
  using In = std::span<const Block3<double>>;

  // Refers to the grid. Materials: one per cell, or one for all. Strain is Cauchy or corotated.
  CellStrain(const OctreeGrid& grid, std::span<const Material> materials, Strain strain);

  void set_materials(std::span<const Material> materials);

  // Cells with matrices of their own, for these materials; null: none.
  void set_parts(std::shared_ptr<const PartCells> parts) { parts_ = std::move(parts); }

  // In J.
  double energy(In u, std::span<const CellRotation> near) const { return sampled_energy(u, near, 1); }
  // An estimate from a sample of the cells.
  double estimate_energy(In u, std::span<const CellRotation> near) const;
  // In J: the estimate of StepSystem::turning_energy for cells with these rotations.
  double turning_energy(In w, std::span<const CellRotation> rotations) const;
  // Von Mises stress at the centre of each cell, Pa.
  void stresses(In u, std::span<const CellRotation> near, std::span<float> von_mises) const;

 private:
  // Sums over every stride-th cell.
  double sampled_energy(In u, std::span<const CellRotation> near, Index stride) const;
  Index sample_stride() const;
  struct Lame {
    double lambda, mu;  // Pa
  };
  const Lame& lame(Index cell) const { return lame_[lame_.size() == 1 ? 0 : cell]; }
  // Displacements of a cell's corners relative to its first one.
  std::array<Vec3, 8> corner_displacements(In u, Index cell) const;
  // The same in the cell's axes: R^T (X + d) - X.
  std::array<Vec3, 8> in_own_axes(const std::array<Vec3, 8>& d, const CellRotation& near, Index cell) const;

  const OctreeGrid& grid_;
  Strain strain_;
  std::vector<Lame> lame_;  // one for all, or one per cell
  std::shared_ptr<const PartCells> parts_;
};

}  // namespace sinew
