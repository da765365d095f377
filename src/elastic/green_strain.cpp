#include "elastic/green_strain.h"

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

}  // namespace sinew
