#pragma once

#include <cmath>

#include "sinew/base/geometry.h"

namespace sinew {

// The inverse of a 3 x 3 block, both by columns; zero if the block is singular.
template <typename Real>
void invert_block(const Real* block, Real* inverse) {
  // The rows of the inverse are the cross products of the columns, divided by the determinant.
  const Vec3 a{block[0], block[1], block[2]}, b{block[3], block[4], block[5]},
      c{block[6], block[7], block[8]};
  const double determinant = dot(a, cross(b, c)), scale = norm(a) * norm(b) * norm(c);
  const double over = std::abs(determinant) > 1e-14 * scale ? 1 / determinant : 0;
  const Vec3 rows[3] = {cross(b, c), cross(c, a), cross(a, b)};
  for (int r = 0; r < 3; ++r)
    for (int col = 0; col < 3; ++col) inverse[3 * col + r] = static_cast<Real>(over * rows[r][col]);
}

// A^-1 b by Cramer's rule; A must not be singular.
inline Vec3 solved(const Mat3& A, const Vec3& b) {
  const auto& [x, y, z] = A.column;
  const double all = dot(x, cross(y, z));
  return Vec3{dot(b, cross(y, z)), dot(x, cross(b, z)), dot(x, cross(y, b))} / all;
}

// A^-1; A must be symmetric and not singular.
inline Mat3 inverse_of_symmetric(const Mat3& A) {
  const auto& [x, y, z] = A.column;
  const Vec3 yz = cross(y, z), zx = cross(z, x), xy = cross(x, y);
  return 1 / dot(x, yz) * Mat3{{yz, zx, xy}};
}

}  // namespace sinew
