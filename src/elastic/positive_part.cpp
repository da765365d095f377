#include "elastic/positive_part.h"

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

template <int N>
using Matrix = std::array<double, N * N>;

// The plane rotation (c, s) that makes entry (p, q) of A zero, applied to A from both sides and gathered in
// V.
template <int N>
void rotate(Matrix<N>& A, Matrix<N>& V, int p, int q) {
  const double theta = (A[(N + 1) * q] - A[(N + 1) * p]) / (2 * A[N * q + p]);
  const double t = (theta >= 0 ? 1 : -1) / (std::abs(theta) + std::sqrt(theta * theta + 1));
  const double c = 1 / std::sqrt(t * t + 1), s = t * c;
  for (int k = 0; k < N; ++k) {
    const double akp = A[N * p + k], akq = A[N * q + k];
    A[N * p + k] = c * akp - s * akq, A[N * q + k] = s * akp + c * akq;
  }
  for (int k = 0; k < N; ++k) {
    const double apk = A[N * k + p], aqk = A[N * k + q];
    A[N * k + p] = c * apk - s * aqk, A[N * k + q] = s * apk + c * aqk;
    const double vkp = V[N * p + k], vkq = V[N * q + k];
    V[N * p + k] = c * vkp - s * vkq, V[N * q + k] = s * vkp + c * vkq;
  }
}

// Jacobi's method: plane rotations until the matrix is diagonal, then the positive eigenvalues put together.
template <int N>
Matrix<N> positive_part_by_rotations(const Matrix<N>& matrix) {
  Matrix<N> A = matrix, V{};
  for (int i = 0; i < N; ++i) V[(N + 1) * i] = 1;
  double size = 0;
  for (const double a : A) size = std::max(size, std::abs(a));
  for (int sweep = 0; sweep < 30; ++sweep) {
    double off = 0;
    for (int p = 0; p < N; ++p)
      for (int q = p + 1; q < N; ++q) {
        const double apq = std::abs(A[N * q + p]);
        off = std::max(off, apq);
        if (apq > 1e-17 * size) rotate<N>(A, V, p, q);
      }
    if (off <= 1e-14 * size) break;
  }
  Matrix<N> result{};
  for (int e = 0; e < N; ++e) {
    const double value = A[(N + 1) * e];
    if (value <= 0) continue;
    for (int c = 0; c < N; ++c)
      for (int r = 0; r < N; ++r) result[N * c + r] += value * V[N * e + r] * V[N * e + c];
  }
  return result;
}

// Sylvester's criterion, on the safe side of rounding.
bool is_positive_definite(const Mat3& S) {
  const double minor = S(0, 0) * S(1, 1) - S(0, 1) * S(0, 1);
  const double size = S(0, 0) + S(1, 1) + S(2, 2);
  return S(0, 0) > 0 && minor > 1e-14 * size * size && determinant(S) > 1e-14 * size * size * size;
}

}  // namespace

Hessian9 positive_part(const Hessian9& hessian) { return positive_part_by_rotations<9>(hessian); }

Mat3 positive_part(const Mat3& S) {
  if (is_positive_definite(S)) return S;
  if (is_positive_definite(-1.0 * S)) return {};
  Matrix<3> A;
  for (int c = 0; c < 3; ++c)
    for (int r = 0; r < 3; ++r) A[3 * c + r] = S(r, c);
  A = positive_part_by_rotations<3>(A);
  return {{Vec3{A[0], A[1], A[2]}, Vec3{A[3], A[4], A[5]}, Vec3{A[6], A[7], A[8]}}};
}

}  // namespace sinew
