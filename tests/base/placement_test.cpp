#include "sinew/base/placement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "base/error_of.h"
#include "base/random.h"

namespace sinew {
namespace {

using testing::HasSubstr;

Placement turned_by_a_third() { return {{{Vec3{0, 1, 0}, Vec3{0, 0, 1}, Vec3{1, 0, 0}}}, {5, 6, 7}}; }

TEST(Placement, takes_points_and_directions_to_the_world_and_back) {
  const Placement placement = turned_by_a_third();
  EXPECT_EQ(placement.point({1, 2, 3}), (Vec3{3 + 5, 1 + 6, 2 + 7}));
  EXPECT_EQ(placement.direction({1, 2, 3}), (Vec3{3, 1, 2}));
  EXPECT_EQ(placement.own_point(placement.point({1, 2, 3})), (Vec3{1, 2, 3}));
  EXPECT_EQ(placement.own_direction(placement.direction({1, 2, 3})), (Vec3{1, 2, 3}));
  EXPECT_EQ(placed(placement, std::vector<Vec3>{{1, 2, 3}, {}}),
            (std::vector<Vec3>{{8, 7, 9}, placement.move}));
}

TEST(Placement, without_rotation_points_are_moved_and_directions_keep_every_bit) {
  const Placement moved{.move = {1, 2, 3}};
  EXPECT_FALSE(moved.is_rotated());
  EXPECT_TRUE(turned_by_a_third().is_rotated());
  EXPECT_TRUE(std::signbit(moved.direction({-0.0, 1, 1}).x));
  EXPECT_EQ(moved.own_point({1, 2, 4}), (Vec3{0, 0, 1}));
}

TEST(Placement, one_that_is_not_rigid_is_refused) {
  EXPECT_NO_THROW(require_valid(turned_by_a_third(), ""));
  Placement scaled, mirrored, far, undefined;
  scaled.rotation = 2.0 * scaled.rotation;
  mirrored.rotation(0, 0) = -1;
  far.move.y = std::numeric_limits<double>::infinity();
  undefined.rotation(1, 2) = std::numeric_limits<double>::quiet_NaN();
  for (const Placement& wrong : {scaled, mirrored, undefined})
    EXPECT_THAT(error_of([&] { require_valid(wrong, "here"); }), HasSubstr("not a rotation"));
  EXPECT_THAT(error_of([&] { require_valid(far, "here"); }), HasSubstr("not finite"));
}

}  // namespace
}  // namespace sinew
