#include "greens/sources/collocation.h"

#include <gtest/gtest.h>

#include "boundary_problems.h"

namespace sinew {
namespace {

const Material kMaterial{2, 0.3, 1000};

double largest(std::span<const double> values) {
  double most = 0;
  for (const double value : values) most = std::max(most, std::abs(value));
  return most;
}

TEST(Collocation, no_traction_belongs_to_a_translation_or_a_small_rotation) {
  for (const SurfaceMesh& surface : {sphere(2), cube(4), torus(24, 12)}) {
    const BoundaryMatrices matrices = boundary_matrices(surface, kMaterial);
    std::vector<Vec3> translation(surface.positions.size(), Vec3{1, -2, 3}), rotation;
    for (const Vec3& x : surface.positions) rotation.push_back(cross({0.3, 1, -0.5}, x));
    EXPECT_LT(largest(product(matrices.H, translation)), 1e-13);
    EXPECT_LT(largest(product(matrices.H, rotation)), 2e-6);
  }
}

TEST(Collocation, the_free_term_is_the_solid_angle_inside) {
  // Triangles at a vertex are seen edge-on and add nothing to the trace: it is the solid angle of the fan.
  const auto free_term = [](const DenseMatrix& H, Index v) {
    return (H(3 * v, 3 * v) + H(3 * v + 1, 3 * v + 1) + H(3 * v + 2, 3 * v + 2)) / 3;
  };
  const Index n = 4;
  const SurfaceMesh box = cube(n);
  const BoundaryMatrices matrices = boundary_matrices(box, kMaterial);
  for (Index v = 0; v < box.vertex_count(); ++v) {
    double expected = 1;
    for (int axis = 0; axis < 3; ++axis)
      if (const double x = box.positions[v][axis]; x == 0 || x == 1) expected /= 2;
    EXPECT_NEAR(free_term(matrices.H, v), expected, 2e-6);
  }
  double last = 0.3;
  for (const int steps : {1, 2, 3}) {
    const SurfaceMesh ball = sphere(steps);
    const BoundaryMatrices round = boundary_matrices(ball, kMaterial);
    double away = 0;
    for (Index v = 0; v < ball.vertex_count(); ++v)
      away = std::max(away, std::abs(0.5 - free_term(round.H, v)));
    EXPECT_LT(away, 0.6 * last);  // falls with the edge
    last = away;
  }
}

}  // namespace
}  // namespace sinew
