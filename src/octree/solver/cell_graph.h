#pragma once

#include <span>

#include "octree/grid/cells.h"

namespace sinew {

// Which cells are joined through their faces: the graph of a multigrid level [Dick11, sec. 6.2]. Every pair
// is stored once, with its lower cell.
struct CellGraph {
  struct Edge {
    Index upper;        // the cell above
    std::int32_t axis;  // the normal of their common face
    bool operator==(const Edge&) const = default;
  };
  std::vector<Index> start;  // cells + 1
  std::vector<Edge> edges;   // by axis, then by cell

  std::span<const Edge> of(Index cell) const {
    return {edges.data() + start[cell], static_cast<std::size_t>(start[cell + 1] - start[cell])};
  }
};

// The graph of the cells of an octree.
CellGraph cell_graph(const LinkedVoxels& voxels, const Cells& cells);

// Cells grouped into sets: child[child_start[k]] up to child[child_start[k + 1]] are those of set k,
// ascending, and parent[c] is the set of cell c.
struct CellSets {
  std::vector<Index> parent, child_start, child;

  Index count() const { return static_cast<Index>(child_start.size()) - 1; }
  std::span<const Index> children(Index set) const {
    return {child.data() + child_start[set],
            static_cast<std::size_t>(child_start[set + 1] - child_start[set])};
  }
};

// Groups the cells of side 2^level that are connected within a block of twice the side; larger cells form
// sets of one. Sets are numbered by their first cells. Cells must be in the order of the Morton codes of
// their lower corners.
CellSets merge_cells(std::span<const CellPlace> places, int level, const CellGraph& graph);

// Two sets are joined if a cell of one is joined to a cell of the other.
CellGraph merged_graph(const CellGraph& graph, const CellSets& sets);

}  // namespace sinew
