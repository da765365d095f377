#include "elastic/positive_part.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sinew {

namespace {

// Applies the plane rotation that makes entry (p, q) of A zero to A from both sides, and accumulates it in V.
void rotate(Mat3& A, Mat3& V, int p, int q) {
  const double theta = (A(q, q) - A(p, p)) / (2 * A(p, q));
  const double t = (theta >= 0 ? 1 : -1) / (std::abs(theta) + std::sqrt(theta * theta + 1));
  const double c = 1 / std::sqrt(t * t + 1), s = t * c;
  Mat3 G = Mat3::identity();
  G(p, p) = G(q, q) = c;
  G(p, q) = s, G(q, p) = -s;
  A = transposed(G) * A * G;
  V = V * G;
}

double largest_entry(const Mat3& A) {
  double size = 0;
  for (int c = 0; c < 3; ++c)
    for (int r = 0; r < 3; ++r) size = std::max(size, std::abs(A(r, c)));
  return size;
}

// Sylvester's criterion, with a margin for rounding.
bool is_positive_definite(const Mat3& S) {
  const double minor = S(0, 0) * S(1, 1) - S(0, 1) * S(0, 1);
  const double size = trace(S);
  return S(0, 0) > 0 && minor > 1e-14 * size * size && determinant(S) > 1e-14 * size * size * size;
}

}  // namespace

// Jacobi's method: plane rotations until the matrix is diagonal, then the sum over positive eigenvalues.
Mat3 positive_part(const Mat3& S) {
  if (is_positive_definite(S)) return S;
  if (is_positive_definite(-1.0 * S)) return {};
  Mat3 A = S, V = Mat3::identity();
  const double size = largest_entry(S);
  for (int sweep = 0; sweep < 30; ++sweep) {
    double off = 0;
    for (const auto& [p, q] : {std::pair{0, 1}, std::pair{0, 2}, std::pair{1, 2}}) {
      off = std::max(off, std::abs(A(p, q)));
      if (std::abs(A(p, q)) > 1e-17 * size) rotate(A, V, p, q);
    }
    if (off <= 1e-14 * size) break;
  }
  Mat3 result;
  for (int e = 0; e < 3; ++e)
    if (A(e, e) > 0) result = result + A(e, e) * outer(V.column[e], V.column[e]);
  return result;
}

}  // namespace sinew
