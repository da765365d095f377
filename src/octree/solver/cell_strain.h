#pragma once

#include "elastic/cube_element.h"
#include "elastic/material.h"
#include "elastic/rotation.h"
#include "elastic/strain.h"
#include "linalg/block_vector.h"
#include "octree/grid/octree_grid.h"
#include "octree/solver/cell_operator.h"

namespace sinew {

// Energy and stress of the cells of an octree at displacements u of the unknowns (m), one cell after the
// other and in double: what is asked for once a step at most. For corotated strain [Dick11, sec. 5] cells are
// measured in axes turned to u, which are searched from rotations `near`, one per cell.
class CellStrain {
 public:
  using In = std::span<const Block3<double>>;

  // Refers to the grid. One material for each cell, or one for all. Strain is Cauchy or corotated.
  CellStrain(const OctreeGrid& grid, std::span<const Material> materials, Strain strain);

  void set_materials(std::span<const Material> materials);

  // J
  double energy(In u, std::span<const CellRotation> near) const { return sampled_energy(u, near, 1); }
  // The same from a sample of the cells.
  double estimate_energy(In u, std::span<const CellRotation> near) const;
  // J: StepSystem's estimate of what straight increments w leave in cells that turn, whose rotations are
  // given.
  double turning_energy(In w, std::span<const CellRotation> rotations) const;
  // Von Mises stress at the middle of each cell, Pa.
  void stresses(In u, std::span<const CellRotation> near, std::span<float> von_mises) const;

 private:
  // From every stride-th cell.
  double sampled_energy(In u, std::span<const CellRotation> near, Index stride) const;
  Index sample_stride() const;
  struct Lame {
    double lambda, mu;  // Pa
  };
  const Lame& lame(Index cell) const { return lame_[lame_.size() == 1 ? 0 : cell]; }
  // Displacements of a cell's corners from its first one.
  std::array<Vec3, 8> corner_displacements(In u, Index cell) const;
  // The same in the cell's axes: R^T (X + d) - X.
  std::array<Vec3, 8> in_own_axes(const std::array<Vec3, 8>& d, const CellRotation& near, Index cell) const;

  const OctreeGrid& grid_;
  Strain strain_;
  CubeMatrix of_lambda_, of_mu_;  // K = lambda of_lambda + mu of_mu
  std::vector<Lame> lame_;        // one for all, or per cell
};

}  // namespace sinew
