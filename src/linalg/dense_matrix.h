#pragma once

#include "base/large_vector.h"
#include "sinew/base/geometry.h"

namespace sinew {

// A square matrix of numbers, column by column. Not initialised.
struct DenseMatrix {
  Index size = 0;
  UnsetVector<double> values;

  DenseMatrix() = default;
  explicit DenseMatrix(Index n) : size(n), values(static_cast<std::size_t>(n) * n) {}

  double& operator()(Index i, Index j) { return values[static_cast<std::size_t>(j) * size + i]; }
  double operator()(Index i, Index j) const { return values[static_cast<std::size_t>(j) * size + i]; }
};

}  // namespace sinew
