#include "octree/solver/cell_rows.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/parallel.h"

namespace sinew {

namespace {

// The corners of cells at each vertex, 8 cell + corner, in the order of the cells.
struct VertexCorners {
  std::vector<Index> start, corner;

  std::span<const Index> of(Index vertex) const {
    return {corner.data() + start[vertex], static_cast<std::size_t>(start[vertex + 1] - start[vertex])};
  }
};

VertexCorners vertex_corners(std::span<const CellUnknowns> unknowns, std::size_t vertices,
                             std::span<const Index> order) {
  constexpr Index kParts = 4;
  const Index n = static_cast<Index>(order.size()), part = std::max<Index>(1024, (n + kParts - 1) / kParts);
  VertexCorners corners{std::vector<Index>(vertices + 1, 0), std::vector<Index>(8 * unknowns.size())};
  // Each part counts its corners, which tells where those at every vertex go.
  std::vector<std::vector<Index>> fill((n + part - 1) / part);
  parallel_for(n, part, [&](Index begin, Index end) {
    std::vector<Index>& count = fill[begin / part];
    count.assign(vertices, 0);
    for (Index k = begin; k < end; ++k)
      for (const Index v : unknowns[order[k]].vertex) ++count[v];
  });
  Index next = 0;
  for (std::size_t v = 0; v < vertices; ++v) {
    for (std::vector<Index>& count : fill) next += std::exchange(count[v], next);
    corners.start[v + 1] = next;
  }
  parallel_for(n, part, [&](Index begin, Index end) {
    std::vector<Index>& to = fill[begin / part];
    for (Index k = begin; k < end; ++k)
      for (int i = 0; i < 8; ++i) corners.corner[to[unknowns[order[k]].vertex[i]]++] = 8 * order[k] + i;
  });
  return corners;
}

// Finds the columns of rows, vertex by vertex: what is near in space stays in the cache. In the order of
// rows, which is by colour, each colour would read all cells again.
class ColumnFinder {
 public:
  ColumnFinder(std::span<const CellUnknowns> unknowns, std::span<const Index> row_of,
               const VertexCorners& corners, std::span<CellRows> cells)
      : unknowns_(unknowns),
        row_of_(row_of),
        corners_(corners),
        cells_(cells),
        seen_(row_of.size(), {-1, 0}) {}

  // Appends the row's columns, ascending, and writes the places of its blocks.
  void add_row_of(Index vertex) {
    const std::span<const Index> corners = corners_.of(vertex);
    count_ = 0;
    if (rows_.size() < 8 * corners.size()) rows_.resize(8 * corners.size()), vertices_.resize(rows_.size());
    for (const Index corner : corners) mark_first(vertex, corner);
    const std::size_t first = columns.size();
    columns.resize(first + count_);
    for (std::size_t k = 0; k < count_; ++k) {
      const std::uint16_t place = rank_of(rows_[k]);
      seen_[vertices_[k]].place = place;
      columns[first + place] = rows_[k];
    }
    for (const Index corner : corners) {
      const std::span<std::uint16_t, 8> places = places_of(corner);
      for (int j = 0; j < 8; ++j)
        places[j] = static_cast<std::uint16_t>(places[j] | seen_[unknowns_[corner / 8].vertex[j]].place);
    }
  }

  std::vector<Index> columns;

 private:
  struct Seen {
    Index by;
    std::uint16_t place;
  };

  std::span<std::uint16_t, 8> places_of(Index corner) {
    return std::span<std::uint16_t, 8>(&cells_[corner / 8].place[8 * (corner % 8)], 8);
  }

  // Without branches, which would be mispredicted: about half of the vertices are seen for the first time.
  void mark_first(Index vertex, Index corner) {
    const std::span<std::uint16_t, 8> places = places_of(corner);
    for (int j = 0; j < 8; ++j) {
      const Index other = unknowns_[corner / 8].vertex[j];
      const bool is_first = seen_[other].by != vertex;
      places[j] = is_first ? kFirstThere : 0;
      seen_[other].by = vertex;
      rows_[count_] = row_of_[other], vertices_[count_] = other;
      count_ += is_first ? 1 : 0;
    }
  }

  // The number of rows below this one. For some 27 rows this takes less time than sorting them.
  std::uint16_t rank_of(Index row) const {
    Index below = 0;
    for (std::size_t k = 0; k < count_; ++k) below += rows_[k] < row ? 1 : 0;
    return static_cast<std::uint16_t>(below);
  }

  std::span<const CellUnknowns> unknowns_;
  std::span<const Index> row_of_;
  const VertexCorners& corners_;
  std::span<CellRows> cells_;
  std::vector<Seen> seen_;              // per vertex
  std::vector<Index> rows_, vertices_;  // the first count_ are those of the row's columns
  std::size_t count_ = 0;
};

}  // namespace

UnsetVector<CellRows> cell_rows(std::span<const CellUnknowns> unknowns, std::span<const Index> row_of,
                                std::span<const Index> order, BlockPattern& pattern) {
  constexpr Index kRanges = 16;
  const Index n = static_cast<Index>(row_of.size()),
              chunk = std::max<Index>(1024, (n + kRanges - 1) / kRanges);
  const VertexCorners corners = vertex_corners(unknowns, row_of.size(), order);
  UnsetVector<CellRows> cells(unknowns.size());
  std::vector<std::vector<Index>> columns((n + chunk - 1) / chunk);
  std::vector<Index> length(n);  // per vertex
  parallel_for(n, chunk, [&](Index begin, Index end) {
    ColumnFinder finder(unknowns, row_of, corners, cells);
    finder.columns.reserve(27 * std::size_t(end - begin));
    for (Index v = begin; v < end; ++v) {
      const std::size_t before = finder.columns.size();
      finder.add_row_of(v);
      length[v] = static_cast<Index>(finder.columns.size() - before);
    }
    columns[begin / chunk] = std::move(finder.columns);
  });

  // Copy the rows into their final order.
  pattern.row_start.assign(n + 1, 0);
  for (Index v = 0; v < n; ++v) pattern.row_start[row_of[v] + 1] = length[v];
  std::partial_sum(pattern.row_start.begin(), pattern.row_start.end(), pattern.row_start.begin());
  pattern.column.resize(pattern.row_start[n]);
  pattern.diagonal.resize(n);
  parallel_for(n, chunk, [&](Index begin, Index end) {
    const Index* from = columns[begin / chunk].data();
    for (Index v = begin; v < end; from += length[v], ++v) {
      const Index row = row_of[v];
      std::copy_n(from, length[v], pattern.column.begin() + pattern.row_start[row]);
      pattern.diagonal[row] = pattern.find(row, row);
    }
  });
  parallel_for_each(cells.size(), 4096, [&](Index c) {
    for (int i = 0; i < 8; ++i) cells[c].row_start[i] = pattern.row_start[row_of[unknowns[c].vertex[i]]];
  });
  return cells;
}

}  // namespace sinew
