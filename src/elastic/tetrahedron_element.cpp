#include "elastic/tetrahedron_element.h"

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

Stress cauchy_stress(const TetrahedronShape& shape, double lambda, double mu, const std::array<Vec3, 4>& u) {
  Mat3 gradient;
  for (int i = 0; i < 4; ++i)
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) gradient(r, c) += u[i][r] * shape.gradient[i][c];
  return cauchy_stress(gradient, lambda, mu);
}

}  // namespace sinew
