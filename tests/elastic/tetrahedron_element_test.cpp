#include "elastic/tetrahedron_element.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "sinew/base/error.h"

namespace sinew {
namespace {

const std::array<Vec3, 4> kCorners{Vec3{0.1, 0, 0}, Vec3{1.2, 0.1, -0.1}, Vec3{0.2, 0.9, 0.2},
                                   Vec3{0, 0.3, 1.1}};

Vec3 block_times(const ElementBlock& K, const Vec3& u) {
  return {K[0] * u.x + K[3] * u.y + K[6] * u.z, K[1] * u.x + K[4] * u.y + K[7] * u.z,
          K[2] * u.x + K[5] * u.y + K[8] * u.z};
}

std::array<Vec3, 4> forces(const TetrahedronShape& shape, const Material& m, const std::array<Vec3, 4>& u) {
  std::array<Vec3, 4> f;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) f[i] += block_times(stiffness_block(shape, m.lambda(), m.mu(), i, j), u[j]);
  return f;
}

TEST(TetrahedronElement, shape_gradients_reproduce_linear_fields) {
  const TetrahedronShape shape = tetrahedron_shape(kCorners);
  EXPECT_NEAR(shape.volume, six_volume(kCorners[0], kCorners[1], kCorners[2], kCorners[3]) / 6, 1e-15);
  const Vec3 slope{1.5, -2, 0.7};
  Vec3 sum, field;
  for (int i = 0; i < 4; ++i) {
    sum += shape.gradient[i];
    field += dot(slope, kCorners[i]) * shape.gradient[i];
  }
  EXPECT_LT(norm(sum), 1e-14);
  EXPECT_LT(norm(field - slope), 1e-13);
}

TEST(TetrahedronElement, translations_and_small_rotations_give_no_force) {
  const TetrahedronShape shape = tetrahedron_shape(kCorners);
  std::array<Vec3, 4> moved, turned;
  for (int i = 0; i < 4; ++i) {
    moved[i] = {1, 2, 3};
    turned[i] = cross(Vec3{0.3, -1, 0.5}, kCorners[i]);
  }
  for (const auto& u : {moved, turned})
    for (const Vec3& f : forces(shape, Material{}, u)) EXPECT_LT(norm(f), 1e-8);
}

TEST(TetrahedronElement, stiffness_is_symmetric_and_the_work_of_a_uniaxial_stretch_is_exact) {
  const TetrahedronShape shape = tetrahedron_shape(kCorners);
  const Material m{2e5, 0.25, 1000};
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      const ElementBlock a = stiffness_block(shape, m.lambda(), m.mu(), i, j);
      const ElementBlock b = stiffness_block(shape, m.lambda(), m.mu(), j, i);
      for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c) EXPECT_NEAR(a[3 * c + r], b[3 * r + c], 1e-9);
    }
  // Strain e along x with free sides: stress E e, energy E e^2 V / 2.
  const double e = 1e-3;
  std::array<Vec3, 4> u;
  for (int i = 0; i < 4; ++i)
    u[i] = {e * kCorners[i].x, -m.poisson * e * kCorners[i].y, -m.poisson * e * kCorners[i].z};
  const auto f = forces(shape, m, u);
  double energy = 0;
  for (int i = 0; i < 4; ++i) energy += 0.5 * dot(f[i], u[i]);
  EXPECT_NEAR(energy, 0.5 * m.young * e * e * shape.volume, 1e-12);
  const auto stress = cauchy_stress(shape, m.lambda(), m.mu(), u);
  EXPECT_NEAR(stress[0], m.young * e, 1e-9);
  for (int k = 1; k < 6; ++k) EXPECT_NEAR(stress[k], 0, 1e-9);
  EXPECT_NEAR(von_mises(stress), m.young * e, 1e-9);
}

TEST(TetrahedronElement, forces_are_the_gradient_of_the_energy) {
  const TetrahedronShape shape = tetrahedron_shape(kCorners);
  const Material m{};
  Random random(3);
  std::array<Vec3, 4> u;
  for (Vec3& v : u) v = random.in_box({-1, -1, -1}, {1, 1, 1});
  auto energy = [&](const std::array<Vec3, 4>& w) {
    const auto f = forces(shape, m, w);
    double sum = 0;
    for (int i = 0; i < 4; ++i) sum += 0.5 * dot(f[i], w[i]);
    return sum;
  };
  const auto f = forces(shape, m, u);
  for (int i = 0; i < 4; ++i)
    for (int axis = 0; axis < 3; ++axis) {
      auto plus = u, minus = u;
      plus[i][axis] += 1e-4, minus[i][axis] -= 1e-4;
      EXPECT_NEAR((energy(plus) - energy(minus)) / 2e-4, f[i][axis], 1e-6 * m.young);
    }
}

TEST(TetrahedronElement, consistent_mass_adds_up_to_the_mass) {
  const TetrahedronShape shape = tetrahedron_shape(kCorners);
  double mass = 0;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) mass += consistent_mass(shape, 1100, i, j);
  EXPECT_NEAR(mass, 1100 * shape.volume, 1e-9);
}

TEST(Material, nonsense_is_refused_by_what_is_wrong_with_it) {
  for (const Material& m : {Material{-1, 0.3, 1000}, Material{1e6, 0.5, 1000}, Material{1e6, 0.3, 0},
                            Material{1e6, -1, 1000}, Material{NAN, 0.3, 1000}})
    EXPECT_THROW(require_physical(m, "scene.json"), Error);
  for (const NamedMaterial& named : named_materials()) EXPECT_NO_THROW(require_physical(named.material, ""));
}

TEST(Material, names_are_found_and_typos_answered) {
  EXPECT_EQ(named_material("steel").young, 2e11);
  try {
    named_material("stel");
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean 'steel'"), std::string::npos);
  }
}

}  // namespace
}  // namespace sinew
