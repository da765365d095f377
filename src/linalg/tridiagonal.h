#pragma once

#include <span>

namespace sinew {

// The largest eigenvalue of a symmetric tridiagonal matrix with this diagonal and the numbers `beside`, one
// less, above and below it.
double largest_eigenvalue(std::span<const double> diagonal, std::span<const double> beside);

}  // namespace sinew
