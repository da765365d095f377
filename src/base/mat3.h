#pragma once

#include <array>

#include "base/vec3.h"

namespace sinew {

// A 3x3 matrix by its columns.
struct Mat3 {
  std::array<Vec3, 3> column{};

  static Mat3 identity() { return {{Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}}}; }
  double& operator()(int row, int col) { return column[col][row]; }
  double operator()(int row, int col) const { return column[col][row]; }
  bool operator==(const Mat3&) const = default;
};

inline Vec3 operator*(const Mat3& A, const Vec3& x) {
  return x.x * A.column[0] + x.y * A.column[1] + x.z * A.column[2];
}
inline Mat3 operator*(const Mat3& A, const Mat3& B) {
  return {{A * B.column[0], A * B.column[1], A * B.column[2]}};
}
inline Mat3 operator*(double s, const Mat3& A) {
  return {{s * A.column[0], s * A.column[1], s * A.column[2]}};
}
inline Mat3 operator+(const Mat3& A, const Mat3& B) {
  return {{A.column[0] + B.column[0], A.column[1] + B.column[1], A.column[2] + B.column[2]}};
}
inline Mat3 operator-(const Mat3& A, const Mat3& B) { return A + -1.0 * B; }

inline Mat3 transposed(const Mat3& A) {
  Mat3 B;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) B(r, c) = A(c, r);
  return B;
}
inline double trace(const Mat3& A) { return A(0, 0) + A(1, 1) + A(2, 2); }
inline double determinant(const Mat3& A) { return dot(A.column[0], cross(A.column[1], A.column[2])); }
// a b^T
inline Mat3 outer(const Vec3& a, const Vec3& b) { return {{b.x * a, b.y * a, b.z * a}}; }
// A : B, the sum of products of entries
inline double inner(const Mat3& A, const Mat3& B) {
  return dot(A.column[0], B.column[0]) + dot(A.column[1], B.column[1]) + dot(A.column[2], B.column[2]);
}

}  // namespace sinew
