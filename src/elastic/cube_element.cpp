#include "elastic/cube_element.h"

namespace sinew {

namespace {

// Integrals over [0, 1] of products of the linear functions 1 - t and t, for corners on the same or on
// opposite sides.
double product(int i, int j, int axis) { return (i >> axis & 1) == (j >> axis & 1) ? 1.0 / 3 : 1.0 / 6; }
double slope_product(int i, int j, int axis) { return corner_sign(i, axis) * corner_sign(j, axis); }
double slope_times_value(int i, int axis) { return corner_sign(i, axis) / 2; }

}  // namespace

Mat3 gradient_products(int i, int j) {
  Mat3 G;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) {
      const int other = 3 - r - c;
      G(r, c) = r == c ? slope_product(i, j, r) * product(i, j, (r + 1) % 3) * product(i, j, (r + 2) % 3)
                       : slope_times_value(i, r) * slope_times_value(j, c) * product(i, j, other);
    }
  return G;
}

CubeMatrix cube_stiffness(double lambda, double mu) {
  CubeMatrix K;
  for (int j = 0; j < 8; ++j)
    for (int i = 0; i < 8; ++i) {
      const Mat3 G = gradient_products(i, j);
      const Mat3 block = lambda * G + mu * transposed(G) + mu * trace(G) * Mat3::identity();
      for (int c = 0; c < 3; ++c)
        for (int r = 0; r < 3; ++r) K[24 * (3 * j + c) + 3 * i + r] = block(r, c);
    }
  return K;
}

double cube_mass(int i, int j) { return product(i, j, 0) * product(i, j, 1) * product(i, j, 2); }

Mat3 cube_gradient(const std::array<Vec3, 8>& p) {
  Mat3 F;
  for (int i = 0; i < 8; ++i)
    for (int axis = 0; axis < 3; ++axis) F.column[axis] += corner_sign(i, axis) / 4 * p[i];
  return F;
}

double cube_energy(const CubeMatrix& K, const std::array<Vec3, 8>& u) {
  double energy = 0;
  for (int c = 0; c < 24; ++c)
    for (int r = 0; r < 24; ++r) energy += 0.5 * u[r / 3][r % 3] * K[24 * c + r] * u[c / 3][c % 3];
  return energy;
}

}  // namespace sinew
