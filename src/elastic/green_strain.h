#pragma once

#include "elastic/positive_part.h"

namespace sinew {

// The non-linear strain that [Georgii05, sec. 5] names for large deformations: with F the deformation
// gradient, E = (F^T F - I) / 2, and the energy density of Saint Venant and Kirchhoff,
//   psi(F) = mu E : E + lambda / 2 (tr E)^2.
double green_energy(const Mat3& F, double lambda, double mu);

// d psi / d F, the first Piola-Kirchhoff stress: P = F (2 mu E + lambda tr(E) I).
Mat3 green_stress(const Mat3& F, double lambda, double mu);

// d^2 psi / dF^2 as a symmetric 9x9 matrix over the entries of F column by column: [9 c + r].
Hessian9 green_hessian(const Mat3& F, double lambda, double mu);

}  // namespace sinew
