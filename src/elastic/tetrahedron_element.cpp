#include "elastic/tetrahedron_element.h"

#include <cmath>

namespace sinew {

TetrahedronShape tetrahedron_shape(const std::array<Vec3, 4>& corners) {
  const auto& [a, b, c, d] = corners;
  const double six = six_volume(a, b, c, d);
  // g_i is normal to the face opposite i, of length 1 / height.
  const Vec3 gb = cross(c - a, d - a) / six, gc = cross(d - a, b - a) / six, gd = cross(b - a, c - a) / six;
  return {six / 6, {-(gb + gc + gd), gb, gc, gd}};
}

ElementBlock stiffness_block(const TetrahedronShape& shape, double lambda, double mu, int i, int j) {
  const Vec3 &gi = shape.gradient[i], &gj = shape.gradient[j];
  const double shear = mu * dot(gi, gj);
  ElementBlock block{};
  for (int c = 0; c < 3; ++c)
    for (int r = 0; r < 3; ++r)
      block[3 * c + r] = shape.volume * (lambda * gi[r] * gj[c] + mu * gj[r] * gi[c] + (r == c ? shear : 0));
  return block;
}

double consistent_mass(const TetrahedronShape& shape, double density, int i, int j) {
  return density * shape.volume / 20 * (i == j ? 2 : 1);
}

std::array<double, 6> cauchy_stress(const TetrahedronShape& shape, double lambda, double mu,
                                    const std::array<Vec3, 4>& u) {
  // Displacement gradient H_rc = du_r / dx_c.
  double H[3][3] = {};
  for (int i = 0; i < 4; ++i)
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) H[r][c] += u[i][r] * shape.gradient[i][c];
  const double pressure = lambda * (H[0][0] + H[1][1] + H[2][2]);
  return {pressure + 2 * mu * H[0][0], pressure + 2 * mu * H[1][1], pressure + 2 * mu * H[2][2],
          mu * (H[0][1] + H[1][0]),    mu * (H[1][2] + H[2][1]),    mu * (H[2][0] + H[0][2])};
}

double von_mises(const std::array<double, 6>& stress) {
  const auto& [xx, yy, zz, xy, yz, zx] = stress;
  return std::sqrt(0.5 * ((xx - yy) * (xx - yy) + (yy - zz) * (yy - zz) + (zz - xx) * (zz - xx)) +
                   3 * (xy * xy + yz * yz + zx * zx));
}

}  // namespace sinew
