#pragma once

#include <memory>
#include <span>

#include "linalg/block_matrix.h"
#include "octree/solver/cell_levels.h"
#include "octree/solver/coarse_shapes.h"

namespace sinew {

// What the coarse levels of an octree's multigrid (coarse_levels.h) have before stiffness, masses and
// rotations are known: rows and their patterns, interpolations, and the order in which cells are added.
// Bodies that are equal at rest share it.
struct CoarseStructure {
  // A cell of the octree.
  struct Leaf {
    std::uint8_t octant = 0;
    std::uint8_t hanging = 0, held = 0;  // corners and unknowns, a bit each
    std::uint8_t first = 0;              // unknowns that no earlier leaf follows
  };
  // The data of level l >= 1, at rows[l - 1].
  struct Rows {
    std::vector<std::uint8_t> colour;           // per vertex
    std::vector<Index> new_of_old, old_of_new;  // vertices, sorted by colour
    std::vector<Index> colour_start;
    BlockPattern pattern;
    std::vector<Index> leaf;      // per cell: the octree's cell that is passed on, or -1
    UnsetVector<CellRows> cells;  // per cell: where its blocks are in the matrix
    std::vector<Index> empty;     // rows that nothing follows, since everything around is held
    Interpolation P;              // from the next coarser level; empty on the coarsest
  };
  // Cells [begin, end) of a level that one thread builds, with everything below them.
  struct Group {
    Index begin, end;
  };
  // The groups of a level, sorted by colour: those of one colour share no row.
  struct Phase {
    int level;
    std::vector<Group> groups;
    std::vector<Index> colour_start;
  };

  CellLevels levels;  // without interpolations, which are in rows[].P and to_finest
  std::vector<Rows> rows;
  std::vector<Phase> phases;
  int group_level = 0;       // groups of the first phase are blocks of 2^group_level voxels along each side
  LargeVector<Leaf> leaves;  // per cell of the octree
  CoarseShapes shapes;
  // From level 1 to the finest unknowns, which keep their numbers; held unknowns follow nothing.
  Interpolation to_finest;

  CellShape shape_of(Index leaf, bool merged) const {
    return {leaves[leaf].octant, leaves[leaf].hanging, leaves[leaf].held, merged};
  }
};

// `held` is per finest unknown, or empty. Throws Error if there is no level besides the finest.
std::shared_ptr<const CoarseStructure> make_coarse_structure(CellLevels levels,
                                                             std::span<const char> held = {});

// The structure after a small cut, given that of the levels before it, with the same bits as if it was made
// from the levels alone. Null if the cut has changed the number of levels or the size of groups.
std::shared_ptr<const CoarseStructure> patched(const CoarseStructure& old, CellLevels levels,
                                               std::span<const char> held, const CellLevelsPatch& patch);

}  // namespace sinew
