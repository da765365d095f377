#include "adaptive/level_rest.h"

#include <gtest/gtest.h>

#include <numeric>

#include "adaptive/free_frequencies.h"
#include "adaptive/hierarchies.h"

namespace sinew {
namespace {

double total(const std::vector<double>& masses) { return std::accumulate(masses.begin(), masses.end(), 0.0); }

Vec3 centre_of_mass(const LevelRest& level) {
  Vec3 sum;
  for (Index i = 0; i < level.node_count(); ++i) sum += level.masses[i] * level.elements.positions[i];
  return sum / total(level.masses);
}

TEST(LevelRest, every_level_has_the_mass_and_the_centre_of_the_body) {
  const AdaptiveRest rest = make_adaptive_rest(test::bear_levels(), std::vector{test::kJelly}, {});
  for (const LevelRest& level : rest.levels) {
    EXPECT_NEAR(total(level.masses) / total(rest.finest().masses), 1, 1e-12);
    EXPECT_LT(distance(centre_of_mass(level), centre_of_mass(rest.finest())), 5e-3 * rest.size);
    for (const double mass : level.masses) EXPECT_GE(mass, 0);
  }
}

TEST(LevelRest, every_level_swings_as_the_body_does) {
  const AdaptiveRest rest = make_adaptive_rest(test::bear_levels(), std::vector{test::kJelly}, {});
  const std::vector<double> fine = free_eigenvalues(rest.finest(), 8);
  for (int l = 1; l < rest.count(); ++l) {
    const std::vector<double> coarse = free_eigenvalues(rest.levels[l], 8);
    ASSERT_EQ(coarse.size(), 8);
    double least = 1e9, most = 0;
    for (int i = 0; i < 8; ++i) {
      const double ratio = std::sqrt(coarse[i] / fine[i]);
      least = std::min(least, ratio), most = std::max(most, ratio);
    }
    std::printf("level %d: %d nodes, frequencies %.3f to %.3f\n", l, rest.levels[l].node_count(), least,
                most);
    EXPECT_GT(least, 0.88);
    EXPECT_LT(most, 1.12);
  }
}

TEST(LevelRest, interpolations_keep_every_linear_field) {
  const AdaptiveRest rest = test::small_bear();
  for (int l = 0; l + 1 < rest.count(); ++l) {
    const LevelRest &fine = rest.levels[l], &coarse = rest.levels[l + 1];
    for (Index i = 0; i < fine.node_count(); ++i) {
      Vec3 sum;
      for (int k = 0; k < 4; ++k) sum += fine.up[i].weight[k] * coarse.elements.positions[fine.up[i].node[k]];
      EXPECT_LT(distance(sum, fine.elements.positions[i]), 1e-13 * rest.size);
    }
    for (Index i = 0; i < coarse.node_count(); ++i) {
      Vec3 sum;
      for (const auto& [node, weight] : fine.down[i]) sum += weight * fine.elements.positions[node];
      EXPECT_LT(distance(sum, coarse.elements.positions[i]), 1e-11 * rest.size);
    }
  }
}

// Layers 1:100 of half an element's size.
TEST(LevelRest, layers_of_two_materials_are_as_soft_as_across_them) {
  const std::vector<VolumeMesh> meshes{box_mesh({0.2, 0.05, 0.05}, {16, 4, 4}),
                                       box_mesh({0.2, 0.05, 0.05}, {4, 1, 1})};
  std::vector<Material> materials;
  for (Index e = 0; e < meshes[0].tetrahedron_count(); ++e) {
    Vec3 centre;
    for (const Vec3& p : meshes[0].corners(e)) centre += p / 4;
    const bool is_stiff = static_cast<int>(centre.x / 0.0125) % 2 == 0;
    materials.push_back({is_stiff ? 1e6 : 1e4, 0.3, 1000});
  }
  const AdaptiveRest rest = make_adaptive_rest(meshes, materials, {});
  const std::vector<double> fine = free_eigenvalues(rest.finest(), 4),
                            coarse = free_eigenvalues(rest.levels[1], 4);
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(std::sqrt(coarse[i] / fine[i]), 1, 0.35);
}

}  // namespace
}  // namespace sinew
