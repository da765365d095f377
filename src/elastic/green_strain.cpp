#include "elastic/green_strain.h"

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

Mat3 green_strain(const Mat3& F) { return 0.5 * (transposed(F) * F - Mat3::identity()); }

// Second Piola-Kirchhoff stress.
Mat3 second_stress(const Mat3& E, double lambda, double mu) {
  return 2 * mu * E + (lambda * trace(E)) * Mat3::identity();
}

}  // namespace

double green_energy(const Mat3& F, double lambda, double mu) {
  const Mat3 E = green_strain(F);
  return mu * inner(E, E) + 0.5 * lambda * trace(E) * trace(E);
}

Mat3 green_stress(const Mat3& F, double lambda, double mu) {
  return F * second_stress(green_strain(F), lambda, mu);
}

// dP = dF S + F (2 mu dE + lambda tr(dE) I) with dE = sym(F^T dF), for each unit dF.
Hessian9 green_hessian(const Mat3& F, double lambda, double mu) {
  const Mat3 S = second_stress(green_strain(F), lambda, mu);
  Hessian9 hessian{};
  for (int k = 0; k < 9; ++k) {
    Mat3 dF;
    dF.column[k / 3][k % 3] = 1;
    const Mat3 half = transposed(F) * dF;
    const Mat3 dE = 0.5 * (half + transposed(half));
    const Mat3 dP = dF * S + F * second_stress(dE, lambda, mu);
    for (int r = 0; r < 9; ++r) hessian[9 * k + r] = dP.column[r / 3][r % 3];
  }
  return hessian;
}

// Jacobi's method: plane rotations until the matrix is diagonal, then the positive eigenvalues put together.
Hessian9 positive_part(const Hessian9& hessian) {
  Hessian9 A = hessian, V{};
  for (int i = 0; i < 9; ++i) V[10 * i] = 1;
  double size = 0;
  for (const double a : A) size = std::max(size, std::abs(a));
  for (int sweep = 0; sweep < 30; ++sweep) {
    double off = 0;
    for (int p = 0; p < 9; ++p)
      for (int q = p + 1; q < 9; ++q) {
        const double apq = A[9 * q + p];
        off = std::max(off, std::abs(apq));
        if (std::abs(apq) <= 1e-17 * size) continue;
        const double theta = (A[10 * q] - A[10 * p]) / (2 * apq);
        const double t = (theta >= 0 ? 1 : -1) / (std::abs(theta) + std::sqrt(theta * theta + 1));
        const double c = 1 / std::sqrt(t * t + 1), s = t * c;
        for (int k = 0; k < 9; ++k) {
          const double akp = A[9 * p + k], akq = A[9 * q + k];
          A[9 * p + k] = c * akp - s * akq, A[9 * q + k] = s * akp + c * akq;
        }
        for (int k = 0; k < 9; ++k) {
          const double apk = A[9 * k + p], aqk = A[9 * k + q];
          A[9 * k + p] = c * apk - s * aqk, A[9 * k + q] = s * apk + c * aqk;
          const double vkp = V[9 * p + k], vkq = V[9 * q + k];
          V[9 * p + k] = c * vkp - s * vkq, V[9 * q + k] = s * vkp + c * vkq;
        }
      }
    if (off <= 1e-14 * size) break;
  }
  Hessian9 result{};
  for (int e = 0; e < 9; ++e) {
    const double value = A[10 * e];
    if (value <= 0) continue;
    for (int c = 0; c < 9; ++c)
      for (int r = 0; r < 9; ++r) result[9 * c + r] += value * V[9 * e + r] * V[9 * e + c];
  }
  return result;
}

}  // namespace sinew
