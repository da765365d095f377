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

CornerProducts corner_products(int i, int j) {
  CornerProducts products{gradient_products(i, j), {}};
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b)
      for (int c = 0; c < 3; ++c)
        if (c != a && c != b)
          products.L(a, b) +=
              corner_sign(i, a) * corner_sign(j, b) * corner_sign(i, c) * corner_sign(j, c) / 48;
  return products;
}

CornerProducts operator+(const CornerProducts& a, const CornerProducts& b) { return {a.G + b.G, a.L + b.L}; }
CornerProducts operator*(double s, const CornerProducts& p) { return {s * p.G, s * p.L}; }

Mat3 stiffness_block(const CornerProducts& products, double lambda, double mu) {
  const auto& [G, L] = products;
  Mat3 block = lambda * (G - L) + lambda_in_bending(lambda, mu) * L + mu * transposed(G);
  for (int a = 0; a < 3; ++a) block(a, a) += mu * (trace(G) - L(a, a));
  return block;
}

CubeMatrix cube_stiffness(double lambda, double mu) {
  CubeMatrix K;
  for (int j = 0; j < 8; ++j)
    for (int i = 0; i < 8; ++i) {
      const Mat3 block = stiffness_block(corner_products(i, j), lambda, mu);
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

// By the modes of octree/solver/kernels/cell_modes.h, each block of the stiffness in turn.
double cube_energy(double lambda, double mu, const std::array<Vec3, 8>& u) {
  std::array<Vec3, 8> v = u;
  for (int bit = 1; bit < 8; bit *= 2)
    for (int i = 0; i < 8; ++i)
      if ((i & bit) == 0) {
        const Vec3 low = v[i], high = v[i | bit];
        v[i] = low + high, v[i | bit] = high - low;
      }
  const auto square = [](double x) { return x * x; };
  const double bend_lambda = lambda_in_bending(lambda, mu);
  double stretch = lambda * square(v[1].x + v[2].y + v[4].z), bend = 0, twist = 0;
  for (int a = 0; a < 3; ++a) {
    const int b = (a + 1) % 3, c = (a + 2) % 3, x = 1 << a, y = 1 << b, z = 1 << c;
    stretch += mu * (2 * square(v[x][a]) + square(v[x][b] + v[y][a]));
    bend += bend_lambda * square(v[x | y][b] + v[x | z][c]) +
            2 * mu * (square(v[x | y][b]) + square(v[x | z][c]));
    twist += mu * square(v[y | z][a]);
  }
  twist += mu * square(v[6].x + v[5].y + v[3].z);
  const double warp = (lambda + 4 * mu) * squared_norm(v[7]);
  return 0.5 * (stretch / 16 + (bend + twist) / 48 + warp / 144);
}

}  // namespace sinew
