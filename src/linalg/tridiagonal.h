#pragma once

#include <span>

namespace sinew {

// Of a symmetric matrix with these numbers on its diagonal, and those of `beside` above and below it, one
// less.
double largest_eigenvalue(std::span<const double> diagonal, std::span<const double> beside);

}  // namespace sinew
