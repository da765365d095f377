#pragma once

#include <memory>
#include <span>
#include <vector>

#include "base/scratch_pool.h"
#include "elastic/partly_filled_cube.h"
#include "elastic/rotation.h"
#include "linalg/block_vector.h"
#include "octree/grid/octree_rest.h"
#include "octree/solver/cell_assembly.h"

namespace sinew {

// The stiffness of partly filled cells (elastic/partly_filled_cube.h), one matrix each. They are few: the skin of the
// coarse part of a body. Other cells are done by kernels, which know one matrix for all (cell_operator.h).
//
//   y += scale sum_c H_c^T R_c K_c R_c^T H_c x
//
// Shared by all that need it; does not change.
class PartCells {
 public:
  // Below this part of its volume, a cell also resists bending as if something with the rest of the stiffness filled all
  // of it: otherwise its far corners would be held by next to nothing.
  static constexpr double kLeastFill = 0.05;

  // Null if all cells are whole. Refers to the grid.
  static std::shared_ptr<const PartCells> make(const OctreeGrid& grid, const OctreeMaterials& materials);
  PartCells(const OctreeGrid& grid, const OctreeMaterials& materials);

  Index count() const { return static_cast<Index>(parts_.size()); }
  Index cell(Index part) const { return parts_[part].cell; }
  // Per cell of the octree; -1: it is whole.
  Index part_of(Index cell) const { return part_of_[cell]; }
  // Unknowns that they follow, ascending.
  std::span<const Index> unknowns() const { return unknowns_; }
  double side(Index part) const { return parts_[part].side; }

  // K times the side of the cell; `turned` is R K R^T over the corners.
  const StrainMatrix<double>& stiffness(Index part) const { return stiffness_[part]; }
  CubeMatrix turned(Index part, const Quaternion& rotation) const;
  // u^T K u / 2 of displacements of the corners, in the axes of the cell, J.
  double energy(Index part, const std::array<Vec3, 8>& u) const;

  // The rotations nearest to the deformations at displacements u, searched from these.
  std::vector<Mat3> rotations(std::span<const Quaternion> near, std::span<const Block3<double>> u) const;

  // Calls add(unknown, value) once for each of unknowns(), with the sum there, one after the other.
  template <typename Real, typename Add>
  void product(double scale, std::span<const Mat3> R, std::span<const Block3<Real>> x, Add&& add) const {
    const auto sums = scratch<Real>().take();
    sum_products<Real>(scale, R, x, *sums);
    for (std::size_t k = 0; k < unknowns_.size(); ++k) add(unknowns_[k], (*sums)[k]);
  }
  // The same for forces at displacements u: R K (R^T (X + u) - X).
  template <typename Add>
  void forces(double scale, std::span<const Mat3> R, std::span<const Block3<double>> u, Add&& add) const {
    const auto sums = scratch_of_double_.take();
    sum_forces(scale, R, u, *sums);
    for (std::size_t k = 0; k < unknowns_.size(); ++k) add(unknowns_[k], (*sums)[k]);
  }
  // The 3 x 3 blocks of sum_c H_c^T R_c K_c R_c^T H_c on the diagonal, per unknown of unknowns().
  void diagonal(double scale, std::span<const Mat3> R, std::span<Mat3> blocks) const;

  // How corners follow the cell's unknowns.
  CornerWeights weights(Index part) const {
    return corner_weights(parts_[part].octant, parts_[part].hanging);
  }

 private:
  struct Part {
    Index cell;
    std::array<Index, 8> slot;  // of its unknowns in unknowns_
    std::uint8_t octant, hanging;
    double side;
  };
  template <typename Real>
  using Sums = std::vector<Block3<Real>>;

  template <typename Visit>
  void for_each_by_colour(Visit&& visit) const;
  template <typename Real>
  void sum_products(double scale, std::span<const Mat3> R, std::span<const Block3<Real>> x,
                    Sums<Real>& sums) const;
  void sum_forces(double scale, std::span<const Mat3> R, std::span<const Block3<double>> u,
                  Sums<double>& sums) const;
  template <typename Real>
  const StrainMatrix<Real>& matrix(Index part) const;
  template <typename Real>
  ScratchPool<Sums<Real>>& scratch() const;

  std::vector<Part> parts_;
  std::vector<Index> part_of_, unknowns_;
  std::vector<Index> order_;                       // the parts, by colour and brick
  std::vector<Index> brick_start_, colour_start_;  // where bricks begin in order_, and colours among these
  std::vector<StrainMatrix<double>> stiffness_;
  std::vector<StrainMatrix<float>> single_;
  mutable ScratchPool<Sums<float>> scratch_of_float_;
  mutable ScratchPool<Sums<double>> scratch_of_double_;
};

}  // namespace sinew
