#include "elastic/quadratic_tetrahedron.h"

#include "mesh/tetrahedron_edges.h"

namespace sinew {

namespace {

// Four points of equal weight, exact for quadratics and so for products of gradients: at point q the
// coordinate b_q is (5 + 3 sqrt 5) / 20, the others are (5 - sqrt 5) / 20.
constexpr double kNear = 0.58541019662496845446, kFar = 0.13819660112501051518;

Barycentric quadrature_point(int q) {
  Barycentric b{kFar, kFar, kFar, kFar};
  b[q] = kNear;
  return b;
}

// block += lambda g_i g_j^T + mu g_j g_i^T + mu (g_i . g_j) I
void add_products(const Vec3& gi, const Vec3& gj, double lambda, double mu, ElementBlock& block) {
  const double shear = mu * dot(gi, gj);
  for (int c = 0; c < 3; ++c)
    for (int r = 0; r < 3; ++r)
      block[3 * c + r] += lambda * gi[r] * gj[c] + mu * gj[r] * gi[c] + (r == c ? shear : 0);
}

}  // namespace

std::array<double, kQuadraticNodes> quadratic_values(const Barycentric& b) {
  std::array<double, kQuadraticNodes> values{};
  for (int i = 0; i < 4; ++i) values[i] = b[i] * (2 * b[i] - 1);
  for (int e = 0; e < 6; ++e) values[4 + e] = 4 * b[kTetrahedronEdges[e][0]] * b[kTetrahedronEdges[e][1]];
  return values;
}

std::array<Vec3, kQuadraticNodes> quadratic_gradients(const TetrahedronShape& shape, const Barycentric& b) {
  std::array<Vec3, kQuadraticNodes> gradients;
  for (int i = 0; i < 4; ++i) gradients[i] = (4 * b[i] - 1) * shape.gradient[i];
  for (int e = 0; e < 6; ++e) {
    const auto& [i, j] = kTetrahedronEdges[e];
    gradients[4 + e] = 4 * (b[i] * shape.gradient[j] + b[j] * shape.gradient[i]);
  }
  return gradients;
}

std::array<ElementBlock, kQuadraticNodes> quadratic_stiffness_row(const TetrahedronShape& shape,
                                                                  double lambda, double mu, int i) {
  std::array<ElementBlock, kQuadraticNodes> row{};
  const double weight = shape.volume / 4;
  for (int q = 0; q < 4; ++q) {
    const auto gradient = quadratic_gradients(shape, quadrature_point(q));
    for (int j = 0; j < kQuadraticNodes; ++j)
      add_products(gradient[i], gradient[j], weight * lambda, weight * mu, row[j]);
  }
  return row;
}

}  // namespace sinew
