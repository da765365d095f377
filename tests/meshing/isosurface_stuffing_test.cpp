#include "meshing/isosurface_stuffing.h"

#include <gtest/gtest.h>

#include <functional>
#include <numbers>

#include "base/parallel.h"
#include "mesh/tetrahedron_locator.h"
#include "meshing/mesh_checks.h"

namespace sinew {
namespace {

// A field given by a formula.
class Formula : public SolidField {
 public:
  Formula(std::function<double(const Vec3&)> f, Box3 box) : f_(std::move(f)), box_(box) {}
  double operator()(const Vec3& p) const override { return f_(p); }
  bool same_side(const Vec3&, double value, double radius) const override { return std::abs(value) > radius; }
  Box3 box() const override { return box_; }

 private:
  std::function<double(const Vec3&)> f_;
  Box3 box_;
};

const Formula kBall([](const Vec3& p) { return norm(p) - 1; }, {{-1, -1, -1}, {1, 1, 1}});
const Formula kTorus([](const Vec3& p) { return std::hypot(std::hypot(p.x, p.y) - 1, p.z) - 0.4; },
                     {{-1.4, -1.4, -0.4}, {1.4, 1.4, 0.4}});
const Formula kCube(
    [](const Vec3& p) {
      return std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)}) - 1;
    },
    {{-1, -1, -1}, {1, 1, 1}});

TEST(BccLattice, elements_fill_the_space_between_the_outer_centres) {
  const BccLattice lattice({{0, 0, 0}, {1, 2, 3}}, 0.5, rotation_axes({1, 1, 0}, 0.4));
  VolumeMesh mesh;
  for (Index i = 0; i < lattice.node_count(); ++i) {
    ASSERT_EQ(lattice.node(lattice.half(i)), i);
    mesh.positions.push_back(lattice.position(i));
  }
  lattice.for_each_tetrahedron([&](const auto& nodes, const auto&) { mesh.tetrahedra.push_back(nodes); });
  for (Index t = 0; t < mesh.tetrahedron_count(); ++t)
    ASSERT_NEAR(tetrahedron_volume(mesh, t), 0.125 / 12, 1e-12);
  EXPECT_NEAR(test::dihedral_range(mesh).least, 60, 1e-6);
  EXPECT_NEAR(test::dihedral_range(mesh).most, 90, 1e-6);
  EXPECT_EQ(count_outside(mesh, std::vector<Vec3>{{0, 0, 0}, {1, 2, 3}, {0.3, 1.1, 2.2}}), 0);
}

TEST(IsosurfaceStuffing, angles_stay_good_whatever_the_shape_and_the_lattice) {
  for (const Formula* shape : {&kBall, &kTorus, &kCube})
    for (int turn = 0; turn < 4; ++turn) {
      const BccLattice lattice(shape->box(), 0.17 + 0.03 * turn, rotation_axes({1, 2, 3}, 0.5 * turn),
                               {0.1 * turn, 0.2, 0.3});
      const VolumeMesh mesh = stuff(*shape, lattice);
      test::expect_sound(mesh);
      EXPECT_GT(test::dihedral_range(mesh).least, 10.5);
      EXPECT_LT(test::dihedral_range(mesh).most, 161);
    }
}

TEST(IsosurfaceStuffing, the_volume_of_a_ball_converges_with_the_square_of_the_spacing) {
  const double exact = 4 * std::numbers::pi / 3;
  std::vector<double> errors;
  for (const double spacing : {0.4, 0.2, 0.1})
    errors.push_back(exact - total_volume(stuff(kBall, BccLattice(kBall.box(), spacing))));
  EXPECT_NEAR(std::log2(errors[0] / errors[1]), 2, 0.5);
  EXPECT_NEAR(std::log2(errors[1] / errors[2]), 2, 0.5);
}

TEST(IsosurfaceStuffing, boundary_nodes_lie_on_the_zero_set) {
  const double spacing = 0.2;
  const VolumeMesh mesh = stuff(kTorus, BccLattice(kTorus.box(), spacing));
  for (const Triangle& t : boundary_surface(mesh).triangles)
    for (const Index v : t) EXPECT_NEAR(kTorus(mesh.positions[v]), 0, 5e-3 * spacing);
}

TEST(IsosurfaceStuffing, has_the_same_bits_for_1_2_and_4_threads) {
  const BccLattice lattice(kTorus.box(), 0.15);
  set_thread_count(1);
  const VolumeMesh one = stuff(kTorus, lattice);
  for (const int threads : {2, 4}) {
    set_thread_count(threads);
    const VolumeMesh many = stuff(kTorus, lattice);
    EXPECT_EQ(many.positions, one.positions);
    EXPECT_EQ(many.tetrahedra, one.tetrahedra);
  }
  set_thread_count(0);
}

TEST(IsosurfaceStuffing, an_empty_solid_gives_an_empty_mesh) {
  const Formula nothing([](const Vec3&) { return 1.0; }, {{0, 0, 0}, {1, 1, 1}});
  EXPECT_EQ(stuff(nothing, BccLattice(nothing.box(), 0.2)).tetrahedron_count(), 0);
}

}  // namespace
}  // namespace sinew
