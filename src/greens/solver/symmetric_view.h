#pragma once

#include <cstddef>
#include <span>

#include "sinew/base/geometry.h"

namespace sinew {

// A symmetric matrix that something else owns, column by column.
struct SymmetricView {
  const double* values = nullptr;
  std::size_t stride = 0;

  const double* column(Index j) const { return values + static_cast<std::size_t>(j) * stride; }
  double operator()(Index i, Index j) const { return column(j)[i]; }
};

// y += A[:, columns] f, for the first y.size() rows.
void add_product(SymmetricView A, std::span<const Index> columns, std::span<const double> f,
                 std::span<double> y);

}  // namespace sinew
