#pragma once

#include "elastic/cube_element.h"
#include "elastic/rotation.h"
#include "linalg/block_matrix.h"
#include "octree/grid/vertices.h"

namespace sinew {

// What a cell resists with: Lame's coefficients times the cell's side, and times whatever else the scheme
// gives the stiffness.
struct CellStiffness {
  double lambda = 0, mu = 0;
};

// R K R^T of a cell over its corners, hanging or not: R at each corner, K the cube's stiffness.
CubeMatrix turned_stiffness(const CellStiffness& stiffness, const Quaternion& rotation);

// The operator over the unknowns as a matrix,
//   A = sum_c H_c^T R_c K_c R_c^T H_c + diag(m)   [Dick11, sec. 5 and 6.4],
// with H_c the corner weights of a cell: the plain way, which the solver without matrices is compared with.
class CellAssembly {
 public:
  // The unknowns may have been renumbered.
  CellAssembly(std::span<const CellPlace> places, std::span<const CellUnknowns> unknowns, Index vertex_count);

  const BlockPattern& pattern() const { return pattern_; }

  // A is over pattern(). `rotation` per cell, or empty where nothing is turned; `mass` per unknown, times
  // whatever the scheme gives it, or empty.
  template <typename Real>
  void assemble(std::span<const CellStiffness> stiffness, std::span<const Quaternion> rotation,
                std::span<const double> mass, BlockMatrix<Real>& A) const;

 private:
  // Adds 3x3 blocks of row `unknown` of a cell's matrix.
  template <typename Real>
  void add_row(Index row, Index cell, int unknown, const CellStiffness& stiffness, const Mat3& R,
               BlockMatrix<Real>& A) const;

  std::vector<CellUnknowns> unknowns_;
  std::vector<std::uint8_t> octant_;
  BlockPattern pattern_;
  std::vector<Index> corner_start_, corner_;  // per unknown: 8 cell + corner, ascending
};

}  // namespace sinew
