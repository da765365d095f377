#include "elastic/green_element.h"

#include <span>

#include "elastic/positive_part.h"

namespace sinew {

namespace {

GreenState state_of(std::span<const Vec3> gradients, const Mat3& P, double lambda, double mu,
                    std::span<const Vec3> x) {
  Mat3 F;
  for (std::size_t i = 0; i < x.size(); ++i) F = F + outer(x[i], gradients[i]);
  return green_state(F, P, lambda, mu);
}

}  // namespace

GreenState green_state(const Mat3& F, const Mat3& P, double lambda, double mu) {
  const Mat3 Ft = transposed(F);
  const Mat3 E = 0.5 * (Ft * F - P);
  const double dilation = trace(E);
  return {F,
          F * Ft,
          2 * mu * E + (lambda * dilation) * P,
          mu * inner(E, E) + 0.5 * lambda * dilation * dilation,
          lambda,
          mu};
}

GreenState green_state(const TetrahedronShape& shape, double lambda, double mu,
                       const std::array<Vec3, 4>& x) {
  return state_of(shape.gradient, Mat3::identity(), lambda, mu, x);
}

GreenState green_state(const TriangleShape& shape, double lambda, double mu, const std::array<Vec3, 3>& x) {
  return state_of(shape.gradient, shape.projection(), lambda, mu, x);
}

Vec3 green_force(const GreenState& state, double volume, const Vec3& g_i) {
  return -volume * (state.F * (state.S * g_i));
}

ElementBlock green_block(const GreenState& state, double volume, const Vec3& g_i, const Vec3& g_j) {
  const Vec3 a = state.F * g_i, b = state.F * g_j;
  const double shear = state.mu * dot(g_i, g_j), stress = dot(g_i, state.S * g_j);
  ElementBlock block;
  for (int c = 0; c < 3; ++c)
    for (int r = 0; r < 3; ++r)
      block[3 * c + r] = volume * (state.lambda * a[r] * b[c] + state.mu * b[r] * a[c] +
                                   shear * state.FFt(r, c) + (r == c ? stress : 0));
  return block;
}

GreenState without_compression(const GreenState& state) {
  GreenState out = state;
  out.S = positive_part(state.S);
  return out;
}

}  // namespace sinew
