#include "octree/solver/cell_graph.h"

#include <algorithm>
#include <numeric>

#include "base/parallel.h"

namespace sinew {

namespace {

constexpr Index kGraphCells = 1024, kGraphBricks = 16;  // per parallel chunk

// Finds lists of edges per cell by chunks of items, each of which has some cells, and concatenates them.
// cells_before(k) is the number of cells before item k; append_edges(k, edges, end_cell) calls end_cell after
// each cell.
template <typename CellsBefore, typename AppendEdges>
CellGraph graph_by_chunks(Index items, Index chunk, CellsBefore&& cells_before, AppendEdges&& append_edges) {
  CellGraph graph;
  graph.start.assign(cells_before(items) + 1, 0);
  std::vector<std::vector<CellGraph::Edge>> chunks((items + chunk - 1) / chunk);
  parallel_for(items, chunk, [&](Index begin, Index end) {
    std::vector<CellGraph::Edge>& edges = chunks[begin / chunk];
    edges.reserve(4 * std::size_t(cells_before(end) - cells_before(begin)));
    Index cell = cells_before(begin);
    for (Index k = begin; k < end; ++k)
      append_edges(k, edges, [&] { graph.start[++cell] = static_cast<Index>(edges.size()); });
  });
  std::vector<Index> offset(chunks.size() + 1, 0);
  for (std::size_t k = 0; k < chunks.size(); ++k)
    offset[k + 1] = offset[k] + static_cast<Index>(chunks[k].size());
  graph.edges.resize(offset.back());
  parallel_for(items, chunk, [&](Index begin, Index end) {
    const Index k = begin / chunk;
    std::copy(chunks[k].begin(), chunks[k].end(), graph.edges.begin() + offset[k]);
    for (Index c = cells_before(begin); c < cells_before(end); ++c) graph.start[c + 1] += offset[k];
  });
  return graph;
}

// The cells of a brick and those above its upper faces.
class BrickCells {
 public:
  BrickCells(const LinkedVoxels& voxels, const Cells& cells, Index brick)
      : cells_(cells), brick_(brick), joined_(voxels.bricks()[brick].joined) {
    for (int axis = 0; axis < 3; ++axis)
      above_[axis] = voxels.brick_at(voxels.bricks()[brick].place + unit_step(axis));
  }

  void append_edges(const CellPlace& place, std::vector<CellGraph::Edge>& edges) const {
    const LatticePoint lower{place.x & 7, place.y & 7, place.z & 7};
    for (int axis = 0; axis < 3; ++axis)
      if (place.level > 0)
        append_cells_above(place, lower, axis, edges);
      else if (has_bit(joined_[axis], lower))
        edges.push_back({cell_above(lower, axis, 1), axis});
  }

 private:
  // The cell that lies `steps` voxels above a voxel of the brick.
  Index cell_above(LatticePoint voxel, int axis, std::int32_t steps) const {
    voxel[axis] += steps;
    const Index brick = voxel[axis] < kBrickSide ? brick_ : above_[axis];
    voxel[axis] &= 7;
    return cells_.brick_start[brick] + cells_.in_brick[brick][voxel.x + 8 * voxel.y + 64 * voxel.z];
  }

  // Above a cell of level 1 or more there is one cell, or up to four smaller ones, or the boundary (or the end of a
  // window): each is joined through the whole of their common face or not at all.
  void append_cells_above(const CellPlace& place, const LatticePoint& lower, int axis,
                          std::vector<CellGraph::Edge>& edges) const {
    const std::int32_t half = place.side() / 2;
    const LatticePoint u = half * unit_step((axis + 1) % 3), v = half * unit_step((axis + 2) % 3);
    for (const LatticePoint& step : {LatticePoint{}, u, v, u + v}) {
      if (!has_bit(joined_[axis], lower + step + (place.side() - 1) * unit_step(axis))) continue;
      const Index above = cell_above(lower + step, axis, place.side());
      edges.push_back({above, axis});
      if (cells_.places[above].level >= place.level) return;
    }
  }

