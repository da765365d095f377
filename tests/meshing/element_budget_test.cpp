#include "meshing/element_budget.h"

#include <gtest/gtest.h>

#include "mesh/test_surfaces.h"
#include "sinew/meshing/tetrahedra.h"

namespace sinew {
namespace {

// Boxes of many shapes: a cube, a plate, a film, a needle.
const Box3 kBoxes[] = {{{0, 0, 0}, {1, 1, 1}},
                       {{0, 0, 0}, {1, 0.01, 1}},
                       {{-1, -1e-4, -1}, {1, 1e-4, 1}},
                       {{0, 0, 0}, {1e-3, 1e-3, 9}}};

TEST(ElementBudget, the_finest_lattice_has_no_more_cubes_than_its_elements_are_worth) {
  for (const Index target : {20, 150, 20'000, 1'000'000})
    for (const Box3& box : kBoxes)
      for (const auto& axes : {BccLattice::identity_axes(), rotation_axes({1, 2, 3}, 0.7)}) {
        const double spacing = least_spacing(target, box, axes);
        // With the room that balls around samples need.
        const BccLattice lattice(box.inflated(2 * spacing), spacing, axes);
        EXPECT_LE(lattice.node_count(), 2.2 * most_cubes(target));
      }
  EXPECT_LE(most_cubes(150), 1e6);
  EXPECT_LE(most_cubes(1'000'000'000), BccLattice::kMostCubes);
}

TEST(ElementBudget, no_lattice_finer_than_the_least_spacing_is_asked_for) {
  std::vector<double> asked;
  const auto too_few = [&](double spacing) {
    asked.push_back(spacing);
    return box_mesh({1, 1, 1}, {1, 1, 1});
  };
  mesh_of_size(10'000, 1, 0.3, too_few);
  EXPECT_EQ(asked, (std::vector<double>{1, 0.4, 0.3}));
  asked.clear();
  mesh_of_size(10'000, 0.1, 0.3, too_few);
  EXPECT_EQ(asked, (std::vector<double>{0.3}));
}

// Cubes of side 1, `along` of them along each axis, one apart.
SurfaceMesh many_cubes(Index along) {
  SurfaceMesh all;
  for (Index i = 0; i < along * along * along; ++i) {
    SurfaceMesh cube = test::cube();
    const Vec3 at{2.0 * (i % along), 2.0 * (i / along % along), 2.0 * (i / along / along)};
    for (Vec3& p : cube.positions) p += at;
    append(all, cube);
  }
  return all;
}

TEST(ElementBudget, a_lattice_does_not_follow_parts_much_smaller_than_its_cubes) {
  const SurfaceMesh cubes = many_cubes(4);
  EXPECT_TRUE(can_follow(cubes, 64, 0.9));
  EXPECT_FALSE(can_follow(cubes, 64, 1.1));
  EXPECT_TRUE(can_follow(test::sphere(24), signed_volume(test::sphere(24)), 1.9));
}

TEST(ElementBudget, so_few_elements_that_they_cannot_follow_the_parts_hold_all_of_them) {
  const SurfaceMesh cubes = many_cubes(5);
  const VolumeMesh mesh = tetrahedralize(cubes, SignedDistance(cubes), 300);
  EXPECT_NEAR(mesh.tetrahedron_count(), 300, 75);
  EXPECT_GT(total_volume(mesh), 125);
}

// A film like a bow tie, which no lattice of 150 elements finds: it was looked for on ever finer ones.
TEST(ElementBudget, a_film_is_meshed_on_a_small_lattice) {
  const double t = 1e-4;
  const SurfaceMesh film{
      {{1, 0, 0}, {-1, 0, 0}, {0, t, 0}, {0, -t, 0}, {0, 0, 1}, {0, 0, -1}},
      {{0, 2, 4}, {2, 1, 4}, {2, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}}};
  const VolumeMesh mesh = tetrahedralize(film, SignedDistance(film), 150);
  EXPECT_NEAR(mesh.tetrahedron_count(), 150, 40);
}

}  // namespace
}  // namespace sinew
