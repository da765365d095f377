#pragma once

#include <array>

#include "sinew/base/geometry.h"

namespace sinew {

// A 4x4 matrix by columns, the layout of OpenGL.
struct Matrix4 {
  std::array<double, 16> columns{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

  double& operator()(int row, int column) { return columns[4 * column + row]; }
  double operator()(int row, int column) const { return columns[4 * column + row]; }
};

Matrix4 operator*(const Matrix4& A, const Matrix4& B);
// A (p, 1), divided by its fourth component.
Vec3 transform_point(const Matrix4& A, const Vec3& p);
Matrix4 inverse(const Matrix4& A);

// View matrix from `eye` towards `target`, with `up` upwards in the picture; right-handed, looking along -z.
Matrix4 look_at(const Vec3& eye, const Vec3& target, const Vec3& up);
// Perspective projection: vertical angle in radians; distances of the near and far planes.
Matrix4 perspective(double angle, double aspect, double near, double far);
// Orthographic projection: maps a box around the z axis to -1..1 in each direction.
Matrix4 orthographic(double half_width, double half_height, double near, double far);

}  // namespace sinew
