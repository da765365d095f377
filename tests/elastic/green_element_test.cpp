#include "elastic/green_element.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "elastic/positive_part.h"
#include "elastic/rotation.h"

namespace sinew {
namespace {

constexpr double kLambda = 1.7, kMu = 0.8;

// A tetrahedron and a membrane triangle, each with its own rest shape.
struct Tetrahedral {
  static constexpr int kCorners = 4;
  static constexpr std::array<Vec3, 4> kRest{Vec3{0.1, 0, 0}, Vec3{1.2, 0.1, -0.1}, Vec3{0.2, 0.9, 0.2},
                                             Vec3{0, 0.3, 1.1}};
  TetrahedronShape shape = tetrahedron_shape(kRest);
  double volume = shape.volume;
};
struct Membrane {
  static constexpr int kCorners = 3;
  static constexpr std::array<Vec3, 3> kRest{Vec3{0.1, 0, 0.2}, Vec3{1.2, 0.1, -0.1}, Vec3{0.2, 0.9, 0.4}};
  TriangleShape shape = triangle_shape(kRest);
  double volume = 0.3 * shape.area;
};

template <typename Element>
class GreenElement : public testing::Test {
 protected:
  static constexpr int N = Element::kCorners;
  using Corners = std::array<Vec3, N>;
  using Matrix = std::array<std::array<double, 3 * N>, 3 * N>;

  GreenState state(const Corners& x) const { return green_state(element.shape, kLambda, kMu, x); }
  double energy(const Corners& x) const { return element.volume * state(x).psi; }
  Corners forces(const Corners& x) const {
    Corners f;
    for (int i = 0; i < N; ++i) f[i] = green_force(state(x), element.volume, element.shape.gradient[i]);
    return f;
  }
  Matrix hessian(const GreenState& s) const {
    Matrix H;
    for (int i = 0; i < N; ++i)
      for (int j = 0; j < N; ++j) {
        const ElementBlock block =
            green_block(s, element.volume, element.shape.gradient[i], element.shape.gradient[j]);
        for (int c = 0; c < 3; ++c)
          for (int r = 0; r < 3; ++r) H[3 * i + r][3 * j + c] = block[3 * c + r];
      }
    return H;
  }
  Corners random_corners(double size) {
    Corners x = Element::kRest;
    for (Vec3& p : x) p += random.in_box({-size, -size, -size}, {size, size, size});
    return x;
  }
  Corners scaled(double s) const {
    Corners x = Element::kRest;
    for (Vec3& p : x) p *= s;
    return x;
  }
  // The least v^T H v over random v of length one.
  double least_curvature(const Matrix& H) {
    double least = INFINITY;
    for (int trial = 0; trial < 200; ++trial) {
      std::array<double, 3 * N> v;
      double length2 = 0, curvature = 0;
      for (double& x : v) x = random.uniform(-1, 1), length2 += x * x;
      for (int r = 0; r < 3 * N; ++r)
        for (int c = 0; c < 3 * N; ++c) curvature += v[r] * H[r][c] * v[c];
      least = std::min(least, curvature / length2);
    }
    return least;
  }

