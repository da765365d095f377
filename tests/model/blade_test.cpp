#include "sinew/model/blade.h"

#include <gtest/gtest.h>

#include <limits>

#include "sinew/base/error.h"

namespace sinew {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

double area(const Blade& blade) { return surface_area({blade.points, blade.triangles}); }

TEST(Blade, a_line_that_moves_sideways_sweeps_its_length_times_its_way) {
  const Vec3 before[] = {{0, 0, 0}, {1, 0, 0}, {3, 0, 0}}, after[] = {{0, 2, 0}, {1, 2, 0}, {3, 2, 0}};
  const Blade blade = swept_blade(before, after);
  EXPECT_EQ(blade.triangle_count(), 4);
  EXPECT_DOUBLE_EQ(area(blade), 6);
}

TEST(Blade, every_quad_of_a_strip_is_split_along_the_same_diagonal) {
  const Vec3 before[] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, after[] = {{0, 1, 0}, {1, 1, 0}, {2, 1, 0}};
  const std::vector<Triangle> expected{{0, 1, 4}, {0, 4, 3}, {1, 2, 5}, {1, 5, 4}};
  EXPECT_EQ(swept_blade(before, after).triangles, expected);
}

TEST(Blade, a_line_that_rests_or_moves_along_itself_sweeps_nothing) {
  const Vec3 line[] = {{0, 0, 0}, {1, 2, 3}}, along[] = {{2, 4, 6}, {3, 6, 9}};
  EXPECT_EQ(swept_blade(line, line), Blade{});
  EXPECT_EQ(swept_blade(line, along), Blade{});
}

TEST(Blade, a_line_that_turns_about_its_end_sweeps_triangles_alone) {
  const Vec3 before[] = {{0, 0, 0}, {1, 0, 0}}, after[] = {{0, 0, 0}, {0, 1, 0}};
  const Blade blade = swept_blade(before, after);
  EXPECT_EQ(blade.triangle_count(), 1);
  EXPECT_DOUBLE_EQ(area(blade), 0.5);
}

TEST(Blade, lines_of_different_length_are_refused) {
  const Vec3 two[] = {{0, 0, 0}, {1, 0, 0}}, three[] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}};
  EXPECT_THROW(swept_blade(two, three), Error);
}

TEST(Blade, of_a_surface_has_its_triangles) {
  SurfaceMesh surface{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}};
  const Blade blade = make_blade(surface);
  EXPECT_EQ(blade.points, surface.positions);
  EXPECT_EQ(blade.triangles, surface.triangles);
}

TEST(Blade, a_plane_is_cut_to_a_square_that_covers_the_box_and_keeps_its_coordinate) {
  const Box3 box{{-1, 2, 5}, {3, 4, 9}};
  const Blade level = make_blade(BladePlane{{100, 0.1, -70}, {0, 7, 0}}, box);
  ASSERT_EQ(level.triangle_count(), 2);
  for (const Vec3& p : level.points) EXPECT_EQ(p.y, 0.1);
  const Box3 reach = bounding_box(level.points);
  EXPECT_LT(reach.lower.x, -1);
  EXPECT_GT(reach.upper.x, 3);
  EXPECT_LT(reach.lower.z, 5);
  EXPECT_GT(reach.upper.z, 9);

  const BladePlane oblique{{1, 3, 7}, {1, 2, -3}};
  const Blade blade = make_blade(oblique, box);
  for (const Vec3& p : blade.points) EXPECT_NEAR(dot(p - oblique.point, oblique.normal), 0, 1e-12);
  EXPECT_GE(area(blade), squared_norm(box.size()));
  EXPECT_EQ(make_blade(oblique, Box3{}), Blade{});
  EXPECT_THROW(require_valid(BladePlane{{0, 0, 0}, {0, 0, 0}}, ""), Error);
  EXPECT_THROW(require_valid(BladePlane{{0, kNan, 0}, {0, 1, 0}}, ""), Error);
}

TEST(Blade, points_beyond_the_reach_of_exact_arithmetic_are_refused_and_not_passed_over) {
  const Vec3 far{0, 0, -1e300};
  EXPECT_THROW(require_valid(Blade{{far}, {}}, ""), Error);
  EXPECT_THROW(require_valid(BladeGrid{{far, {1, 1, 1}}, 1, {1, 1}, {}}, ""), Error);
  EXPECT_THROW(require_valid(BladePlane{far, {0, 1, 0}}, ""), Error);
  EXPECT_THROW(require_valid(BladeSweep{.lines = {{far, {}}}}, ""), Error);
  EXPECT_NO_THROW(require_valid(Blade{{{kFarthestBlade, 0, 0}}, {}}, ""));
}

