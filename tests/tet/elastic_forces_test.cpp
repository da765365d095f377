#include "tet/elastic_forces.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "base/random.h"
#include "shape/structured.h"
#include "tet/bars.h"

namespace sinew {
namespace {

const Material kJelly{1e4, 0.3, 1000};

ElasticRest box_rest() {
  const VolumeMesh mesh = box_mesh({1.2, 1, 0.8}, {2, 2, 2});
  std::vector<Material> materials(mesh.tetrahedra.size());
  Random random(4);
  for (Material& m : materials) m = {random.uniform(5e3, 2e4), random.uniform(0, 0.4), 1000};
  return make_elastic_rest(mesh, materials, {});
}

ElasticRest sheet_rest(double bending) {
  return make_elastic_rest(structured_sheet(1.2, 0.8, 24), 0.05, bending, std::vector<Material>{kJelly}, {});
}

BlockVector<double> displaced_at_random(const ElasticRest& rest, double size) {
  Random random(5);
  BlockVector<double> u(rest.positions.size());
  for (auto& b : u) b = to_block(random.in_box({-size, -size, -size}, {size, size, size}));
  return u;
}

Quaternion random_rotation(Random& random) {
  const Vec3 axis = normalized(random.in_box({-1, -1, -1}, {1, 1, 1}));
  const double half = random.uniform(0, std::numbers::pi) / 2;
  return {std::cos(half), std::sin(half) * axis.x, std::sin(half) * axis.y, std::sin(half) * axis.z};
}

BlockVector<double> forces(ElasticForces& elastic, const BlockVector<double>& u) {
  BlockVector<double> f(u.size());
  elastic.add_internal_forces(u, f);
  return f;
}

// The largest difference of a force from minus the slope of the energy at u, over the largest force.
template <typename Energy>
double distance_from_slope(const BlockVector<double>& f, const Energy& energy, BlockVector<double> u) {
  double most = 0, size = 0;
  for (std::size_t i = 0; i < u.size(); ++i)
    for (double Block3<double>::*x : {&Block3<double>::x, &Block3<double>::y, &Block3<double>::z}) {
      const double h = 1e-5, at = u[i].*x;
      u[i].*x = at + h;
      const double above = energy(u);
      u[i].*x = at - h;
      const double below = energy(u);
      u[i].*x = at;
      most = std::max(most, std::abs(f[i].*x + (above - below) / (2 * h)));
      size = std::max(size, std::abs(f[i].*x));
    }
  return most / size;
}

// Corotated strain: force in axes turned to u, energy in axes that follow.
double distance_from_slope(const ElasticRest& rest, Strain strain) {
  ElasticForces elastic(rest, strain);
  const BlockVector<double> u = displaced_at_random(rest, 0.05);
  elastic.update_rotations(u);
  return distance_from_slope(
      forces(elastic, u), [&](const auto& at) { return elastic.energy(at); }, u);
}

TEST(ElasticForces, are_minus_the_slope_of_the_energy) {
  for (const Strain strain : {Strain::kCauchy, Strain::kCorotated, Strain::kGreen})
    EXPECT_LT(distance_from_slope(box_rest(), strain), 1e-6) << kStrainNames[static_cast<int>(strain)];
}

TEST(ElasticForces, of_sheets_are_minus_the_slope_of_the_energy_with_and_without_bending) {
  for (const Strain strain : {Strain::kCauchy, Strain::kGreen})
    for (const double bending : {0.0, 1.0}) EXPECT_LT(distance_from_slope(sheet_rest(bending), strain), 1e-6);
}

TEST(ElasticForces, of_viscosity_are_minus_the_slope_of_its_potential) {
  for (const bool sheet : {false, true}) {
    const ElasticRest rest = sheet ? sheet_rest(1) : box_rest();
    ElasticForces elastic(rest, Strain::kGreen);
    const BlockVector<double> u = displaced_at_random(rest, 0.05);
    BlockVector<double> start = u, f(u.size());
    for (auto& b : start) b = {-0.7 * b.y, 0.2 * b.z, 0.5 * b.x, 0};
    elastic.add_viscous_forces(1.5, start, u, f);
    const auto potential = [&](const auto& at) { return elastic.viscous_potential(1.5, start, at); };
    EXPECT_LT(distance_from_slope(f, potential, u), 1e-6);
    EXPECT_EQ(elastic.viscous_potential(1.5, u, u), 0);
  }
}

TEST(ElasticForces, a_turn_of_a_deformed_body_meets_no_viscosity) {
  const ElasticRest rest = box_rest();
  ElasticForces elastic(rest, Strain::kGreen);
  Random random(8);
  const Mat3 R = to_matrix(random_rotation(random));
  const BlockVector<double> start = displaced_at_random(rest, 0.05);
  BlockVector<double> turned, f(start.size());
  for (std::size_t i = 0; i < start.size(); ++i)
    turned.push_back(to_block(R * (rest.positions[i] + to_vec3(start[i])) - rest.positions[i]));
  elastic.add_viscous_forces(1, start, turned, f);
  EXPECT_LT(norm<double>(f), 1e-9 * norm<double>(forces(elastic, start)));
}

TEST(ElasticForces, the_matrix_is_minus_the_slope_of_the_forces_at_rest) {
  for (const bool sheet : {false, true})
    for (const Strain strain : {Strain::kCauchy, Strain::kCorotated, Strain::kGreen}) {
      if (sheet && strain == Strain::kCorotated) continue;
      const ElasticRest rest = sheet ? sheet_rest(1) : box_rest();
      ElasticForces elastic(rest, strain);
      BlockVector<double> zero(rest.positions.size());
      const auto u = displaced_at_random(rest, 1e-6);
      BlockMatrix<double> K(rest.pattern);
      if (strain == Strain::kGreen)
        assemble_green<double>(rest, elastic.convex_states(zero), mass_matrix(rest), {1, 0},
                               HeldColumns::kKeep, K);
      else
        assemble<double>(rest, stiffness_elements<double>(rest), mass_matrix(rest), {1, 0},
                         HeldColumns::kKeep, K);
      BlockVector<double> Ku(u.size());
      multiply<double>(K, u, Ku);
      elastic.update_rotations(u);
      auto f = forces(elastic, u);
      axpby<double>(1, Ku, 1, f);
      EXPECT_LT(norm<double>(f), 1e-4 * norm<double>(Ku)) << kStrainNames[static_cast<int>(strain)] << sheet;
    }
}

TEST(ElasticForces, a_rigid_motion_makes_none) {
  Random random(6);
  for (int trial = 0; trial < 50; ++trial) {
    const Mat3 R = to_matrix(random_rotation(random));
    const Vec3 shift = random.in_box({-9, -9, -9}, {9, 9, 9});
    for (const Strain strain : {Strain::kCorotated, Strain::kGreen})
      for (const bool sheet : {false, true}) {
        if (sheet && strain == Strain::kCorotated) continue;
        const ElasticRest rest = sheet ? sheet_rest(1) : box_rest();
        ElasticForces elastic(rest, strain);
        BlockVector<double> u;
        for (const Vec3& p : rest.positions) u.push_back(to_block(R * p + shift - p));
        elastic.update_rotations(u);
        EXPECT_LT(norm<double>(forces(elastic, u)), 1e-9 * kJelly.young);
        EXPECT_LT(elastic.energy(u), 1e-12 * kJelly.young);
      }
  }
}

TEST(ElasticForces, keep_a_body_from_pushing_or_turning_itself) {
  const ElasticRest rest = box_rest();
  const auto u = displaced_at_random(rest, 0.2);
  for (const Strain strain : {Strain::kCorotated, Strain::kGreen}) {
    ElasticForces elastic(rest, strain);
    elastic.update_rotations(u);
    const auto f = forces(elastic, u);
    Vec3 force, torque;
    for (std::size_t i = 0; i < u.size(); ++i) {
      force += to_vec3(f[i]);
      torque += cross(rest.positions[i] + to_vec3(u[i]), to_vec3(f[i]));
    }
    EXPECT_LT(norm(force), 1e-9 * norm<double>(f));
    EXPECT_LT(norm(torque), 1e-6 * norm<double>(f)) << kStrainNames[static_cast<int>(strain)];
  }
}

TEST(ElasticForces, a_sheet_without_bending_does_not_resist_across_its_plane) {
  BlockVector<double> u = displaced_at_random(sheet_rest(0), 0.01);
  for (auto& b : u) b.x = b.z = 0;
  const ElasticRest limp = sheet_rest(0), stiff = sheet_rest(1);
  ElasticForces without(limp, Strain::kCauchy), with(stiff, Strain::kCauchy);
  EXPECT_EQ(norm<double>(forces(without, u)), 0);
  EXPECT_GT(norm<double>(forces(with, u)), 0);
}

TEST(ElasticForces, a_membrane_under_tension_is_in_plane_stress) {
  const double strain = 1e-5, thickness = 0.05, depth = 0.8;
  const ElasticRest rest = sheet_rest(1);
  double side = 0;
  for (const Vec3& p : rest.positions) side = std::max(side, p.x);
  for (const Strain kind : {Strain::kCauchy, Strain::kGreen}) {
    ElasticForces elastic(rest, kind);
    BlockVector<double> u;
    for (const Vec3& p : rest.positions)
      u.push_back(to_block({strain * p.x, 0, -kJelly.poisson * strain * p.z}));
    const auto f = forces(elastic, u);
    double pull = 0;
    for (std::size_t i = 0; i < u.size(); ++i) {
      const bool end = std::abs(std::abs(rest.positions[i].x) - side) < 1e-9;
      if (rest.positions[i].x > side - 1e-9) pull -= f[i].x;
      EXPECT_LT(norm(Vec3{end ? 0 : f[i].x, f[i].y, f[i].z}),
                1e-4 * kJelly.young * strain * thickness * depth);
    }
    EXPECT_NEAR(pull / (kJelly.young * strain * thickness * depth), 1, 1e-4);
    std::vector<float> stress(rest.elements.size());
    elastic.stresses(u, stress);
    for (const float s : stress) EXPECT_NEAR(s / (kJelly.young * strain), 1, 1e-4);
  }
}

}  // namespace
}  // namespace sinew
