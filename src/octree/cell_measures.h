#pragma once

#include <span>
#include <vector>

#include "linalg/block_vector.h"
#include "octree/grid/octree_rest.h"
#include "octree/grid/trilinear.h"

namespace sinew {

// What the oracle of an adaptive body measures, at displacements u of the unknowns (m). Strain is Green's at the
// centres of cells, so that rigid motions have none.
class CellMeasures {
 public:
  using In = std::span<const Block3<double>>;

  // Refers to the grid.
  CellMeasures(const OctreeGrid& grid, In u);

  // Per cell, m: its side times the largest difference between its strain and the mean strain of the cells around one
  // of its corners or, in a body one cell thick that bends evenly, its own strain at its faces. Uniform strain has
  // none, and needs no finer cells.
  std::vector<double> strain_jumps() const;
  // Per cell: its elastic energy, J, as if its strain was the same everywhere.
  std::vector<double> energies(const OctreeMaterials& materials) const;
  // The norm of a cell's strain.
  double strain(Index cell) const;

  // How far the corners of the cells in one block would move, at most, if they followed those of the block, m: the
  // hierarchical surplus, which is what pops if they are merged. There are `count` from `first` on, fewer than eight
  // beside the boundary.
  double surplus(Index first, Index count) const;

  // The corners of a cell now, m.
  CornerValues corners(Index cell) const { return corner_values(grid_.vertices, cell, positions_); }

 private:
  struct Strain {
    double of[6] = {};  // xx, yy, zz, and sqrt(2) times xy, yz, zx: the norm is that of the tensor
  };
  Strain strain_at_centre(Index cell) const;
  double bow(Index cell) const;
  static double distance(const Strain& a, const Strain& b);

  const OctreeGrid& grid_;
  std::vector<Vec3> positions_;  // of all vertices
  std::vector<Strain> strains_;  // per cell
};

}  // namespace sinew
