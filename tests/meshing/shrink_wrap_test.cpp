#include "meshing/shrink_wrap.h"

#include <gtest/gtest.h>

#include "mesh/test_surfaces.h"
#include "mesh/tetrahedron_locator.h"
#include "meshing/bcc_lattice.h"
#include "meshing/mesh_checks.h"
#include "meshing/peel.h"
#include "meshing/surface_samples.h"

namespace sinew {
namespace {

// Every lattice element in a box around the unit ball.
VolumeMesh block(double spacing) {
  const BccLattice lattice({{-1, -1, -1}, {1, 1, 1}}, spacing);
  VolumeMesh mesh;
  for (Index i = 0; i < lattice.node_count(); ++i) mesh.positions.push_back(lattice.position(i));
  lattice.for_each_tetrahedron([&](const auto& nodes, const auto&) { mesh.tetrahedra.push_back(nodes); });
  drop_unused_nodes(mesh);
  return mesh;
}

TEST(ShrinkWrap, tightens_a_block_around_a_ball_and_lets_no_point_out) {
  const SurfaceMesh ball = test::sphere(40);
  VolumeMesh mesh = block(0.8);
  const double before = total_volume(mesh);
  const double lost = shrink_wrap(mesh, ball.positions);
  EXPECT_NEAR(before - lost, total_volume(mesh), 1e-9);
  EXPECT_LT(total_volume(mesh), 0.5 * before);
  EXPECT_EQ(count_outside(mesh, ball.positions), 0);
  test::expect_sound(mesh);
  EXPECT_GE(test::dihedral_range(mesh).least, 13.99);
  EXPECT_LE(test::dihedral_range(mesh).most, 156.01);
}

TEST(ShrinkWrap, keeps_the_elements_and_only_moves_nodes) {
  VolumeMesh mesh = block(1.0);
  const auto elements = mesh.tetrahedra;
  shrink_wrap(mesh, test::sphere(20).positions);
  EXPECT_EQ(mesh.tetrahedra, elements);
}

TEST(Peel, takes_off_what_is_outside_but_opens_no_tunnel) {
  const SurfaceMesh torus = test::torus(60, 24);
  const SignedDistance solid(torus);
  const BccLattice lattice(solid.box(), 0.4);
  VolumeMesh mesh;
  for (Index i = 0; i < lattice.node_count(); ++i) mesh.positions.push_back(lattice.position(i));
  lattice.for_each_tetrahedron([&](const auto& nodes, const auto&) { mesh.tetrahedra.push_back(nodes); });
  const Index before = mesh.tetrahedron_count();
  const Index gone = peel(mesh, torus.positions, solid);
  EXPECT_EQ(mesh.tetrahedron_count(), before - gone);
  EXPECT_LT(mesh.tetrahedron_count(), 0.6 * before);
  EXPECT_EQ(count_outside(mesh, torus.positions), 0);
  test::expect_sound(mesh);
  EXPECT_EQ(split_hinges(mesh), 0);
  EXPECT_EQ(face_components(face_neighbours(mesh.tetrahedra)).count, 1);
}

TEST(SurfaceSamples, leave_no_gap_wider_than_the_spacing) {
  const SurfaceMesh cube = test::cube();
  const auto samples = surface_samples(cube, 0.1);
  EXPECT_EQ(std::vector<Vec3>(samples.begin(), samples.begin() + 8), cube.positions);
  for (const double u : {0.03, 0.37, 0.71})
    for (const double v : {0.11, 0.52, 0.96}) {
      double nearest = 1;
      for (const Vec3& s : samples) nearest = std::min(nearest, distance(s, {u, v, 1}));
      EXPECT_LT(nearest, 0.1);
    }
  EXPECT_LE(surface_samples(cube, 1e-6, 5000).size(), 5000U);
}

}  // namespace
}  // namespace sinew
