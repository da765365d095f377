#pragma once

#include <array>

#include "sinew/base/geometry.h"

namespace sinew {

// The cube [Dick11, sec. 5]. Corner i is the upper one along x if bit 0 of i is set, along y by bit 1, along z
// by bit 2; phi_i is the product of three linear functions. All values are for the unit cube: a side of s
// scales the stiffness by s, the mass by s^3 and gradients by 1 / s.
//
// Fields of phi_i alone lock in bending: u_x = x y shears wherever it bends, since u_y cannot follow by
// -x^2 / 2, and it changes the volume, since u_z cannot follow by nu. So each component also has the fields
// 1 - x^2, 1 - y^2 and 1 - z^2 of the cell alone (its sides at -1 and 1), without a strain on average, and
// these are eliminated: a bar one cell thick then bends as a beam. What is left of them is L_ij below.

// 24 x 24, column by column: entry (r, c) at [24 c + r], three rows and columns for each corner.
using CubeMatrix = std::array<double, 24 * 24>;

// The side of the centre on which corner i lies along an axis: -1 or 1.
inline double corner_sign(int i, int axis) { return (i >> axis & 1) != 0 ? 1 : -1; }

// G_ij, the integral of grad phi_i grad phi_j^T.
Mat3 gradient_products(int i, int j);

// What two corners have in common. Linear: products of unknowns that corners follow are sums of these.
struct CornerProducts {
  Mat3 G;  // as above
  Mat3 L;  // the part of G in which the cube bends: L_ab of fields u_a = x_a x_c and u_b = x_b x_c
};
CornerProducts corner_products(int i, int j);
CornerProducts operator+(const CornerProducts& a, const CornerProducts& b);
CornerProducts operator*(double s, const CornerProducts& p);

// The coefficient in place of lambda where the cube bends: its free sides take up part of the change of
// volume.
inline double lambda_in_bending(double lambda, double mu) { return 2 * lambda * mu / (lambda + 2 * mu); }

// K_ij = lambda (G - L) + lambda_in_bending L + mu (G^T - diag L) + mu tr(G) I
Mat3 stiffness_block(const CornerProducts& products, double lambda, double mu);
CubeMatrix cube_stiffness(double lambda, double mu);

// The integral of phi_i phi_j: the consistent mass matrix for unit density. Lumped, each corner has an
// eighth.
double cube_mass(int i, int j);

// The mean gradient of a field over the cube, which equals that at its centre: sum_i p_i grad phi_i. The
// rotation nearest to the mean gradient of the positions is the best one for the cube [Dick11, sec. 5]: it
// minimises the integral of |R^T (x + u - c) - (x - c_0)|^2.
Mat3 cube_gradient(const std::array<Vec3, 8>& p);

// u^T K u / 2, for any K and for that of cube_stiffness.
double cube_energy(const CubeMatrix& K, const std::array<Vec3, 8>& u);
double cube_energy(double lambda, double mu, const std::array<Vec3, 8>& u);

}  // namespace sinew
