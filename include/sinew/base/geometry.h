#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

namespace sinew {

// Counts and indices of nodes, triangles, cells. Signed, so that differences and -1 ("none") need no cast.
using Index = std::int32_t;

// A point or direction in space. Public headers use this type, never one of a linear algebra library.
struct Vec3 {
  double x = 0, y = 0, z = 0;

  double& operator[](int axis) { return axis == 0 ? x : axis == 1 ? y : z; }
  double operator[](int axis) const { return axis == 0 ? x : axis == 1 ? y : z; }
  Vec3& operator+=(const Vec3& b) { return *this = {x + b.x, y + b.y, z + b.z}; }
  Vec3& operator-=(const Vec3& b) { return *this = {x - b.x, y - b.y, z - b.z}; }
  Vec3& operator*=(double s) { return *this = {x * s, y * s, z * s}; }
  bool operator==(const Vec3&) const = default;
};

inline Vec3 operator+(Vec3 a, const Vec3& b) { return a += b; }
inline Vec3 operator-(Vec3 a, const Vec3& b) { return a -= b; }
inline Vec3 operator-(const Vec3& a) { return {-a.x, -a.y, -a.z}; }
inline Vec3 operator*(Vec3 a, double s) { return a *= s; }
inline Vec3 operator*(double s, Vec3 a) { return a *= s; }
inline Vec3 operator/(Vec3 a, double s) { return a *= 1 / s; }

// Scalar and vector product, length of a vector, distance of two points.
inline double dot(const Vec3& a, const Vec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Vec3 cross(const Vec3& a, const Vec3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline double squared_norm(const Vec3& a) { return dot(a, a); }
inline double norm(const Vec3& a) { return std::sqrt(dot(a, a)); }
inline double distance(const Vec3& a, const Vec3& b) { return norm(a - b); }

// The unit vector along a; a itself if it has no length.
inline Vec3 normalized(const Vec3& a) {
  const double length = norm(a);
  return length > 0 ? a / length : a;
}

// By component: the lesser, the greater, the point a share t of the way from a to b, and whether all are
// finite.
inline Vec3 min(const Vec3& a, const Vec3& b) {
  return {std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)};
}
inline Vec3 max(const Vec3& a, const Vec3& b) {
  return {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)};
}
inline Vec3 lerp(const Vec3& a, const Vec3& b, double t) { return a + t * (b - a); }
inline bool is_finite(const Vec3& a) {
  return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z);
}

// Six times the signed volume of the tetrahedron (a, b, c, d); positive when d sees a, b, c turn
// counter-clockwise from the other side, the orientation of every element in sinew.
inline double six_volume(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  return dot(cross(b - a, c - a), d - a);
}

// An axis-aligned box; empty (lower > upper) until something is put in.
struct Box3 {
  Vec3 lower{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity(),
             std::numeric_limits<double>::infinity()};
  Vec3 upper{-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
             -std::numeric_limits<double>::infinity()};

  bool empty() const { return lower.x > upper.x; }
  Vec3 size() const { return empty() ? Vec3{} : upper - lower; }
  Vec3 center() const { return 0.5 * (lower + upper); }
  double diagonal() const { return norm(size()); }
  double longest_side() const { return std::max({size().x, size().y, size().z}); }

  // Grows to contain the point, or the other box.
  void extend(const Vec3& p) { lower = min(lower, p), upper = max(upper, p); }
  void extend(const Box3& b) { lower = min(lower, b.lower), upper = max(upper, b.upper); }
  // Larger by the margin on every side.
  Box3 inflated(double margin) const {
    const Vec3 m{margin, margin, margin};
    return {lower - m, upper + m};
  }
  // Faces belong to the box.
  bool contains(const Vec3& p) const {
    return p.x >= lower.x && p.x <= upper.x && p.y >= lower.y && p.y <= upper.y && p.z >= lower.z &&
           p.z <= upper.z;
  }
  bool overlaps(const Box3& b) const {
    return lower.x <= b.upper.x && upper.x >= b.lower.x && lower.y <= b.upper.y && upper.y >= b.lower.y &&
           lower.z <= b.upper.z && upper.z >= b.lower.z;
  }
};

// The smallest box around the points.
inline Box3 bounding_box(std::span<const Vec3> points) {
  Box3 box;
  for (const Vec3& p : points) box.extend(p);
  return box;
}

// Lower before upper, x fastest.
inline std::array<Vec3, 8> corners_of(const Box3& box) {
  std::array<Vec3, 8> corners;
  for (int i = 0; i < 8; ++i)
    corners[i] = {(i & 1 ? box.upper : box.lower).x, (i & 2 ? box.upper : box.lower).y,
                  (i & 4 ? box.upper : box.lower).z};
  return corners;
}

// 0 inside of the box.
inline double squared_distance(const Box3& box, const Vec3& p) {
  const Vec3 nearest = max(box.lower, min(box.upper, p));
  return squared_norm(p - nearest);
}

// A 3x3 matrix by its columns.
struct Mat3 {
  std::array<Vec3, 3> column{};

  // Ones on the diagonal.
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

// Transpose, trace and determinant.
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

// A unit quaternion (w, x, y, z).
struct Quaternion {
  double w = 1, x = 0, y = 0, z = 0;
  bool operator==(const Quaternion&) const = default;
};

// The rotation that the quaternion stands for.
inline Mat3 to_matrix(const Quaternion& q) {
  const double xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
  const double xy = q.x * q.y, yz = q.y * q.z, zx = q.z * q.x, wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
  return {{Vec3{1 - 2 * (yy + zz), 2 * (xy + wz), 2 * (zx - wy)},
           Vec3{2 * (xy - wz), 1 - 2 * (xx + zz), 2 * (yz + wx)},
           Vec3{2 * (zx + wy), 2 * (yz - wx), 1 - 2 * (xx + yy)}}};
}
// Up to six digits, since q may come from a file.
inline bool is_unit(const Quaternion& q) {
  return std::abs(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z - 1) < 1e-6;
}

}  // namespace sinew
