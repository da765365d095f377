#include "render/matrix4.h"

#include <cmath>

#include "sinew/base/geometry.h"

namespace sinew {

Matrix4 operator*(const Matrix4& A, const Matrix4& B) {
  Matrix4 C;
  for (int column = 0; column < 4; ++column)
    for (int row = 0; row < 4; ++row) {
      double sum = 0;
      for (int k = 0; k < 4; ++k) sum += A(row, k) * B(k, column);
      C(row, column) = sum;
    }
  return C;
}

Vec3 transform_point(const Matrix4& A, const Vec3& p) {
  auto row = [&](int i) { return A(i, 0) * p.x + A(i, 1) * p.y + A(i, 2) * p.z + A(i, 3); };
  return Vec3{row(0), row(1), row(2)} / row(3);
}

// Gauss-Jordan with the largest pivot of each column.
Matrix4 inverse(const Matrix4& A) {
  Matrix4 left = A, right;
  for (int k = 0; k < 4; ++k) {
    int pivot = k;
    for (int row = k + 1; row < 4; ++row)
      if (std::abs(left(row, k)) > std::abs(left(pivot, k))) pivot = row;
    for (int column = 0; column < 4; ++column) {
      std::swap(left(k, column), left(pivot, column));
      std::swap(right(k, column), right(pivot, column));
    }
    const double scale = 1 / left(k, k);
    for (int column = 0; column < 4; ++column) left(k, column) *= scale, right(k, column) *= scale;
    for (int row = 0; row < 4; ++row) {
      if (row == k) continue;
      const double factor = left(row, k);
      for (int column = 0; column < 4; ++column) {
        left(row, column) -= factor * left(k, column);
        right(row, column) -= factor * right(k, column);
      }
    }
  }
  return right;
}

Matrix4 look_at(const Vec3& eye, const Vec3& target, const Vec3& up) {
  const Vec3 back = normalized(eye - target), right = normalized(cross(up, back)), above = cross(back, right);
  Matrix4 view;
  const Vec3 axes[3] = {right, above, back};
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) view(row, column) = axes[row][column];
    view(row, 3) = -dot(axes[row], eye);
  }
  return view;
}

Matrix4 perspective(double angle, double aspect, double near, double far) {
  const double f = 1 / std::tan(angle / 2);
  Matrix4 m;
  m(0, 0) = f / aspect, m(1, 1) = f;
  m(2, 2) = (far + near) / (near - far), m(2, 3) = 2 * far * near / (near - far);
  m(3, 2) = -1, m(3, 3) = 0;
  return m;
}

Matrix4 orthographic(double half_width, double half_height, double near, double far) {
  Matrix4 m;
  m(0, 0) = 1 / half_width, m(1, 1) = 1 / half_height;
  m(2, 2) = -2 / (far - near), m(2, 3) = -(far + near) / (far - near);
  return m;
}

}  // namespace sinew
