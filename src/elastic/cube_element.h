#pragma once

#include <array>

#include "base/mat3.h"

namespace sinew {

// The trilinear cube [Dick11, sec. 5]. Corner i is the upper one along x where bit 0 of i is set, along y by
// bit 1, along z by bit 2; phi_i is the product of three linear functions. Everything is of the unit cube: a
// side of s gives s times the stiffness, s^3 times the mass and 1 / s of a gradient.

// 24 x 24, column by column: entry (r, c) at [24 c + r], three of each corner.
using CubeMatrix = std::array<double, 24 * 24>;

// Which side of the middle corner i is on, along an axis: -1 or 1.
inline double corner_sign(int i, int axis) { return (i >> axis & 1) != 0 ? 1 : -1; }

// G_ij, the integral of grad phi_i grad phi_j^T.
Mat3 gradient_products(int i, int j);

// K_ij = lambda G_ij + mu G_ij^T + mu tr(G_ij) I: linear in both coefficients.
CubeMatrix cube_stiffness(double lambda, double mu);

// The integral of phi_i phi_j: the consistent mass matrix of unit density. Lumped, each corner has an eighth.
double cube_mass(int i, int j);

// The mean gradient of a field over the cube, which is that at its centre: sum_i p_i grad phi_i. The rotation
// nearest to that of positions is the cube's best one [Dick11, sec. 5]: it makes the integral of
// |R^T (x + u - c) - (x - c_0)|^2 least.
Mat3 cube_gradient(const std::array<Vec3, 8>& p);

// u^T K u / 2 for a matrix as above.
double cube_energy(const CubeMatrix& K, const std::array<Vec3, 8>& u);

}  // namespace sinew