  const Cells& cells_;
  Index brick_;
  const std::array<BrickBits, 3>& joined_;
  std::array<Index, 3> above_;
};

// The first cell from c on that is not in the same block as the one before it.
Index next_block(std::span<const CellPlace> places, int level, Index c) {
  const auto in_same_block = [&](const CellPlace& a, const CellPlace& b) {
    return a.level == level && b.level == level && a.parent() == b.parent();
  };
  const Index n = static_cast<Index>(places.size());
  while (c > 0 && c < n && in_same_block(places[c - 1], places[c])) ++c;
  return c;
}

// Numbers the sets within one block of cells [begin, end), from `first` on; returns how many there are.
Index number_sets(Index begin, Index end, const CellGraph& graph, Index first, std::span<Index> parent) {
  // Name each set by its first cell.
  for (Index c = begin; c < end; ++c) parent[c] = c;
  const auto set_of = [&](Index c) {
    while (parent[c] != c) c = parent[c];
    return c;
  };
  for (Index c = begin; c < end; ++c)
    for (const CellGraph::Edge& edge : graph.of(c)) {
      if (edge.upper < begin || edge.upper >= end) continue;
      const Index a = set_of(c), b = set_of(edge.upper);
      parent[std::max(a, b)] = std::min(a, b);
    }
  for (Index c = begin; c < end; ++c) parent[c] = set_of(c);

  // Number the sets.
  Index count = 0;
  for (Index c = begin; c < end; ++c) parent[c] = parent[c] == c ? first + count++ : parent[parent[c]];
  return count;
}

}  // namespace

CellGraph cell_graph(const LinkedVoxels& voxels, const Cells& cells) {
  const auto cells_before = [&](Index brick) { return cells.brick_start[brick]; };
  return graph_by_chunks(static_cast<Index>(voxels.bricks().size()), kGraphBricks, cells_before,
                         [&](Index brick, std::vector<CellGraph::Edge>& edges, auto&& end_cell) {
                           const BrickCells around(voxels, cells, brick);
                           for (Index c = cells.brick_start[brick]; c < cells.brick_start[brick + 1]; ++c) {
                             around.append_edges(cells.places[c], edges);
                             end_cell();
                           }
                         });
}

// Each chunk extends to the end of its last block, so that all cells of a set are in one chunk.
CellSets merge_cells(std::span<const CellPlace> places, int level, const CellGraph& graph) {
  const Index n = static_cast<Index>(places.size());
  CellSets sets;
  sets.parent.resize(n);
  std::vector<Index> offset((n + kGraphCells - 1) / kGraphCells + 1, 0);
  parallel_for(n, kGraphCells, [&](Index begin, Index end) {
    Index count = 0;
    for (Index c = next_block(places, level, begin); c < end;) {
      const Index next = next_block(places, level, c + 1);
      count += number_sets(c, next, graph, count, sets.parent);
      c = next;
    }
    offset[begin / kGraphCells + 1] = count;
  });
  std::partial_sum(offset.begin(), offset.end(), offset.begin());

  // Sort the cells by set, and shift the numbers of sets from chunks to the whole.
  sets.child_start.assign(offset.back() + 1, n);
  sets.child.resize(n);
  parallel_for(n, kGraphCells, [&](Index begin, Index end) {
    const Index set = offset[begin / kGraphCells], after = offset[begin / kGraphCells + 1];
    const Index first = next_block(places, level, begin), last = next_block(places, level, end);
    std::vector<Index> fill(after - set + 1, 0);
    for (Index c = first; c < last; ++c) ++fill[sets.parent[c] + 1];
    fill[0] = first;
    std::partial_sum(fill.begin(), fill.end(), fill.begin());
    std::copy(fill.begin(), fill.end() - 1, sets.child_start.begin() + set);
    for (Index c = first; c < last; ++c) {
      sets.child[fill[sets.parent[c]]++] = c;
      sets.parent[c] += set;
    }
  });
  return sets;
}

CellGraph merged_graph(const CellGraph& graph, const CellSets& sets) {
  const auto by_axis = [](const CellGraph::Edge& a, const CellGraph::Edge& b) {
    return a.axis != b.axis ? a.axis < b.axis : a.upper < b.upper;
  };
  const auto append = [&](Index set, std::vector<CellGraph::Edge>& edges, auto&& end_cell) {
    const auto first = static_cast<std::ptrdiff_t>(edges.size());
    for (const Index child : sets.children(set))
      for (const auto& [upper, axis] : graph.of(child)) {
        const CellGraph::Edge edge{sets.parent[upper], axis};
        if (edge.upper != set && std::find(edges.begin() + first, edges.end(), edge) == edges.end())
          edges.push_back(edge);
      }
    std::sort(edges.begin() + first, edges.end(), by_axis);
    end_cell();
  };
  return graph_by_chunks(
      sets.count(), kGraphCells, [](Index set) { return set; }, append);
}

}  // namespace sinew
