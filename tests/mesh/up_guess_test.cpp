#include "mesh/up_guess.h"

#include <gtest/gtest.h>

#include "mesh/test_surfaces.h"

namespace sinew {
namespace {

// A ball on four legs, which point against `up`.
SurfaceMesh beast(int up) {
  SurfaceMesh mesh;
  const auto add = [&](SurfaceMesh part, const Vec3& move, const Vec3& size) {
    for (Vec3& p : part.positions) {
      const Vec3 q{move.x + size.x * p.x, move.y + size.y * p.y, move.z + size.z * p.z};
      for (int axis = 0; axis < 3; ++axis) p[(up + axis) % 3] = q[axis];
    }
    append(mesh, part);
  };
  add(test::sphere(40), {1.2, 0, 0}, {0.7, 1, 0.6});
  for (const double y : {-0.6, 0.4})
    for (const double z : {-0.4, 0.2}) add(test::cube(), {0, y, z}, {1, 0.2, 0.2});
  return mesh;
}

TEST(UpGuess, what_stands_on_legs_along_z_has_z_up) {
  const UpGuess guess = guess_up(beast(2));
  EXPECT_EQ(guess.axis, 'z');
  EXPECT_EQ(guess.reason, "it has a base to stand on along z alone");
}

TEST(UpGuess, what_stands_on_legs_along_y_has_y_up) {
  EXPECT_EQ(guess_up(beast(1)).axis, 'y');
  EXPECT_EQ(guess_up(beast(1)).reason, "it has a base to stand on along y");
}

TEST(UpGuess, y_is_taken_where_nothing_tells) {
  EXPECT_EQ(guess_up(test::cube()).axis, 'y');
  EXPECT_EQ(guess_up(test::sphere(20)).axis, 'y');
  EXPECT_EQ(guess_up({{{0, 0, 0}, {1, 0, 0}, {0, 0, 1}}, {{0, 1, 2}}}).axis, 'y');
}

TEST(UpGuess, a_ring_that_lies_flat_across_z_has_z_up) { EXPECT_EQ(guess_up(test::torus(30, 12)).axis, 'z'); }

}  // namespace
}  // namespace sinew
