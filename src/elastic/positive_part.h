#pragma once

#include "sinew/base/geometry.h"

namespace sinew {

// The nearest symmetric matrix without negative eigenvalues. The input must be symmetric.
Mat3 positive_part(const Mat3& S);

}  // namespace sinew
