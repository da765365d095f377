#include "octree/cell_rows.h"

#include <algorithm>
#include <numeric>

#include "base/parallel.h"

namespace sinew {

namespace {

// The corners of cells at each row, 8 cell + corner, in the order of the cells.
struct RowCorners {
  std::vector<Index> start, corner;
};

RowCorners row_corners(std::span<const Index> rows, Index row_count, std::span<const Index> order) {
  RowCorners corners{std::vector<Index>(row_count + 1, 0), std::vector<Index>(rows.size())};
  for (const Index row : rows) ++corners.start[row + 1];
  std::partial_sum(corners.start.begin(), corners.start.end(), corners.start.begin());
  std::vector<Index> fill(corners.start.begin(), corners.start.end() - 1);
  for (const Index cell : order)
    for (Index i = 8 * cell; i < 8 * cell + 8; ++i) corners.corner[fill[rows[i]]++] = i;
  return corners;
}

// Some rows in a row, and what is found of them.
class RowRange {
 public:
  RowRange(std::span<const Index> rows, Index row_count, const RowCorners& corners, std::span<CellRows> cells)
      : rows_(rows), corners_(corners), cells_(cells), seen_(row_count, {-1, 0}) {}

  // Appends the row's columns, ascending, and writes the places of its blocks.
  void add_row(Index row) {
    const auto first = static_cast<std::ptrdiff_t>(columns.size());
    const std::span<const Index> corners(
        corners_.corner.data() + corners_.start[row],
        static_cast<std::size_t>(corners_.start[row + 1] - corners_.start[row]));
    for (const Index corner : corners) mark_first(row, corner);
    std::sort(columns.begin() + first, columns.end());
    for (auto at = columns.begin() + first; at != columns.end(); ++at)
      seen_[*at].place = static_cast<std::uint16_t>(at - columns.begin() - first);
    for (const Index corner : corners) {
      const std::span<std::uint16_t, 8> places = places_of(corner);
      const std::span<const Index, 8> blocks = columns_of(corner);
      for (int j = 0; j < 8; ++j) places[j] = static_cast<std::uint16_t>(places[j] | seen_[blocks[j]].place);
    }
  }

  std::vector<Index> columns;

 private:
  struct Seen {
    Index by_row;
    std::uint16_t place;
  };

  std::span<const Index, 8> columns_of(Index corner) const {
    return std::span<const Index, 8>(&rows_[corner & ~7], 8);
  }
  std::span<std::uint16_t, 8> places_of(Index corner) {
    return std::span<std::uint16_t, 8>(&cells_[corner / 8].place[8 * (corner & 7)], 8);
  }

  void mark_first(Index row, Index corner) {
    const std::span<std::uint16_t, 8> places = places_of(corner);
    const std::span<const Index, 8> blocks = columns_of(corner);
    for (int j = 0; j < 8; ++j) {
      Seen& seen = seen_[blocks[j]];
      places[j] = seen.by_row == row ? 0 : kFirstThere;
      if (seen.by_row == row) continue;
      seen.by_row = row;
      columns.push_back(blocks[j]);
    }
  }

  std::span<const Index> rows_;
  const RowCorners& corners_;
  std::span<CellRows> cells_;
  std::vector<Seen> seen_;  // per column
};

}  // namespace

std::vector<CellRows> cell_rows(std::span<const Index> rows, Index row_count, std::span<const Index> order,
                                BlockPattern& pattern) {
  constexpr Index kRanges = 16;
  const Index n = row_count, chunk = std::max<Index>(1024, (n + kRanges - 1) / kRanges);
  const RowCorners corners = row_corners(rows, n, order);
  std::vector<CellRows> cells(rows.size() / 8);
  std::vector<std::vector<Index>> columns((n + chunk - 1) / chunk);
  pattern.row_start.assign(n + 1, 0);
  pattern.diagonal.resize(n);
  parallel_for(n, chunk, [&](Index begin, Index end) {
    RowRange range(rows, n, corners, cells);
    range.columns.reserve(27 * std::size_t(end - begin));
    for (Index row = begin; row < end; ++row) {
      range.add_row(row);
      pattern.row_start[row + 1] = static_cast<Index>(range.columns.size());
    }
    columns[begin / chunk] = std::move(range.columns);
  });

  // Put the ranges one after the other.
  std::vector<Index> offset(columns.size() + 1, 0);
  for (std::size_t k = 0; k < columns.size(); ++k)
    offset[k + 1] = offset[k] + static_cast<Index>(columns[k].size());
  pattern.column.resize(offset.back());
  parallel_for(n, chunk, [&](Index begin, Index end) {
    const Index range = begin / chunk;
    std::copy(columns[range].begin(), columns[range].end(), pattern.column.begin() + offset[range]);
    for (Index row = begin; row < end; ++row) pattern.row_start[row + 1] += offset[range];
  });
  parallel_for(n, chunk, [&](Index begin, Index end) {
    for (Index row = begin; row < end; ++row) pattern.diagonal[row] = pattern.find(row, row);
  });
  parallel_for(static_cast<Index>(cells.size()), 4096, [&](Index begin, Index end) {
    for (Index c = begin; c < end; ++c)
      for (int i = 0; i < 8; ++i) cells[c].row_start[i] = pattern.row_start[rows[8 * c + i]];
  });
  return cells;
}

}  // namespace sinew
