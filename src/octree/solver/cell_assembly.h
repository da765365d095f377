#pragma once

#include <functional>

#include "elastic/cube_element.h"
#include "elastic/rotation.h"
#include "linalg/block_matrix.h"
#include "octree/grid/vertices.h"

namespace sinew {

// The stiffness of a cell: Lame's coefficients times the side of the cell and the factor of the scheme.
struct CellStiffness {
  double lambda = 0, mu = 0;
};

// R K R^T of a cell over its corners, hanging or not: R applies to each corner, K is the cube's stiffness.
CubeMatrix turned_stiffness(const CellStiffness& stiffness, const Quaternion& rotation);

// The operator over the unknowns as a matrix,
//   A = sum_c H_c^T R_c K_c R_c^T H_c + diag(m)   [Dick11, sec. 5 and 6.4],
// where H_c are the corner weights of a cell. Used for direct solvers, and as the reference for the solver
// without matrices.
class CellAssembly {
 public:
  // The unknowns may have been renumbered.
  CellAssembly(std::span<const CellPlace> places, std::span<const CellUnknowns> unknowns, Index vertex_count);

  const BlockPattern& pattern() const { return pattern_; }

  // Sets A, over pattern(). `rotation` is per cell, or empty if no cell is rotated; `mass` is per unknown,
  // times the factor of the scheme, or empty. `matrix_of` gives, for a cell with a matrix of its own, that of its
  // corners, times all factors and turned; else null. It may be empty.
  using MatrixOf = std::function<const CubeMatrix*(Index cell)>;
  template <typename Real>
  void assemble(std::span<const CellStiffness> stiffness, std::span<const Quaternion> rotation,
                std::span<const double> mass, BlockMatrix<Real>& A, const MatrixOf& matrix_of = {}) const;

 private:
  // Adds the 3x3 blocks of row `unknown` of a cell's matrix.
  template <typename Real>
  void add_row(Index row, Index cell, int unknown, const CellStiffness& stiffness, const Mat3& R,
               BlockMatrix<Real>& A) const;
  template <typename Real>
  void add_row_of(const CubeMatrix& K, Index row, Index cell, int unknown, BlockMatrix<Real>& A) const;

  std::vector<CellUnknowns> unknowns_;
  std::vector<std::uint8_t> octant_;
  BlockPattern pattern_;
  std::vector<Index> corner_start_, corner_;  // per unknown: 8 cell + corner, ascending
};

}  // namespace sinew
