#include "meshing/winding_number.h"

#include <gtest/gtest.h>

#include <numbers>

#include "base/random.h"
#include "mesh/test_surfaces.h"
#include "sinew/meshing/signed_distance.h"

namespace sinew {
namespace {

double exact_winding(const SurfaceMesh& mesh, const Vec3& p) {
  double total = 0;
  for (Index t = 0; t < mesh.triangle_count(); ++t) {
    const auto [a, b, c] = mesh.corners(t);
    total += solid_angle(p, a, b, c);
  }
  return total / (4 * std::numbers::pi);
}

TEST(WindingNumber, an_octant_has_the_solid_angle_pi_over_two) {
  EXPECT_NEAR(solid_angle({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}), std::numbers::pi / 2, 1e-14);
  EXPECT_NEAR(solid_angle({0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {0, 1, 0}), -std::numbers::pi / 2, 1e-14);
}

TEST(WindingNumber, is_one_inside_and_zero_outside_a_cube) {
  const TriangleTree tree(test::cube());
  const WindingNumber winding(tree);
  Random random(5);
  for (int i = 0; i < 1000; ++i) {
    const Vec3 p = random.in_box({-1, -1, -1}, {2, 2, 2});
    const bool inside = Box3{{0, 0, 0}, {1, 1, 1}}.contains(p);
    EXPECT_NEAR(winding(p), inside ? 1 : 0, 0.05);
  }
}

TEST(WindingNumber, the_tree_gives_the_sum_over_all_triangles_the_better_the_more_it_is_asked) {
  SurfaceMesh mesh = test::joined(test::torus(60, 24), test::sphere(30, 0.8, {2, 0, 0}));
  mesh.triangles.erase(mesh.triangles.begin() + 100, mesh.triangles.begin() + 260);  // a hole
  const TriangleTree tree(mesh);
  for (const auto& [accuracy, bound] : {std::pair{2.0, 0.1}, {4.0, 0.02}, {8.0, 0.004}}) {
    const WindingNumber winding(tree, accuracy);
    Random random(6);
    double worst = 0;
    for (int i = 0; i < 1000; ++i) {
      const Vec3 p = random.in_box({-3, -3, -1.5}, {3, 3, 1.5});
      worst = std::max(worst, std::abs(winding(p) - exact_winding(mesh, p)));
    }
    EXPECT_LT(worst, bound);
  }
}

TEST(WindingNumber, adds_up_where_bodies_overlap_and_changes_sign_with_orientation) {
  const SurfaceMesh two = test::joined(test::sphere(24), test::sphere(24, 1, {0.5, 0, 0}));
  const TriangleTree tree(two), turned(test::turned_over(two));
  EXPECT_NEAR(WindingNumber(tree)({0.25, 0, 0}), 2, 0.1);
  EXPECT_NEAR(WindingNumber(turned)({0.25, 0, 0}), -2, 0.1);
}

TEST(SignedDistance, of_a_sphere_matches_the_closed_form) {
  const SignedDistance distance(test::sphere(160));
  EXPECT_TRUE(distance.closed());
  Random random(7);
  for (int i = 0; i < 300; ++i) {
    const Vec3 p = random.in_box({-2, -2, -2}, {2, 2, 2});
    EXPECT_NEAR(distance(p), norm(p) - 1, 1e-3);
  }
}

TEST(SignedDistance, balls_said_to_lie_on_one_side_do_so_also_near_a_hole) {
  SurfaceMesh mesh = test::sphere(40);
  std::erase_if(mesh.triangles, [&](const Triangle& t) { return mesh.positions[t[0]].z > 0.6; });
  const SignedDistance solid(mesh);
  EXPECT_FALSE(solid.closed());
  Random random(8);
  int balls = 0;
  for (int i = 0; i < 20'000; ++i) {
    const Vec3 center = random.in_box({-1.5, -1.5, -1.5}, {1.5, 1.5, 1.5});
    const double radius = random.uniform(0.01, 0.2);
    if (!solid.same_side(radius, solid.distance(center), solid.winding(center))) continue;
    ++balls;
    const Vec3 other = center + radius * normalized(random.in_box({-1, -1, -1}, {1, 1, 1}));
    EXPECT_EQ(solid.inside(center), solid.inside(other));
  }
  EXPECT_GT(balls, 1000);
}

}  // namespace
}  // namespace sinew
