#include "sinew/model/motion.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "sinew/base/error.h"

namespace sinew {
namespace {

const Motion kEverything{.velocity = {0.3, -0.2, 0.1},
                         .centre = {1, 2, 3},
                         .axis = {1, 1, 2},
                         .turning = 2.5,
                         .swing = {0, 0.4, -0.1},
                         .swing_frequency = 0.7,
                         .during = {0.5, 3}};

TEST(Motion, a_motion_as_it_stands_is_exactly_still) {
  for (const double time : {0.0, 0.37, 1e6}) {
    EXPECT_EQ(displacement_at({}, {1e5, -7, 0.3}, time), (Vec3{}));
    EXPECT_EQ(velocity_at({}, {1e5, -7, 0.3}, time), (Vec3{}));
  }
}

TEST(Motion, directions_of_holds_are_independent_and_have_a_length) {
  const auto is_refused = [](const std::vector<Vec3>& directions) {
    try {
      require_valid_directions(directions, "holds[3]");
    } catch (const Error& error) {
      EXPECT_EQ(error.where(), "holds[3]");
      return true;
    }
    return false;
  };
  EXPECT_FALSE(is_refused({}));
  EXPECT_FALSE(is_refused({{0, 0, 1e-9}, {1, 0, 1}, {0, -5, 0}}));
  EXPECT_TRUE(is_refused({{0, 0, 0}}));
  EXPECT_TRUE(is_refused({{0, std::nan(""), 1}}));
  EXPECT_TRUE(is_refused({{1, 0, 0}, {-2, 0, 0}}));
  EXPECT_TRUE(is_refused({{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}}));
}

TEST(Motion, distances_are_kept) {
  const Vec3 points[] = {{0, 0, 0}, {1, 2, 3}, {-4, 1, 0.5}};
  for (const double time : {0.6, 1.7, 2.9, 50.0})
    for (const Vec3& a : points)
      for (const Vec3& b : points)
        EXPECT_NEAR(
            distance(a + displacement_at(kEverything, a, time), b + displacement_at(kEverything, b, time)),
            distance(a, b), 1e-13);
}

TEST(Motion, velocity_is_the_derivative_of_displacement) {
  const Vec3 rest{0.2, -1, 4};
  const double h = 1e-5;
  for (const double time : {0.0, 0.6, 1.234, 2.8, 3.5}) {
    const Vec3 slope =
        (displacement_at(kEverything, rest, time + h) - displacement_at(kEverything, rest, time - h)) /
        (2 * h);
    EXPECT_LT(distance(velocity_at(kEverything, rest, time), slope), 1e-8) << time;
  }
}

TEST(Motion, a_quarter_turn_is_right_handed_about_its_axis) {
  const Motion turn{.centre = {1, 0, 0}, .axis = {0, 0, 3}, .turning = std::numbers::pi / 2};
  EXPECT_LT(distance(displacement_at(turn, {2, 0, 0}, 1), {-1, 1, 0}), 1e-15);
  EXPECT_EQ(displacement_at(turn, {1, 0, 5}, 1), (Vec3{}));
}

TEST(Motion, the_last_place_holds_when_the_motion_is_over) {
  const Vec3 rest{3, 1, -1};
  EXPECT_EQ(displacement_at(kEverything, rest, 0.5), (Vec3{}));
  EXPECT_EQ(displacement_at(kEverything, rest, 100), displacement_at(kEverything, rest, 3));
  EXPECT_NE(displacement_at(kEverything, rest, 100), (Vec3{}));
  EXPECT_EQ(velocity_at(kEverything, rest, 0.4), (Vec3{}));
  EXPECT_EQ(velocity_at(kEverything, rest, 3), (Vec3{}));
}

TEST(Motion, a_path_goes_straight_from_one_waypoint_to_the_next) {
  const Motion motion{.path = {{1, {}}, {2, {4, 0, 0}}, {4, {4, 2, 0}}}, .during = {.from = 10}};
  const Vec3 rest{7, 8, 9};
  EXPECT_EQ(displacement_at(motion, rest, 10.5), (Vec3{}));
  EXPECT_EQ(displacement_at(motion, rest, 11.25), (Vec3{1, 0, 0}));
  EXPECT_EQ(displacement_at(motion, rest, 12), (Vec3{4, 0, 0}));
  EXPECT_EQ(displacement_at(motion, rest, 13), (Vec3{4, 1, 0}));
  EXPECT_EQ(displacement_at(motion, rest, 20), (Vec3{4, 2, 0}));
  EXPECT_EQ(velocity_at(motion, rest, 10.5), (Vec3{}));
  EXPECT_EQ(velocity_at(motion, rest, 11.5), (Vec3{4, 0, 0}));
  EXPECT_EQ(velocity_at(motion, rest, 13), (Vec3{0, 1, 0}));
  EXPECT_EQ(velocity_at(motion, rest, 14), (Vec3{}));
}

TEST(Motion, motions_that_make_no_sense_are_refused) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  const Motion bad[] = {{.velocity = {nan, 0, 0}},
                        {.centre = {0, inf, 0}},
                        {.axis = {0, 0, 0}, .turning = 1},
                        {.axis = {0, 0, nan}},
                        {.turning = inf},
                        {.swing = {0, nan, 0}},
                        {.swing_frequency = nan},
                        {.during = {2, 1}},
                        {.during = {nan, 1}},
                        {.during = {0, nan}},
                        {.during = {-inf, 1}},
                        {.path = {{1, {}}, {1, {}}}},
                        {.path = {{nan, {}}}},
                        {.path = {{0, {nan, 0, 0}}}}};
  for (const Motion& motion : bad) EXPECT_THROW(require_valid(motion, "here"), Error);
  EXPECT_NO_THROW(require_valid(kEverything, "here"));
  EXPECT_NO_THROW(require_valid(Motion{}, "here"));
}

}  // namespace
}  // namespace sinew
