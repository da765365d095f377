#pragma once

#include <span>

#include "linalg/block_vector.h"
#include "octree/grid/grid_patch.h"

namespace sinew {

// Transfers fields from the vertices of one octree to those of another over the same voxels, after cuts and
// refinement. An existing vertex keeps its value with the same bits; so do both vertices of one that a cut
// has split. A new vertex gets the value of the old cell's trilinear field. Linear fields are preserved. If
// cells are only refined, so is every sum over cells of mass times mean corner value: the linear momentum.
class VertexTransfer {
 public:
  // `voxels` may be those before or after the cut. Refers to the cells and vertices.
  VertexTransfer(const LinkedVoxels& voxels, const Cells& old_cells, const Vertices& old_vertices,
                 const Cells& cells, const Vertices& vertices);
  // The same, given what a small cut has changed.
  VertexTransfer(const OctreeGrid& old, const OctreeGrid& grid, const GridPatch& patch);

  // Maps values at the old unknowns, which hanging vertices follow, to values at the new ones.
  UnsetBlockVector<double> operator()(std::span<const Block3<double>> old_values) const;

 private:
  void find_sources(const LinkedVoxels& voxels, const Cells& cells);
  void find_sources(const LinkedVoxels& voxels, const Cells& cells, Index begin, Index end);

  const Cells& old_cells_;
  const Vertices &old_vertices_, &vertices_;
  // Runs of unknowns: those that a small cut keeps were unknowns before, the others (of its window) have sources.
  std::vector<IndexSplice::Run> runs_;
  UnsetVector<Index> sources_;  // per unknown: its old vertex, or ~cell for the old cell around it
};

}  // namespace sinew
