#pragma once

#include <span>

#include "octree/grid/linked_voxels.h"

namespace sinew {

// The leaves of the octree: the elements of [Dick11, sec. 4.2].

struct CellPlace {
  std::uint16_t x = 0, y = 0, z = 0;  // lower corner, in voxels
  std::uint8_t level = 0;             // 2^level voxels along each side

  LatticePoint lower() const { return {x, y, z}; }
  std::int32_t side() const { return 1 << level; }
  LatticePoint corner(int i) const { return lower() + side() * corner_offset(i); }
  // Which child of its parent it is: the corner that they share.
  int octant() const { return (x >> level & 1) | (y >> level & 1) << 1 | (z >> level & 1) << 2; }
  // The cell of twice the side around it.
  CellPlace parent() const {
    const auto down = [this](std::uint16_t a) {
      return static_cast<std::uint16_t>(a >> (level + 1) << (level + 1));
    };
    return {down(x), down(y), down(z), static_cast<std::uint8_t>(level + 1)};
  }
  bool operator==(const CellPlace&) const = default;
};

// Where cells must be finer than they could be, per brick in the order of LinkedVoxels::bricks(), and whether they
// may be larger at the boundary.
struct RefinementMarks {
  // Bit x + 4 y + 16 z: the 2 x 2 x 2 voxels there must be cells of level 0. Empty: none.
  std::vector<std::uint64_t> to_level_0;
  // Bit x + 2 y + 4 z: the 4 x 4 x 4 voxels there must be cells of level 1 or finer. Empty: none.
  std::vector<std::uint8_t> to_level_1;
  // Bit 0: the brick must be cells of level 2 or finer. Empty: none.
  std::vector<std::uint8_t> to_level_2 = {};
  // Whether cells at the boundary may be larger than a voxel (exposed_blocks.h), and also if voxels fill them only in
  // part (divided_blocks.h).
  bool coarse_boundary = false;
  bool partly_filled = false;
};

struct Cells {
  // Brick by brick, within a brick along the Morton curve.
  std::vector<CellPlace> places;
  std::vector<Index> brick_start;  // bricks + 1
  // Per brick and voxel x + 8 y + 64 z of it: the cell around it, counted from the brick's first one; kNone:
  // outside. Voxels that are outside may lie in a partly filled cell.
  static constexpr std::uint16_t kNone = 0xffff;
  std::vector<std::array<std::uint16_t, kBrickVoxels>> in_brick;

  Index count() const { return static_cast<Index>(places.size()); }
  // The cell around a voxel of that brick; -1: none.
  Index in(Index brick, const LatticePoint& voxel) const {
    const std::uint16_t cell = in_brick[brick][(voxel.x & 7) + 8 * (voxel.y & 7) + 64 * (voxel.z & 7)];
    return cell == kNone ? -1 : brick_start[brick] + cell;
  }
  // The cell around any voxel; -1: none.
  Index at(const LinkedVoxels& voxels, const LatticePoint& voxel) const;
};

// The inside voxel of a cell that is nearest to a voxel of it: itself, unless the cell is partly filled.
LatticePoint inside_voxel_near(const LinkedVoxels& voxels, const CellPlace& place, const LatticePoint& voxel);

// The coarsest cells, of level `coarsest` (0 to 3) at most, that
// - are of level 0 if one of their links is not joined [Dick11, sec. 4.2], or if a neighbouring link that
//   runs along one of their faces is cut (below),
// - follow the marks,
// - differ by at most one level from every cell that they touch, even in a corner only.
// All voxels of a cell above level 0 are inside, and joined to all their neighbours. If the boundary may be coarse,
// links to the outside do not count: through each face of a cell above level 0, either all links are joined or all
// lead outside. If cells may be partly filled, one inside voxel is enough: voxels that are outside lie in the cell
// too, and what counts are the links of cell_hull.h.
//
//      C | A       Four cells around an edge, seen along it: A and B of level 0, the link between them cut
//     ---+---      at this end of the edge and joined at the other, D of level 1. The middle of the edge
//      D | B       hangs on D's corners, for A too, by way of the other end; but at this end A's corner
//                  differs from B's and D's, so that A would follow nine vertices. Therefore cells beside
//                  a cut link are of level 0 too.
//
// Throws Error if `coarsest` is out of range, or if the marks do not fit these bricks.
Cells balanced_cells(const LinkedVoxels& voxels, int coarsest, const RefinementMarks& marks = {});

}  // namespace sinew
