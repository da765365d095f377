#pragma once

#include "elastic/cube_element.h"
#include "elastic/material.h"
#include "elastic/rotation.h"
#include "elastic/strain.h"
#include "linalg/block_vector.h"
#include "octree/octree_grid.h"

namespace sinew {

// What the cells of an octree answer to displacements u of the unknowns (m): forces, energy, stress, in
// double, from the elements. For corotated strain [Dick11, sec. 5] it keeps a rotation per cell, from which
// searches start: that of the last state that was kept, so that a step which fails, or is worked out again,
// leaves no trace.
class CellForces {
 public:
  using In = std::span<const Block3<double>>;

  // Refers to the grid. One material for each cell, or one for all. Strain is Cauchy or corotated.
  CellForces(const OctreeGrid& grid, std::span<const Material> materials, Strain strain);

  void set_materials(std::span<const Material> materials);

  // Corotated strain: turns the cells' axes to the deformation, for internal forces and matrices.
  void turn_cells(In u);
  // Those axes, one per cell; none of them turned for Cauchy strain.
  std::span<const Quaternion> turned() const { return turning_; }
  // Keeps the axes of the last turn_cells().
  void keep_rotations() { std::swap(rotations_, turning_); }
  const std::vector<Quaternion>& rotations() const { return rotations_; }
  void set_rotations(std::vector<Quaternion> rotations) { rotations_ = std::move(rotations); }

  // f += -dU/du, N, in the axes of turn_cells():  f = sum_c H_c^T R K (X - R^T (X + u)).
  void add_internal_forces(In u, std::span<Block3<double>> f);
  // J, in axes turned to u.
  double energy(In u) const;
  // Von Mises stress at the middle of each cell, Pa, in axes turned to u.
  void stresses(In u, std::span<float> von_mises) const;

 private:
  struct Lame {
    double lambda, mu;  // Pa
  };
  const Lame& lame(Index cell) const { return lame_[lame_.size() == 1 ? 0 : cell]; }
  // Displacements of a cell's corners from its first one.
  std::array<Vec3, 8> corner_displacements(In u, Index cell) const;
  Mat3 deformation_gradient(const std::array<Vec3, 8>& d, Index cell) const;
  Quaternion rotation_at(const std::array<Vec3, 8>& d, Index cell) const;
  // The same displacements in axes turned by q: R^T (X + d) - X.
  std::array<Vec3, 8> turned_back(const std::array<Vec3, 8>& d, const Quaternion& q, Index cell) const;
  void add_to_unknowns(std::span<Block3<double>> f) const;

  const OctreeGrid& grid_;
  Strain strain_;
  CubeMatrix of_lambda_, of_mu_;  // K = lambda of_lambda + mu of_mu
  std::vector<Lame> lame_;        // one for all, or per cell
  std::vector<Quaternion> rotations_, turning_;
  std::vector<std::array<Vec3, 8>> pull_;  // per cell, on the eight unknowns it follows, N
  std::vector<Index> star_start_, star_;   // per unknown: where its forces are in pull_
};

}  // namespace sinew
