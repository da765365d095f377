#include "sinew/render/viewer.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "render/frames.h"

namespace sinew {
namespace {

Ray towards(const Vec3& from, const Vec3& at) { return {from, normalized(at - from)}; }

TEST(Pick, finds_the_point_that_the_ray_goes_through) {
  const Frame frame = frame_of(square_at({0, 0, 5}));
  const Vec3 at{0.3, -0.7, 5};
  const auto hit = pick(frame, towards({1, 2, -3}, at));
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->body, 0);
  EXPECT_EQ(hit->triangle, 0);
  EXPECT_LT(distance(hit->point, at), 1e-14);
  EXPECT_NEAR(hit->distance, distance({1, 2, -3}, at), 1e-14);
}

TEST(Pick, hits_either_side_of_a_surface) {
  const Frame frame = frame_of(square_at({}));
  EXPECT_TRUE(pick(frame, towards({0.1, 0.2, 1}, {0.1, 0.2, 0})));
  EXPECT_TRUE(pick(frame, towards({0.1, 0.2, -1}, {0.1, 0.2, 0})));
}

TEST(Pick, misses_beside_behind_and_edge_on) {
  const Frame frame = frame_of(square_at({}));
  EXPECT_FALSE(pick(frame, towards({1.001, 0, 1}, {1.001, 0, 0})));
  EXPECT_FALSE(pick(frame, towards({0, 0.1, 1}, {0, 0.1, 2})));
  EXPECT_FALSE(pick(frame, towards({-5, 0, 0}, {0, 0, 0})));
  EXPECT_FALSE(pick(Frame{}, towards({0, 0, 1}, {})));
}

TEST(Pick, no_ray_slips_through_the_edge_between_two_triangles) {
  const Frame frame = frame_of(square_at({}));
  Random random(7);
  for (int i = 0; i < 1000; ++i) {
    const double t = 2 * random.uniform() - 1;
    const Vec3 from{random.uniform(), random.uniform(), 1 + random.uniform()};
    EXPECT_TRUE(pick(frame, towards(from, {t, t, 0}))) << i;
  }
}

TEST(Pick, takes_the_nearest_of_all_bodies_as_they_are_now) {
  Frame frame = frame_of(square_at({0, 0, 1}));
  frame.bodies.push_back(frame_of(square_at({0, 0, 0})).bodies[0]);
  const Ray ray = towards({0.2, 0.1, 4}, {0.2, 0.1, 0});
  EXPECT_EQ(pick(frame, ray)->body, 0);
  for (Vec3& p : frame.bodies[0].positions) p.z -= 2;
  EXPECT_EQ(pick(frame, ray)->body, 1);
  for (Vec3& p : frame.bodies[1].positions) p.x += 10;
  EXPECT_EQ(pick(frame, ray)->body, 0);
}

TEST(Pick, stays_exact_far_from_the_origin) {
  const Vec3 far{1e6, -1e6, 3e5};
  const Frame frame = frame_of(square_at(far));
  const auto hit = pick(frame, towards(far + Vec3{0.5, 0.5, 3}, far + Vec3{0.25, 0.5, 0}));
  ASSERT_TRUE(hit);
  EXPECT_LT(distance(hit->point, far + Vec3{0.25, 0.5, 0}), 1e-8);
}

}  // namespace
}  // namespace sinew
