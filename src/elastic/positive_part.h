#pragma once

#include <array>

#include "base/mat3.h"

namespace sinew {

// A symmetric 9x9 matrix, column by column: entry (r, c) is at [9 c + r].
using Hessian9 = std::array<double, 81>;

// The nearest symmetric matrix without negative eigenvalues: with Hessians made so, Newton's directions go
// downhill. The matrix given must be symmetric.
Hessian9 positive_part(const Hessian9& hessian);
Mat3 positive_part(const Mat3& S);

}  // namespace sinew
