#include "mesh/sheet_guess.h"

#include <gtest/gtest.h>

#include "mesh/test_surfaces.h"

namespace sinew {
namespace {

// What is left of a sphere below a height.
SurfaceMesh bowl(double height) {
  SurfaceMesh mesh = test::sphere(40);
  std::erase_if(mesh.triangles, [&](const Triangle& t) {
    return std::ranges::any_of(t, [&](Index v) { return mesh.positions[v].z > height; });
  });
  return mesh;
}

// Without every nth triangle.
SurfaceMesh with_holes(SurfaceMesh mesh, std::size_t n) {
  std::vector<Triangle> kept;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    if (t % n != 0) kept.push_back(mesh.triangles[t]);
  mesh.triangles = kept;
  return mesh;
}

TEST(SheetGuess, a_closed_surface_is_no_sheet) { EXPECT_FALSE(is_sheet(test::cube())); }

TEST(SheetGuess, a_square_and_a_bowl_are_sheets_but_a_jar_is_not) {
  EXPECT_TRUE(is_sheet({{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 2, 3}}}));
  EXPECT_TRUE(is_sheet(bowl(-0.2)));
  EXPECT_FALSE(is_sheet(bowl(0.8)));
}

TEST(SheetGuess, many_small_holes_do_not_make_a_sheet_of_a_solid) {
  // Their borders add up to more than that of half a sphere.
  EXPECT_FALSE(is_sheet(with_holes(test::sphere(80), 20)));
}

TEST(SheetGuess, the_larger_part_decides) {
  const SurfaceMesh square{{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 2, 3}}};
  EXPECT_FALSE(is_sheet(test::joined(test::cube(), square)));
  EXPECT_TRUE(is_sheet(test::joined(test::cube(0.1), square)));
}

}  // namespace
}  // namespace sinew