  Element element;
  Random random{11};
};
using Elements = testing::Types<Tetrahedral, Membrane>;
TYPED_TEST_SUITE(GreenElement, Elements);

TYPED_TEST(GreenElement, forces_and_hessian_are_the_derivatives_of_the_energy) {
  const double step = 1e-5;
  for (int trial = 0; trial < 20; ++trial) {
    const auto x = this->random_corners(0.8);
    const auto f = this->forces(x);
    const auto H = this->hessian(this->state(x));
    for (int k = 0; k < 3 * TypeParam::kCorners; ++k) {
      auto plus = x, minus = x;
      plus[k / 3][k % 3] += step, minus[k / 3][k % 3] -= step;
      EXPECT_NEAR((this->energy(minus) - this->energy(plus)) / (2 * step), f[k / 3][k % 3], 1e-6);
      const auto before = this->forces(minus), after = this->forces(plus);
      for (int r = 0; r < 3 * TypeParam::kCorners; ++r)
        EXPECT_NEAR((before[r / 3][r % 3] - after[r / 3][r % 3]) / (2 * step), H[r][k], 1e-6);
    }
  }
}

TYPED_TEST(GreenElement, rigid_motions_cost_no_energy_and_give_no_force) {
  for (int trial = 0; trial < 20; ++trial) {
    const double w = this->random.uniform(-1, 1), x = this->random.uniform(-1, 1),
                 y = this->random.uniform(-1, 1), z = this->random.uniform(-1, 1);
    const double s = 1 / std::sqrt(w * w + x * x + y * y + z * z);
    const Mat3 R = to_matrix({s * w, s * x, s * y, s * z});
    auto moved = TypeParam::kRest;
    for (Vec3& p : moved) p = R * p + Vec3{1, -2, 3};
    EXPECT_NEAR(this->energy(moved), 0, 1e-28);
    for (const Vec3& f : this->forces(moved)) EXPECT_LT(norm(f), 1e-13);
  }
}

TYPED_TEST(GreenElement, without_compression_the_hessian_bends_no_direction_down) {
  double least_exact = 0;
  for (int trial = 0; trial < 50; ++trial) {
    const GreenState state = this->state(this->random_corners(0.8));
    least_exact = std::min(least_exact, this->least_curvature(this->hessian(state)));
    EXPECT_GE(this->least_curvature(this->hessian(without_compression(state))), -1e-13);
  }
  const GreenState crushed = this->state(this->scaled(0.3));
  EXPECT_LT(this->least_curvature(this->hessian(crushed)), -0.01);
  EXPECT_GE(this->least_curvature(this->hessian(without_compression(crushed))), -1e-13);
  EXPECT_LT(least_exact, -0.001);
}

TYPED_TEST(GreenElement, under_tension_the_hessian_without_compression_is_the_exact_one) {
  const GreenState state = this->state(this->scaled(1.3));
  const auto exact = this->hessian(state), projected = this->hessian(without_compression(state));
  for (int r = 0; r < 3 * TypeParam::kCorners; ++r)
    for (int c = 0; c < 3 * TypeParam::kCorners; ++c) EXPECT_NEAR(projected[r][c], exact[r][c], 1e-14);
}

TYPED_TEST(GreenElement, at_rest_the_hessian_is_the_stiffness_of_linear_strain) {
  const GreenState rest = this->state(TypeParam::kRest);
  const auto& g = this->element.shape.gradient;
  for (int i = 0; i < TypeParam::kCorners; ++i)
    for (int j = 0; j < TypeParam::kCorners; ++j) {
      const ElementBlock block = green_block(rest, this->element.volume, g[i], g[j]);
      ElementBlock linear;
      if constexpr (TypeParam::kCorners == 4)
        linear = stiffness_block(this->element.shape, kLambda, kMu, i, j);
      else
        linear = stiffness_block(this->element.shape, 0.3, kLambda, kMu, i, j);
      for (int k = 0; k < 9; ++k) EXPECT_NEAR(block[k], linear[k], 1e-14);
    }
}

TEST(GreenElement, of_a_triangle_stretched_out_of_its_plane_has_the_energy_of_the_closed_form) {
  const TriangleShape shape = triangle_shape({Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{0, 1, 0}});
  // One side twice as long and turned upwards.
  const GreenState state = green_state(shape, kLambda, kMu, {Vec3{0, 0, 0}, Vec3{0, 0, 2}, Vec3{0, 1, 0}});
  EXPECT_NEAR(state.psi, kMu * 1.5 * 1.5 + 0.5 * kLambda * 1.5 * 1.5, 1e-14);
}

TEST(PositivePart, of_a_symmetric_3x3_matrix_keeps_its_positive_eigenvalues_only) {
  Random random(8);
  for (int trial = 0; trial < 200; ++trial) {
    const Vec3 a = normalized(random.in_box({-1, -1, -1}, {1, 1, 1}));
    const Vec3 b = normalized(cross(a, random.in_box({-1, -1, -1}, {1, 1, 1}))), c = cross(a, b);
    Vec3 values = random.in_box({-1, -1, -1}, {1, 1, 1});
    if (trial % 4 == 1) values = {std::abs(values.x), std::abs(values.y), std::abs(values.z)};
    if (trial % 4 == 2) values = -Vec3{std::abs(values.x), std::abs(values.y), std::abs(values.z)};
    if (trial % 8 == 3) values.z = 0, values.y = values.x;
    const auto put_together = [&](const Vec3& v) {
      return v.x * outer(a, a) + v.y * outer(b, b) + v.z * outer(c, c);
    };
    const Mat3 error = positive_part(put_together(values)) - put_together(max(values, Vec3{}));
    EXPECT_LT(std::sqrt(inner(error, error)), 1e-13);
  }
}

}  // namespace
}  // namespace sinew
