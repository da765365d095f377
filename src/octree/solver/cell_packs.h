#pragma once

#include <span>
#include <vector>

#include "base/large_vector.h"
#include "octree/grid/grid_patch.h"
#include "octree/solver/cell_kernels.h"

namespace sinew {

// The memory layout of the finest level's cells and vertices.
//
//     +---+---+---+---+       A block owns the vertices (o) of a cube of space and has every cell with one of
//     | x | x | x | x |       them, so that everything that acts on its vertices is in the block. Other
//     x---o---o---x---+       vertices of these cells (x) are its halo. Cells between neighbouring blocks
//     | x | o | o | x |       belong to both.
//     +---+---+---+---+
//
// Blocks are aligned cubes of 2^k voxels: the largest with at most `most_vertices` vertices, but no smaller
// than a brick. Their vertices are consecutive. A block has first its cells without a hanging corner, then
// those with one, in packs of sixteen, both in the order of the cells; the last pack of each kind is padded.
struct CellPacks {
  std::vector<CellBlock> blocks;
  std::vector<Index> halo;  // per block: ascending
  LargeVector<PackNodes> nodes;
  std::vector<HangingLanes> hanging;                     // per hanging pack
  std::vector<std::array<Index, kPackCells>> cells;      // per pack; -1: a lane without a cell
  std::vector<std::array<Index, kPackCells>> own_cells;  // the same, each cell in one block only
  Index most_vertices = 0;                               // of a block with its halo
  Index vertex_count = 0, cell_count = 0;

  Index pack_count() const { return static_cast<Index>(nodes.size()); }
};

struct CellPacksParams {
  // The most vertices that a block may own. At 8192 a block's work space of 350 kB stays in the L2 cache of a
  // core, and a sixth of the cells is computed twice; at 512 it is two fifths on a full grid, four fifths on
  // an octree.
  Index most_vertices = 8192;
};

// `points` are those of the unknowns, brick by brick along the Morton curve (vertices.h).
CellPacks make_cell_packs(std::span<const CellPlace> places, std::span<const CellUnknowns> unknowns,
                          std::span<const LatticePoint> points, const CellPacksParams& params = {});
// The packs of an octree after a small cut, given those before it.
CellPacks patched(const CellPacks& old, const OctreeGrid& grid, const GridPatch& patch,
                  const CellPacksParams& params = {});

}  // namespace sinew
