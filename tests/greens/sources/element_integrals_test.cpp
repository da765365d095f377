#include "greens/sources/element_integrals.h"

#include <gtest/gtest.h>

#include <cmath>

namespace sinew {
namespace {

const Material kMaterial{2, 0.3, 1000};

TEST(ElementIntegrals, near_and_far_agree_with_a_fine_sum) {
  const Kelvin kelvin(kMaterial);
  const Corners corners{Vec3{0, 0, 0}, Vec3{1, 0, 0.2}, Vec3{0.3, 0.8, 0}};
  const Vec3 area_vector = cross(corners[1] - corners[0], corners[2] - corners[0]);
  for (const double height : {0.1, 0.3, 1.0, 3.0, 8.0}) {
    const Vec3 x = (corners[0] + corners[1] + corners[2]) / 3 + height * normalized(area_vector);
    const ElementIntegrals found = integrate_apart(kelvin, x, corners);
    ElementIntegrals sum;
    constexpr int kParts = 400;
    for (int i = 0; i < kParts; ++i)
      for (int j = 0; j + i < kParts; ++j)
        for (int half = 0; half < 2 && i + j + half < kParts; ++half) {
          const double b = (i + (1 + half) / 3.0) / kParts, c = (j + (1 + half) / 3.0) / kParts;
          const double hats[] = {1 - b - c, b, c};
          const Vec3 r = hats[0] * corners[0] + b * corners[1] + c * corners[2] - x;
          const double over_r = 1 / norm(r), weight = 0.5 * norm(area_vector) / (kParts * kParts);
          for (int k = 0; k < 3; ++k) {
            sum.Q[k] = sum.Q[k] + weight * hats[k] * over_r * kelvin.displacement(over_r * r);
            sum.H[k] = sum.H[k] + weight * hats[k] * over_r * over_r *
                                      kelvin.traction(over_r * r, normalized(area_vector));
          }
        }
    for (int k = 0; k < 3; ++k) {
      const Mat3 dQ = found.Q[k] - sum.Q[k], dH = found.H[k] - sum.H[k];
      EXPECT_LT(std::sqrt(inner(dQ, dQ) / inner(sum.Q[k], sum.Q[k])), 1e-4) << height;
      EXPECT_LT(std::sqrt(inner(dH, dH) / inner(sum.H[k], sum.H[k])), 2e-4) << height;
    }
  }
}

TEST(ElementIntegrals, at_a_corner_agree_with_points_that_approach_it_from_far_inside_the_other_hats) {
  // Displacements are continuous at the triangle: from just above, the same.
  const Kelvin kelvin(kMaterial);
  const Corners corners{Vec3{0, 0, 0}, Vec3{1, 0, 0.2}, Vec3{0.3, 0.8, 0}};
  for (int at = 0; at < 3; ++at) {
    const ElementIntegrals exact = integrate_at_corner(kelvin, corners, at);
    const Vec3 above = corners[at] + 1e-3 * Vec3{-0.2, 0, 1};
    const ElementIntegrals near = integrate_apart(kelvin, above, corners);
    for (int k = 0; k < 3; ++k) {
      const Mat3 d = exact.Q[k] - near.Q[k];
      EXPECT_LT(std::sqrt(inner(d, d) / inner(exact.Q[k], exact.Q[k])), 0.01) << at << k;
    }
  }
}

}  // namespace
}  // namespace sinew
