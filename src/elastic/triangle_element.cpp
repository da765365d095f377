#include "elastic/triangle_element.h"

namespace sinew {

TriangleShape triangle_shape(const std::array<Vec3, 3>& corners) {
  const auto& [a, b, c] = corners;
  const Vec3 twice = cross(b - a, c - a);
  const Vec3 n = normalized(twice);
  // g_i is normal to the edge opposite i, of length 1 / height.
  const Vec3 across = n / norm(twice);
  const Vec3 gb = cross(across, a - c), gc = cross(across, b - a);
  return {0.5 * norm(twice), {-(gb + gc), gb, gc}, n};
}

ElementBlock stiffness_block(const TriangleShape& shape, double thickness, double lambda, double mu, int i,
                             int j) {
  const Vec3 &gi = shape.gradient[i], &gj = shape.gradient[j];
  const Vec3& n = shape.normal;
  const double shear = mu * dot(gi, gj), volume = thickness * shape.area;
  ElementBlock block{};
  for (int c = 0; c < 3; ++c)
    for (int r = 0; r < 3; ++r)
      block[3 * c + r] =
          volume * (lambda * gi[r] * gj[c] + mu * gj[r] * gi[c] + shear * ((r == c ? 1 : 0) - n[r] * n[c]));
  return block;
}

double consistent_mass(const TriangleShape& shape, double thickness, double density, int i, int j) {
  return density * thickness * shape.area / 12 * (i == j ? 2 : 1);
}

// e = sym(P H) with the displacement gradient H = sum_i u_i g_i^T, and
//   sigma = 2 mu e + lambda tr(e) P.
std::array<double, 6> cauchy_stress(const TriangleShape& shape, double lambda, double mu,
                                    const std::array<Vec3, 3>& u) {
  const Mat3 P = shape.projection();
  Mat3 H;
  for (int i = 0; i < 3; ++i) H = H + outer(u[i], shape.gradient[i]);
  H = P * H;
  const Mat3 s = mu * (H + transposed(H)) + (lambda * trace(H)) * P;
  return {s(0, 0), s(1, 1), s(2, 2), s(0, 1), s(1, 2), s(2, 0)};
}

}  // namespace sinew
