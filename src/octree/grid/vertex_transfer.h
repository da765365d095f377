#pragma once

#include <span>

#include "linalg/block_vector.h"
#include "octree/grid/vertices.h"

namespace sinew {

// Takes fields over from the vertices of one octree to those of another over the same voxels, after cuts and
// refinement. A vertex that was there keeps its value to the bit; so do both of two that were one before a
// cut between them. A new one gets what the trilinear field of the old cell has there. Linear fields stay as
// they are, and where cells are only refined so does every sum over cells of a cell's mass times the mean of
// its corners: the linear momentum.
class VertexTransfer {
 public:
  // `voxels` may be those before or after the cut. Keeps references to the cells and vertices.
  VertexTransfer(const LinkedVoxels& voxels, const Cells& old_cells, const Vertices& old_vertices,
                 const Cells& cells, const Vertices& vertices);

  // From values at the old unknowns, which hanging vertices follow, to those at the new ones.
  BlockVector<double> operator()(std::span<const Block3<double>> old_values) const;

 private:
  const Cells& old_cells_;
  const Vertices &old_vertices_, &vertices_;
  std::vector<Index> sources_;  // per unknown: the vertex it was before, or ~cell for the old cell around it
};

}  // namespace sinew