TEST(Blade, what_makes_no_sense_is_refused) {
  EXPECT_NO_THROW(require_valid(Blade{}, "here"));
  EXPECT_THROW(require_valid(Blade{{{kNan, 0, 0}}, {}}, "here"), Error);
  EXPECT_THROW(require_valid(Blade{{{0, 0, 0}}, {{0, 0, 1}}}, "here"), Error);
  EXPECT_THROW(require_valid(Blade{{{0, 0, 0}}, {{0, 0, -1}}}, "here"), Error);
  try {
    require_valid(Blade{{{0, 0, 0}}, {{0, 0, 7}}}, "cuts[3]");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.where(), "cuts[3]");
  }
}

BladeGrid grid_of(int across_z, int across_x) {
  BladeGrid grid;
  grid.box = {{0, 0, 0}, {4, 1, 3}};
  grid.counts = {across_z, across_x};
  return grid;
}

TEST(BladeGrid, blades_divide_the_box_into_equal_rods) {
  const Blade blade = make_blade(grid_of(2, 3));
  ASSERT_EQ(blade.triangle_count(), 2 * 5);
  EXPECT_DOUBLE_EQ(area(blade), 2 * 4 * 1 + 3 * 3 * 1);
  for (int k = 0; k < 2; ++k)
    for (int i = 0; i < 4; ++i) EXPECT_DOUBLE_EQ(blade.points[4 * k + i].z, k + 1);
  for (int k = 0; k < 3; ++k)
    for (int i = 0; i < 4; ++i) EXPECT_DOUBLE_EQ(blade.points[8 + 4 * k + i].x, k + 1);
}

TEST(BladeGrid, rods_run_along_the_axis_that_is_asked_for) {
  for (int along = 0; along < 3; ++along) {
    BladeGrid grid = grid_of(1, 1);
    grid.along = along;
    const Blade blade = make_blade(grid);
    for (Index t = 0; t < blade.triangle_count(); ++t) {
      const auto [a, b, c] = blade.corners(t);
      EXPECT_EQ(cross(b - a, c - a)[along], 0);
    }
  }
}

TEST(BladeGrid, turning_keeps_the_centre_and_every_distance) {
  BladeGrid grid = grid_of(2, 3);
  const Blade straight = make_blade(grid);
  grid.orientation = {std::cos(0.3), 0, std::sin(0.3), 0};
  const Blade turned = make_blade(grid);
  EXPECT_NEAR(area(turned), area(straight), 1e-12);
  for (std::size_t i = 0; i < turned.points.size(); ++i)
    EXPECT_NEAR(distance(turned.points[i], grid.box.center()),
                distance(straight.points[i], grid.box.center()), 1e-14);
  const Vec3 axis{std::cos(0.6), 0, -std::sin(0.6)};
  EXPECT_NEAR(dot(turned.points[1] - turned.points[0], axis), 4, 1e-14);
}

TEST(BladeGrid, what_makes_no_sense_is_refused) {
  EXPECT_NO_THROW(require_valid(grid_of(0, 0), ""));
  const auto refused = [](auto&& change) {
    BladeGrid grid = grid_of(1, 1);
    change(grid);
    EXPECT_THROW(make_blade(grid), Error);
  };
  refused([](BladeGrid& grid) { grid.box = {}; });
  refused([](BladeGrid& grid) { grid.box.upper.y = -1; });
  refused([](BladeGrid& grid) { grid.box.upper.z = kNan; });
  refused([](BladeGrid& grid) { grid.along = 3; });
  refused([](BladeGrid& grid) { grid.along = -1; });
  refused([](BladeGrid& grid) { grid.counts = {-1, 2}; });
  refused([](BladeGrid& grid) { grid.counts = {1, 1000000}; });
  refused([](BladeGrid& grid) { grid.orientation = {0, 0, 0, 0}; });
  refused([](BladeGrid& grid) { grid.orientation = {1, 1, 0, 0}; });
  refused([](BladeGrid& grid) { grid.orientation = {kNan, 0, 0, 0}; });
}

}  // namespace
}  // namespace sinew
