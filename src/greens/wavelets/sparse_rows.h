#pragma once

#include <span>
#include <vector>

#include "sinew/base/geometry.h"

namespace sinew {

// The weights of sparse rows, one after the other: row i has the entries offsets[i] .. offsets[i + 1].
struct SparseRows {
  std::vector<std::size_t> offsets{0};
  std::vector<Index> columns;
  std::vector<double> weights;

  Index count() const { return static_cast<Index>(offsets.size()) - 1; }
  // The entries of a row.
  std::span<const Index> columns_of(Index row) const { return part(columns, row); }
  std::span<const double> weights_of(Index row) const { return part(weights, row); }

  // Adds to the row that the next close_row() ends.
  void push(Index column, double weight) { columns.push_back(column), weights.push_back(weight); }
  void close_row() { offsets.push_back(columns.size()); }

 private:
  template <typename T>
  std::span<const T> part(const std::vector<T>& all, Index row) const {
    const std::size_t begin = offsets[static_cast<std::size_t>(row)];
    return std::span(all).subspan(begin, offsets[static_cast<std::size_t>(row) + 1] - begin);
  }
};

}  // namespace sinew
