#include "sinew/model/region.h"

#include <gtest/gtest.h>

#include <limits>

#include "base/random.h"
#include "mesh/test_surfaces.h"
#include "sinew/base/error.h"
#include "sinew/meshing/signed_distance.h"

namespace sinew {
namespace {

const Region kUnitBox{BoxRegion{{{0, 0, 0}, {1, 1, 1}}}};

Region near_cube(double distance) {
  return {NearShapeRegion{std::make_shared<SignedDistance>(test::cube(2)), distance}};
}

std::vector<Vec3> random_points(int count) {
  Random random(3);
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i)
    points.push_back({random.uniform(-1, 3), random.uniform(-1, 3), random.uniform(-1, 3)});
  return points;
}

TEST(Region, the_whole_space_holds_every_point_and_its_complement_none) {
  EXPECT_TRUE(contains({}, {1e9, -1e9, 0}));
  EXPECT_FALSE(contains({WholeSpace{}, true}, {0, 0, 0}));
}

TEST(Region, a_box_holds_its_boundary_but_nothing_beyond) {
  EXPECT_TRUE(contains(kUnitBox, {1, 0, 0.5}));
  EXPECT_FALSE(contains(kUnitBox, {1.001, 0, 0.5}));
}

TEST(Region, a_sphere_holds_what_is_within_its_radius) {
  const Region sphere{SphereRegion{{1, 1, 1}, 2}};
  EXPECT_TRUE(contains(sphere, {3, 1, 1}));
  EXPECT_FALSE(contains(sphere, {2.5, 2.5, 1}));
}

TEST(Region, a_half_space_is_the_side_its_normal_points_to) {
  const Region ground{HalfSpaceRegion{{0, 2, 0}, {0, -5, 0}}};
  EXPECT_TRUE(contains(ground, {7, 1.9, 7}));
  EXPECT_TRUE(contains(ground, {7, 2, 7}));
  EXPECT_FALSE(contains(ground, {7, 2.1, 7}));
}

TEST(Region, near_a_shape_counts_from_its_surface_with_the_inside_negative) {
  EXPECT_TRUE(contains(near_cube(0), {0.1, 1, 1}));
  EXPECT_FALSE(contains(near_cube(0), {-0.1, 1, 1}));
  EXPECT_TRUE(contains(near_cube(0.2), {-0.1, 1, 1}));
  EXPECT_FALSE(contains(near_cube(-0.2), {0.1, 1, 1}));
  EXPECT_TRUE(contains(near_cube(-0.2), {0.3, 1, 1}));
}

TEST(Region, points_hold_themselves_alone) {
  const Region points{PointsRegion{{{0, 1, 2}, {0, 2, 1}, {3, 0, 0}}}};
  EXPECT_TRUE(contains(points, {0, 2, 1}));
  EXPECT_TRUE(contains(points, {3, 0, 0}));
  EXPECT_FALSE(contains(points, {0, 2, 1.0000001}));
  EXPECT_THROW(require_valid({PointsRegion{{{1, 0, 0}, {0, 0, 0}}}}, "here"), Error);
}

TEST(Region, a_skin_is_a_shape_without_its_core) {
  const Region around{UnionRegion{{{near_cube(0).part, true}, near_cube(-0.5)}}, true};
  EXPECT_TRUE(contains(around, {0.2, 1, 1}));
  EXPECT_FALSE(contains(around, {1, 1, 1}));
  EXPECT_FALSE(contains(around, {-0.2, 1, 1}));
}

TEST(Region, a_union_holds_what_any_part_holds_and_an_empty_one_nothing) {
  const Region both{UnionRegion{{kUnitBox, {SphereRegion{{5, 0, 0}, 1}}}}};
  EXPECT_TRUE(contains(both, {0.5, 0.5, 0.5}));
  EXPECT_TRUE(contains(both, {5, 0.5, 0}));
  EXPECT_FALSE(contains(both, {3, 0, 0}));
  EXPECT_FALSE(contains({UnionRegion{}}, {0, 0, 0}));
}

TEST(Region, many_points_at_once_are_chosen_as_one_by_one) {
  const std::vector<Vec3> points = random_points(500);
  for (const Region& region : {kUnitBox, near_cube(0.1), Region{near_cube(-0.1).part, true}}) {
    std::vector<Index> expected;
    for (std::size_t i = 0; i < points.size(); ++i)
      if (contains(region, points[i])) expected.push_back(static_cast<Index>(i));
    EXPECT_FALSE(expected.empty());
    EXPECT_EQ(points_in(region, points), expected);
  }
  EXPECT_TRUE(points_in(near_cube(0), {}).empty());
}

TEST(Region, regions_that_make_no_sense_are_refused) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Region bad[] = {{BoxRegion{}},
                        {BoxRegion{{{0, 0, 0}, {1, -1, 1}}}},
                        {BoxRegion{{{0, 0, nan}, {1, 1, 1}}}},
                        {SphereRegion{{0, 0, 0}, -1}},
                        {SphereRegion{{0, 0, 0}, nan}},
                        {SphereRegion{{nan, 0, 0}, 1}},
                        {HalfSpaceRegion{{0, 0, 0}, {0, 0, 0}}},
                        {HalfSpaceRegion{{nan, 0, 0}, {0, 1, 0}}},
                        {NearShapeRegion{}},
                        near_cube(nan),
                        {UnionRegion{{kUnitBox, {SphereRegion{{0, 0, 0}, -1}}}}}};
  for (const Region& region : bad) EXPECT_THROW(require_valid(region, "here"), Error);
  EXPECT_NO_THROW(require_valid({UnionRegion{{kUnitBox, near_cube(0)}}}, "here"));
}

}  // namespace
}  // namespace sinew
