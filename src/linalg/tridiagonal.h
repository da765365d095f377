#pragma once

#include <span>

namespace sinew {

// The largest eigenvalue of a symmetric tridiagonal matrix; `beside` are the numbers above and below the
// diagonal, one fewer than on it.
double largest_eigenvalue(std::span<const double> diagonal, std::span<const double> beside);

}  // namespace sinew
