#pragma once

#include <array>

#include "elastic/stress.h"
#include "sinew/base/geometry.h"
#include "sinew/elastic/material.h"

namespace sinew {

// A 3x3 block of an element matrix, column by column: entry (r, c) is at [3 c + r].
using ElementBlock = std::array<double, 9>;

// The linear tetrahedron [Georgii05, sec. 3.1]: displacements u(x) = sum_i phi_i(x) u_i with constant
// gradients g_i of the shape functions.
struct TetrahedronShape {
  double volume;                 // m^3, positive
  std::array<Vec3, 4> gradient;  // g_i, 1/m; they sum to zero
};
// The corners must have positive volume.
TetrahedronShape tetrahedron_shape(const std::array<Vec3, 4>& corners);

// Block (i, j) of the stiffness matrix of linear (Cauchy) strain, from Eq. 2 and 3:
//   K_ij = V (lambda g_i g_j^T + mu g_j g_i^T + mu (g_i . g_j) I)
ElementBlock stiffness_block(const TetrahedronShape& shape, double lambda, double mu, int i, int j);

// Entry (i, j) of the consistent mass matrix, times the identity: rho V / 20, twice that for i = j.
double consistent_mass(const TetrahedronShape& shape, double density, int i, int j);

// Cauchy stress of displacements u at the corners.
Stress cauchy_stress(const TetrahedronShape& shape, double lambda, double mu, const std::array<Vec3, 4>& u);

}  // namespace sinew
