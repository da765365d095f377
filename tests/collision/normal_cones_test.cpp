#include "collision/normal_cones.h"

#include <gtest/gtest.h>

namespace sinew {
namespace {

// A roof of two triangles over the x axis, whose other corners are lower by `drop`.
struct Roof {
  explicit Roof(double drop)
      : positions{{0, 0, 0}, {1, 0, 0}, {0.5, -drop, 1}, {0.5, -drop, -1}}, cones(kTriangles, 4) {}

  auto at() const {
    return [this](Index v) { return positions[v]; };
  }
  bool over_ridge(const Vec3& direction) const {
    return cones.contains(std::array<Index, 2>{0, 1}, normalized(direction), at()) &&
           cones.contains(std::array<Index, 2>{1, 0}, normalized(direction), at());
  }
  bool over_corner(const Vec3& direction) const {
    return cones.contains(Index{0}, normalized(direction), at());
  }
  static inline const std::vector<Triangle> kTriangles{{0, 1, 2}, {1, 0, 3}};
  std::vector<Vec3> positions;
  NormalCones cones;
};

TEST(NormalCones, of_a_ridge_lie_between_the_normals_of_its_sides) {
  const Roof roof(0.5);
  EXPECT_TRUE(roof.over_ridge({0, 1, 0}));
  EXPECT_TRUE(roof.over_ridge({0, 1, 0.49}));
  EXPECT_TRUE(roof.over_ridge({0, 1, -0.49}));
  EXPECT_FALSE(roof.over_ridge({0, 1, 0.51}));
  EXPECT_FALSE(roof.over_ridge({0, 1, -0.51}));
}

TEST(NormalCones, of_an_edge_within_a_flat_surface_are_its_normals) {
  const Roof flat(0);
  EXPECT_TRUE(flat.over_ridge({0, 1, 0}));
  EXPECT_TRUE(flat.over_ridge({0, -1, 0}));
  EXPECT_FALSE(flat.over_ridge({0, 1, 0.01}));
}

TEST(NormalCones, a_direction_may_lean_out_of_them_as_far_as_is_asked) {
  const Roof valley(-0.05);
  const auto contains = [&](auto feature, double leaning) {
    return valley.cones.contains(feature, Vec3{0, 1, 0}, valley.at(), leaning);
  };
  const std::array<Index, 2> floor{0, 1};
  EXPECT_FALSE(contains(floor, 0.049));
  EXPECT_TRUE(contains(floor, 0.051));
  EXPECT_FALSE(contains(Index{0}, 0.04));
  EXPECT_TRUE(contains(Index{0}, 0.05));
}

TEST(NormalCones, of_an_edge_of_the_boundary_lead_away_from_its_triangle) {
  const Roof flat(0);
  const auto over = [&](const Vec3& direction) {
    return flat.cones.contains(std::array<Index, 2>{0, 2}, normalized(direction), flat.at());
  };
  EXPECT_TRUE(over({-1, 1, 0}));
  EXPECT_FALSE(over({1, 1, 0}));
}

TEST(NormalCones, of_a_corner_lead_along_none_of_its_edges) {
  const Roof roof(0.5);
  EXPECT_TRUE(roof.over_corner({-1, 0, 0}));
  EXPECT_TRUE(roof.over_corner({-0.1, 1, 0}));
  EXPECT_FALSE(roof.over_corner({0.1, 1, 0}));
}

}  // namespace
}  // namespace sinew
