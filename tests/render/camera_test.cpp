#include "sinew/render/camera.h"

#include <gtest/gtest.h>

#include <vector>

#include "render/matrix4.h"

namespace sinew {
namespace {

constexpr double kAspect = 16.0 / 9;

// Where a point of the world is in the picture: -1..1 to the right and upwards, and in depth.
Vec3 projected(const Camera& camera, const Box3& seen, const Vec3& p) {
  return transform_point(camera.projection(kAspect, seen) * camera.view(), p - camera.target);
}

const Box3 kLong{{-3, 0, -0.2}, {4, 1, 0.3}}, kTall{{100, 0, 5}, {101, 9, 6}}, kFlat{{0, 0, 0}, {2, 0, 2}};

TEST(Camera, all_corners_are_in_the_picture_from_everywhere) {
  for (const Box3& box : {kLong, kTall, kFlat})
    for (const Vec3& up : {Vec3{0, 1, 0}, Vec3{0, 0, 1}})
      for (double azimuth = -3; azimuth < 3.2; azimuth += 0.7)
        for (double elevation = -1.5; elevation < 1.6; elevation += 0.5) {
          const Camera camera = camera_around(box, up, azimuth, elevation, kAspect);
          for (const Vec3& corner : corners_of(box)) {
            const Vec3 p = projected(camera, box, corner);
            EXPECT_LT(std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)}), 1.0);
          }
        }
}

TEST(Camera, a_box_fills_the_picture_in_one_direction) {
  const Camera camera = camera_around(kLong, {0, 1, 0}, 0.4, 0.3, kAspect);
  Box3 there;
  for (const Vec3& corner : corners_of(kLong)) there.extend(projected(camera, kLong, corner));
  EXPECT_GT(std::max(there.size().x, there.size().y), 1.7);
  EXPECT_NEAR(there.lower.x + there.upper.x, 0, 0.15);
}

TEST(Camera, a_point_is_a_box_too) {
  const Camera camera = camera_around({{1, 2, 3}, {1, 2, 3}}, {0, 1, 0}, 0, 0, kAspect);
  EXPECT_GT(camera.distance, 0);
  EXPECT_EQ(camera.target, (Vec3{1, 2, 3}));
}

TEST(Camera, the_ray_through_the_place_of_a_point_meets_it) {
  const Camera camera = camera_around(kLong, {0, 1, 0}, 0.8, 0.3, kAspect);
  for (const Vec3& p : corners_of(kLong)) {
    const Vec3 there = projected(camera, kLong, p);
    const Ray ray = camera.ray(0.5 + 0.5 * there.x, 0.5 - 0.5 * there.y, kAspect);
    EXPECT_NEAR(norm(cross(p - ray.origin, ray.direction)), 0, 1e-9);
    EXPECT_GT(dot(p - ray.origin, ray.direction), 0);
    EXPECT_NEAR(norm(ray.direction), 1, 1e-12);
  }
}

TEST(Camera, orbiting_keeps_the_distance_and_stops_short_of_the_poles) {
  Camera camera = camera_around(kTall, {0, 1, 0}, 0, 0, kAspect);
  const double distance_before = camera.distance;
  camera.orbit(1, 10);
  EXPECT_EQ(camera.elevation, Camera::kMostElevation);
  camera.orbit(1, -20);
  EXPECT_EQ(camera.elevation, -Camera::kMostElevation);
  EXPECT_NEAR(distance(camera.eye(), camera.target), distance_before, 1e-12);
  for (int i = 0; i < 100; ++i) camera.orbit(1, 0);
  EXPECT_LE(std::abs(camera.azimuth), M_PI);
}

TEST(Camera, a_body_follows_a_pan) {
  Camera camera = camera_around(kLong, {0, 1, 0}, 0.3, 0.2, kAspect);
  const Vec3 grabbed = camera.target;
  camera.pan(-0.25, 0.1);
  const Vec3 there = projected(camera, kLong, grabbed);
  EXPECT_NEAR(there.x, 2 * 0.25 / kAspect, 1e-9);
  EXPECT_NEAR(there.y, -2 * 0.1, 1e-9);
}

TEST(Camera, zooming_by_two_halves_the_distance) {
  Camera camera;
  camera.distance = 3;
  camera.zoom(2);
  EXPECT_EQ(camera.distance, 1.5);
}

TEST(Camera, azimuth_zero_stands_before_the_scene_whichever_axis_is_up) {
  Camera camera;
  EXPECT_NEAR(distance(camera.eye(), {0, 0, 1}), 0, 1e-12);
  camera.up = {0, 0, 1};
  EXPECT_NEAR(distance(camera.eye(), {0, -1, 0}), 0, 1e-12);
  EXPECT_NEAR(distance(camera.right(), {1, 0, 0}), 0, 1e-12);
}

TEST(Camera, near_and_far_planes_hold_the_box_when_the_eye_is_inside_it) {
  Camera camera = camera_around(kTall, {0, 1, 0}, 0, 0, kAspect);
  camera.distance = 0.01;
  const Vec3 before = camera.target - 0.5 * (camera.eye() - camera.target);
  const Vec3 there = projected(camera, kTall, before);
  EXPECT_LT(std::abs(there.z), 1);
}

TEST(Framing, steps_back_where_something_leaves_the_picture_and_never_comes_nearer) {
  Framing framing({0, 1, 0}, 0.4, 0.3, kAspect);
  const std::vector<Vec3> small{{-1, -1, -1}, {1, 1, 1}}, fallen{{-1, -6, -1}, {1, -4, 1}};
  framing.include(small);
  const double first = framing.camera().distance;
  framing.include(fallen);
  const Camera both = framing.camera();
  EXPECT_GT(both.distance, 1.5 * first);
  framing.include(small);
  EXPECT_EQ(framing.camera().distance, both.distance);
  EXPECT_EQ(framing.camera().target, both.target);
  std::vector<Vec3> all = small;
  all.insert(all.end(), fallen.begin(), fallen.end());
  const Camera once = camera_around(all, {0, 1, 0}, 0.4, 0.3, kAspect);
  EXPECT_NEAR(both.distance, once.distance, 1e-12);
  EXPECT_NEAR(distance(both.target, once.target), 0, 1e-9);
}

TEST(Framing, of_nothing_looks_at_the_origin) {
  Framing framing({0, 1, 0}, 0, 0, kAspect);
  framing.include({});
  EXPECT_EQ(framing.camera().target, (Vec3{}));
  EXPECT_GT(framing.camera().distance, 0);
}

}  // namespace
}  // namespace sinew
