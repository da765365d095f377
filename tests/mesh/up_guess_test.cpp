#include "mesh/up_guess.h"

#include <gtest/gtest.h>

#include "mesh/test_surfaces.h"

namespace sinew {
namespace {

// A body on four legs, each of them a cube's width from the next; the legs point against `up`.
SurfaceMesh table(int up) {
  SurfaceMesh mesh;
  const auto add = [&](const Vec3& lower, const Vec3& size) {
    SurfaceMesh block = test::cube();
    for (Vec3& p : block.positions) {
      const Vec3 q{lower.x + size.x * p.x, lower.y + size.y * p.y, lower.z + size.z * p.z};
      p = {};
      for (int axis = 0; axis < 3; ++axis) p[(up + axis) % 3] = q[axis];
    }
    append(mesh, block);
  };
  add({1, 0, 0}, {0.3, 2, 1});
  for (const double y : {0.0, 1.8})
    for (const double z : {0.0, 0.8}) add({0, y, z}, {1, 0.2, 0.2});
  return mesh;
}

TEST(UpGuess, what_stands_on_legs_along_z_has_z_up) {
  const UpGuess guess = guess_up(table(2));
  EXPECT_EQ(guess.axis, 'z');
  EXPECT_EQ(guess.reason, "it has a base to stand on along z alone");
}

TEST(UpGuess, what_stands_on_legs_along_y_has_y_up) {
  EXPECT_EQ(guess_up(table(1)).axis, 'y');
  EXPECT_EQ(guess_up(table(1)).reason, "it has a base to stand on along y");
}

TEST(UpGuess, y_is_taken_where_nothing_tells) {
  EXPECT_EQ(guess_up(test::cube()).axis, 'y');
  EXPECT_EQ(guess_up(test::sphere(20)).axis, 'y');
  EXPECT_EQ(guess_up({{{0, 0, 0}, {1, 0, 0}, {0, 0, 1}}, {{0, 1, 2}}}).axis, 'y');
}

TEST(UpGuess, a_ring_that_lies_flat_across_z_has_z_up) { EXPECT_EQ(guess_up(test::torus(30, 12)).axis, 'z'); }

}  // namespace
}  // namespace sinew
