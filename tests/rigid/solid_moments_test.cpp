#include "rigid/solid_moments.h"

#include <gtest/gtest.h>

#include "rigid/rigid_shape.h"
#include "rigid_bodies.h"
#include "sinew/embed/embedding.h"
#include "sinew/shape/models.h"

namespace sinew {
namespace {

void expect_near(const Mat3& a, const Mat3& b, double tolerance) {
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) EXPECT_NEAR(a(r, c), b(r, c), tolerance) << r << " " << c;
}

TEST(SolidMoments, of_a_box_are_those_of_the_formula) {
  const SolidMoments box = solid_moments(test::box_surface({1, 2, 3}));
  EXPECT_NEAR(box.volume, 6, 1e-14);
  EXPECT_NEAR(norm(box.centre), 0, 1e-15);
  expect_near(inertia_of(box.second), {{Vec3{6.5, 0, 0}, Vec3{0, 5, 0}, Vec3{0, 0, 2.5}}}, 1e-13);
}

// Of a polyhedron with its corners on the sphere, errors go by the size of its triangles.
TEST(SolidMoments, of_a_ball_approach_the_formula_as_triangles_become_smaller) {
  constexpr double kVolume = 4 * std::numbers::pi / 3, kInertia = 0.4 * kVolume;
  const auto errors = [&](double tolerance) {
    const SurfaceMesh mesh = test::ball_surface(1, tolerance);
    const SolidMoments ball = solid_moments(mesh);
    return std::array{1 - ball.volume / kVolume, 1 - inertia_of(ball.second)(1, 1) / kInertia,
                      1.0 / mesh.triangle_count()};
  };
  const auto coarse = errors(2e-3), fine = errors(5e-4);
  EXPECT_LT(fine[0], 3e-3);
  EXPECT_LT(fine[1], 5e-3);
  for (int k = 0; k < 2; ++k) EXPECT_NEAR(coarse[k] / fine[k], coarse[2] / fine[2], 0.1);
}

TEST(SolidMoments, do_not_change_when_a_surface_is_moved_far_away) {
  const Vec3 far{1000, -2000, 500};
  SurfaceMesh mesh = make_model("bear", 1500, {});
  const SolidMoments here = solid_moments(mesh);
  for (Vec3& p : mesh.positions) p += far;
  const SolidMoments there = solid_moments(mesh);
  EXPECT_NEAR(there.volume / here.volume, 1, 1e-9);
  EXPECT_NEAR(norm(there.centre - far - here.centre), 0, 1e-9);
  expect_near(there.second, here.second, 1e-9 * trace(here.second));
}

TEST(SolidMoments, of_a_surface_turned_inside_out_are_negative) {
  SurfaceMesh mesh = test::box_surface({1, 1, 1});
  for (Triangle& t : mesh.triangles) std::swap(t[0], t[1]);
  EXPECT_NEAR(solid_moments(mesh).volume, -1, 1e-15);
}

TEST(RigidShape, four_points_have_the_moments_of_the_body) {
  const SurfaceMesh mesh = make_model("bear", 1500, {});
  const auto shape = RigidShape::of(mesh);
  Vec3 first;
  Mat3 second;
  for (const Vec3& s : shape->corners) first += s, second = second + 0.25 * shape->solid.volume * outer(s, s);
  EXPECT_NEAR(norm(first), 0, 1e-15);
  expect_near(second, shape->solid.second, 1e-14 * trace(shape->solid.second));
}

TEST(RigidShape, weights_of_a_vertex_sum_to_one_exactly_and_give_its_place) {
  const SurfaceMesh mesh = make_model("bear", 1500, {});
  const auto shape = RigidShape::of(mesh);
  const Embedding& embedding = shape->contact->embedding;
  double worst = 0;
  for (Index v = 0; v < embedding.point_count(); ++v) {
    double sum = 0;
    Vec3 at;
    for (std::size_t k = 0; k < 4; ++k) {
      sum += double(embedding.weights(v)[k]);
      at += double(embedding.weights(v)[k]) * shape->corners[embedding.nodes(v)[k]];
    }
    EXPECT_EQ(sum, 1);
    worst = std::max(worst, distance(at, shape->offsets[v]));
  }
  EXPECT_LT(worst, 1e-6 * bounding_box(mesh).diagonal());
}

TEST(RigidShape, equal_surfaces_are_kept_once) {
  const auto a = RigidShape::of(test::box_surface({1, 2, 3})),
             b = RigidShape::of(test::box_surface({1, 2, 3}));
  EXPECT_EQ(a, b);
  EXPECT_NE(a, RigidShape::of(test::box_surface({1, 2, 4})));
}

}  // namespace
}  // namespace sinew
