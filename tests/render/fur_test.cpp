#include "render/engine/fur.h"

#include <gtest/gtest.h>

#include "render/frames.h"
#include "render/small_bodies.h"
#include "sinew/render/picture.h"

namespace sinew {
namespace {

class FurPicture : public testing::Test {
 protected:
  FurPicture() : renderer(240, 180) {
    display.ground = display.shadows = display.legend = false;
    display.fur_length = 0.08;
    empty = renderer.picture(Frame{}, camera_of_ball(), display);
    frame = frame_of(sphere_surface(23, 48));
    camera = camera_of_ball();
  }
  static Camera camera_of_ball() {
    return camera_around({{-1.7, -1.7, -1.7}, {1.7, 1.7, 1.7}}, {0, 1, 0}, 0, 0, 4.0 / 3);
  }
  Picture furry(const Vec3& velocity) {
    DisplayOptions with = display;
    with.fur = true;
    frame.bodies[0].velocities.assign(frame.bodies[0].positions.size(), velocity);
    return renderer.picture(frame, camera, with);
  }
  // The middle of what shows fur beyond the bare ball, in pixels from the middle of the picture.
  std::array<double, 2> fringe_centre(const Picture& picture) {
    const Picture bare = renderer.picture(frame, camera, display);
    const auto ball = changed_pixels(empty, bare);
    double x = 0, y = 0, count = 0;
    for (const auto& [u, v] : changed_pixels(empty, picture)) {
      if (std::find(ball.begin(), ball.end(), std::array{u, v}) != ball.end()) continue;
      x += u + 0.5 - 120, y += v + 0.5 - 90, ++count;
    }
    return {x / count, y / count};
  }

  OffscreenRenderer renderer;
  DisplayOptions display;
  Frame frame;
  Camera camera;
  Picture empty;
};

TEST_F(FurPicture, of_no_length_is_bare_skin) {
  display.fur_length = 0;
  const Picture bare = renderer.picture(frame, camera, display);
  EXPECT_EQ(furry({1, 2, 3}).rgb, bare.rgb);
}

TEST_F(FurPicture, makes_the_outline_larger_by_about_its_length) {
  // The radius of a disc from its area.
  auto radius = [&](const Picture& p) { return std::sqrt(double(changed_pixels(empty, p).size()) / M_PI); };
  const double bare = radius(renderer.picture(frame, camera, display)), with = radius(furry({}));
  const double length = bare * display.fur_length * 2 * std::sqrt(3.0);  // the size is the box's diagonal
  EXPECT_GT(with - bare, 0.5 * length);
  EXPECT_LT(with - bare, 1.1 * length);
}

TEST_F(FurPicture, hangs_down_at_rest) {
  const auto [x, y] = fringe_centre(furry({}));
  EXPECT_LT(std::abs(x), 1);
  EXPECT_GT(y, 0.25);  // rows go down
}

TEST_F(FurPicture, stays_behind_the_motion) {
  const double rest = fringe_centre(furry({}))[0];
  EXPECT_LT(fringe_centre(furry({4, 0, 0}))[0], rest - 1);
  EXPECT_GT(fringe_centre(furry({-4, 0, 0}))[0], rest + 1);
}

TEST_F(FurPicture, bends_no_further_however_fast_the_body_is) {
  const Picture fast = furry({1e5, 0, 0}), faster = furry({1e7, 0, 0});
  EXPECT_LT(changed_pixels(fast, faster).size(), 40u);
}

TEST_F(FurPicture, is_darker_at_its_roots_than_bare_skin_and_varies) {
  const Picture bare = renderer.picture(frame, camera, display), with = furry({});
  double mean = 0, mean_bare = 0, squares = 0;
  int count = 0;
  for (int y = 70; y < 110; ++y)
    for (int x = 100; x < 140; ++x, ++count) {
      const double here = pixel(with, x, y).x;
      mean += here, squares += here * here, mean_bare += pixel(bare, x, y).x;
    }
  mean /= count, mean_bare /= count;
  EXPECT_LT(mean, mean_bare);
  EXPECT_GT(std::sqrt(squares / count - mean * mean), 0.02);
}

}  // namespace
}  // namespace sinew
