#pragma once

#include <vector>

#include "linalg/block_matrix.h"

namespace sinew {

// An entry of a block matrix by its scalar row and column, with the names that Eigen's setFromTriplets asks for.
struct ScalarEntry {
  Index at_row, at_column;
  double number;
  Index row() const { return at_row; }
  Index col() const { return at_column; }
  double value() const { return number; }
};

template <typename Real>
std::vector<ScalarEntry> scalar_entries(const BlockMatrix<Real>& A) {
  std::vector<ScalarEntry> entries;
  for (Index i = 0; i < A.rows(); ++i)
    for (Index at = A.pattern->row_start[i]; at < A.pattern->row_start[i + 1]; ++at)
      for (int k = 0; k < 9; ++k)
        entries.push_back({3 * i + k % 3, 3 * A.pattern->column[at] + k / 3, double(A.block(at)[k])});
  return entries;
}

}  // namespace sinew
