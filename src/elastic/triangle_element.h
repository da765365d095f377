#pragma once

#include <array>

#include "elastic/tetrahedron_element.h"
#include "sinew/base/geometry.h"

namespace sinew {

// The linear membrane triangle in space, a thin sheet under plane stress, from which [Georgii05, sec. 3.4]
// makes cloth. To first order it resists strain in its own plane only; displacements along its normal are
// free. plate_bending.h adds bending. `lambda` is always that of plane stress (material.h); `thickness` in
// m.
struct TriangleShape {
  double area;                   // m^2, positive
  std::array<Vec3, 3> gradient;  // g_i of the shape functions, in the rest plane, 1/m; they sum to zero
  Vec3 normal;                   // unit, of the rest plane

  // P = I - n n^T
  Mat3 projection() const { return Mat3::identity() - outer(normal, normal); }
};
// The corners must span an area.
TriangleShape triangle_shape(const std::array<Vec3, 3>& corners);

// Block (i, j) of the stiffness matrix of linear strain, with V = thickness * area:
//   K_ij = V (lambda g_i g_j^T + mu g_j g_i^T + mu (g_i . g_j) P)
ElementBlock stiffness_block(const TriangleShape& shape, double thickness, double lambda, double mu, int i,
                             int j);

// Entry (i, j) of the consistent mass matrix, times the identity: rho V / 12, twice that for i = j.
double consistent_mass(const TriangleShape& shape, double thickness, double density, int i, int j);

// Cauchy stress in the rest plane, for displacements u at the corners, in world axes as (xx, yy, zz, xy, yz,
// zx) in Pa, as von_mises() takes it.
std::array<double, 6> cauchy_stress(const TriangleShape& shape, double lambda, double mu,
                                    const std::array<Vec3, 3>& u);

}  // namespace sinew
