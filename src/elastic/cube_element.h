#pragma once

#include <array>

#include "sinew/base/geometry.h"

namespace sinew {

// The trilinear cube [Dick11, sec. 5]. Corner i is the upper one along x if bit 0 of i is set, along y by bit
// 1, along z by bit 2; phi_i is the product of three linear functions. All values are for the unit cube: a
// side of s scales the stiffness by s, the mass by s^3 and gradients by 1 / s.

// 24 x 24, column by column: entry (r, c) at [24 c + r], three rows and columns for each corner.
using CubeMatrix = std::array<double, 24 * 24>;

// The side of the centre on which corner i lies along an axis: -1 or 1.
inline double corner_sign(int i, int axis) { return (i >> axis & 1) != 0 ? 1 : -1; }

// G_ij, the integral of grad phi_i grad phi_j^T.
Mat3 gradient_products(int i, int j);

// K_ij = lambda G_ij + mu G_ij^T + mu tr(G_ij) I: linear in both coefficients.
CubeMatrix cube_stiffness(double lambda, double mu);

// The integral of phi_i phi_j: the consistent mass matrix for unit density. Lumped, each corner has an
// eighth.
double cube_mass(int i, int j);

// The mean gradient of a field over the cube, which equals that at its centre: sum_i p_i grad phi_i. The
// rotation nearest to the mean gradient of the positions is the best one for the cube [Dick11, sec. 5]: it
// minimises the integral of |R^T (x + u - c) - (x - c_0)|^2.
Mat3 cube_gradient(const std::array<Vec3, 8>& p);

// u^T K u / 2 for a matrix as above.
double cube_energy(const CubeMatrix& K, const std::array<Vec3, 8>& u);

}  // namespace sinew
