#pragma once

#include <bit>
#include <cstddef>

#include "linalg/cholesky/front_kernels.h"
#include "sinew/base/geometry.h"

namespace sinew {

// Where the entries of a front lie (linalg/cholesky/front_kernels.h), in block rows: a tile has as many
// of them as a register has lanes.
struct FrontLayout {
  Index columns, rows;  // block rows: pivots, and all
  Index lanes;          // a power of two

  std::size_t tile_rows() const { return 3 * static_cast<std::size_t>(lanes); }
  // By a shift: division takes longer than what is done with a block.
  Index tile_of(Index row) const { return row >> std::countr_zero(static_cast<unsigned>(lanes)); }
  Index tiles() const { return tile_of(rows + lanes - 1); }
  Index first_rest_tile() const { return tile_of(columns); }

  std::size_t padded_columns() const {
    return (3 * std::size_t(columns) + lanes - 1) & ~std::size_t(lanes - 1);
  }
  std::size_t panel_size() const { return std::size_t(tiles()) * padded_columns() * tile_rows(); }
  std::size_t rest_size() const {
    if (columns == rows) return 0;
    const std::size_t count = tiles() - first_rest_tile();
    return count * (count + 1) / 2 * tile_rows() * tile_rows();
  }

  // The place of entry (0, 0) of block (row, column). Its rows are consecutive, its columns tile_rows()
  // apart.
  std::size_t in_panel(Index row, Index column) const {
    const std::size_t tile = tile_of(row), within = row & (lanes - 1);
    return (tile * padded_columns() + 3 * std::size_t(column)) * tile_rows() + 3 * within;
  }
  std::size_t in_rest(Index row, Index column) const {
    const Index first = first_rest_tile();
    const std::size_t tile = tile_of(row) - first, within = row & (lanes - 1);
    return (tile * (tile + 1) / 2 * tile_rows() + 3 * std::size_t(column - first * lanes)) * tile_rows() +
           3 * within;
  }

  DenseFront front(double* panel, double* rest) const {
    return {panel, columns < rows ? rest : nullptr, 3 * columns, 3 * rows, kNoIdentity};
  }
};

}  // namespace sinew
