#include "octree/cell_graph.h"

#include <algorithm>
#include <numeric>

#include "base/parallel.h"

namespace sinew {

namespace {

constexpr Index kCells = 4096;  // of a parallel chunk

// Lists of edges per cell, found by chunks of cells and put one after the other.
template <typename AppendEdges>
CellGraph graph_by_chunks(Index cells, AppendEdges&& append_edges) {
  CellGraph graph;
  graph.start.assign(cells + 1, 0);
  std::vector<std::vector<CellGraph::Edge>> chunks((cells + kCells - 1) / kCells);
  parallel_for(cells, kCells, [&](Index begin, Index end) {
    std::vector<CellGraph::Edge>& edges = chunks[begin / kCells];
    edges.reserve(4 * std::size_t(end - begin));
    for (Index c = begin; c < end; ++c) {
      append_edges(c, edges);
      graph.start[c + 1] = static_cast<Index>(edges.size());
    }
  });
  std::vector<Index> offset(chunks.size() + 1, 0);
  for (std::size_t k = 0; k < chunks.size(); ++k)
    offset[k + 1] = offset[k] + static_cast<Index>(chunks[k].size());
  graph.edges.resize(offset.back());
  parallel_for(cells, kCells, [&](Index begin, Index end) {
    const Index chunk = begin / kCells;
    std::copy(chunks[chunk].begin(), chunks[chunk].end(), graph.edges.begin() + offset[chunk]);
    for (Index c = begin; c < end; ++c) graph.start[c + 1] += offset[chunk];
  });
  return graph;
}

// The cells above a cell of level 1 or more: one, or four that are smaller.
void append_cells_above(const LinkedVoxels& voxels, const Cells& cells, const CellPlace& place, int axis,
                        std::vector<CellGraph::Edge>& edges) {
  const LatticePoint above = place.lower() + place.side() * unit_step(axis);
  const Index first = cells.at(voxels, above);
  edges.push_back({first, axis});
  if (cells.places[first].level >= place.level) return;
  const std::int32_t half = place.side() / 2;
  const LatticePoint u = half * unit_step((axis + 1) % 3), v = half * unit_step((axis + 2) % 3);
  for (const LatticePoint& step : {u, v, u + v}) edges.push_back({cells.at(voxels, above + step), axis});
}

// The first cell from c on that is not in the block of the one before it.
Index next_block(std::span<const CellPlace> places, int level, Index c) {
  const auto in_same_block = [&](const CellPlace& a, const CellPlace& b) {
    return a.level == level && b.level == level && a.parent() == b.parent();
  };
  const Index n = static_cast<Index>(places.size());
  while (c > 0 && c < n && in_same_block(places[c - 1], places[c])) ++c;
  return c;
}

// Numbers the sets within one block of cells [begin, end), from `first` on; gives back their number.
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

  Index count = 0;
  for (Index c = begin; c < end; ++c) parent[c] = parent[c] == c ? first + count++ : parent[parent[c]];
  return count;
}

}  // namespace

CellGraph cell_graph(const LinkedVoxels& voxels, const Cells& cells) {
  return graph_by_chunks(cells.count(), [&](Index c, std::vector<CellGraph::Edge>& edges) {
    const CellPlace& place = cells.places[c];
    for (int axis = 0; axis < 3; ++axis)
      if (place.level > 0)
        append_cells_above(voxels, cells, place, axis, edges);
      else if (voxels.joined(place.lower(), axis))
        edges.push_back({cells.at(voxels, place.lower() + unit_step(axis)), axis});
  });
}

CellSets merge_cells(std::span<const CellPlace> places, int level, const CellGraph& graph) {
  const Index n = static_cast<Index>(places.size());
  CellSets sets;
  sets.parent.resize(n);
  std::vector<Index> offset((n + kCells - 1) / kCells + 1, 0);
  parallel_for(n, kCells, [&](Index begin, Index end) {
    Index count = 0;
    for (Index c = next_block(places, level, begin); c < end;) {
      const Index next = next_block(places, level, c + 1);
      count += number_sets(c, next, graph, count, sets.parent);
      c = next;
    }
    offset[begin / kCells + 1] = count;
  });
  std::partial_sum(offset.begin(), offset.end(), offset.begin());
  parallel_for(n, kCells, [&](Index begin, Index end) {
    const Index last = next_block(places, level, end);
    for (Index c = next_block(places, level, begin); c < last; ++c) sets.parent[c] += offset[begin / kCells];
  });

  sets.child_start.assign(offset.back() + 1, 0);
  for (const Index set : sets.parent) ++sets.child_start[set + 1];
  std::partial_sum(sets.child_start.begin(), sets.child_start.end(), sets.child_start.begin());
  sets.child.resize(n);
  std::vector<Index> fill(sets.child_start.begin(), sets.child_start.end() - 1);
  for (Index c = 0; c < n; ++c) sets.child[fill[sets.parent[c]]++] = c;
  return sets;
}

CellGraph merged_graph(const CellGraph& graph, const CellSets& sets) {
  return graph_by_chunks(sets.count(), [&](Index set, std::vector<CellGraph::Edge>& edges) {
    const auto first = static_cast<std::ptrdiff_t>(edges.size());
    for (const Index child : sets.children(set))
      for (const CellGraph::Edge& edge : graph.of(child))
        if (sets.parent[edge.upper] != set) edges.push_back({sets.parent[edge.upper], edge.axis});
    std::sort(edges.begin() + first, edges.end(), [](const CellGraph::Edge& a, const CellGraph::Edge& b) {
      return a.axis != b.axis ? a.axis < b.axis : a.upper < b.upper;
    });
    edges.erase(std::unique(edges.begin() + first, edges.end()), edges.end());
  });
}

}  // namespace sinew
