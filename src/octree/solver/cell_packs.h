#pragma once

#include <span>
#include <vector>

#include "base/large_vector.h"
#include "octree/grid/vertices.h"
#include "octree/solver/cell_kernels.h"

namespace sinew {

// How cells and vertices of the finest level lie in memory for its kernels.
//
//     +---+---+---+---+       A block owns the vertices (o) of a cube of space and has every cell with one of
//     | x | x | x | x |       them, so that all that acts on its vertices is at hand. Vertices that these
//     x---o---o---x---+       cells have besides (x) are its halo. Neighbours have the cells between them
//     | x | o | o | x |       both.
//     +---+---+---+---+
//
// Blocks are cubes of 2^k voxels aligned to multiples of that, the largest with at most so many vertices (but
// no smaller than a brick): runs of vertices in a row. In a block come cells without a hanging corner, then
// those with one, in packs of sixteen, both in the order of the cells; the last pack of each is filled up.
struct CellPacks {
  std::vector<CellBlock> blocks;
  std::vector<Index> halo;  // per block: ascending
  LargeVector<PackNodes> nodes;
  std::vector<HangingLanes> hanging;                     // per hanging pack
  std::vector<std::array<Index, kPackCells>> cells;      // per pack: -1 for a lane without a cell
  std::vector<std::array<Index, kPackCells>> own_cells;  // the same, each cell in one block alone
  Index most_vertices = 0;                               // of a block with its halo
  Index vertex_count = 0, cell_count = 0;

  Index pack_count() const { return static_cast<Index>(nodes.size()); }
};

struct CellPacksParams {
  // Vertices a block may own. At 8192 a block's work space of 350 kB stays in a core's second cache, and a
  // sixth of the cells is computed twice; at 512 it is two fifths on a full grid, four fifths on an octree.
  Index most_vertices = 8192;
};

// `points` are those of the unknowns, brick by brick along the Morton curve (vertices.h).
CellPacks make_cell_packs(std::span<const CellPlace> places, std::span<const CellUnknowns> unknowns,
                          std::span<const LatticePoint> points, const CellPacksParams& params = {});

}  // namespace sinew
