#include "sinew/model/blade.h"

#include <gtest/gtest.h>

#include <limits>
#include <numbers>

#include "sinew/base/error.h"

namespace sinew {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
const double kHalf = std::sqrt(0.5);

double area(const BladeSweep& sweep) {
  const Blade blade = swept_blade(sweep.lines);
  return surface_area({blade.points, blade.triangles});
}

// A wire of length 2 along x that moves along z, at rest for a while, then on along y.
BladePath wire() {
  return {{{-1, 0, 0}, {1, 0, 0}},
          {{1, {0, 0, 0}, {}}, {2, {0, 0, 3}, {}}, {3, {0, 0, 3}, {}}, {4, {0, 1, 3}, {}}}};
}

TEST(BladePath, a_wire_sweeps_its_length_times_its_way) {
  EXPECT_DOUBLE_EQ(area(sweep_between(wire(), 1, 2)), 6);
  EXPECT_DOUBLE_EQ(area(sweep_between(wire(), 1.25, 1.5)), 1.5);
  EXPECT_DOUBLE_EQ(area(sweep_between(wire(), 0, 10)), 6 + 2);
}

TEST(BladePath, a_tool_that_is_not_yet_or_no_longer_moved_sweeps_nothing) {
  for (const auto& [from, until] : {std::pair{0.0, 1.0}, {4.0, 9.0}, {1.5, 1.5}})
    EXPECT_EQ(sweep_between(wire(), from, until), BladeSweep{}) << from;
  const BladePath still{{{0, 0, 0}, {1, 0, 0}}, {{5, {1, 2, 3}, {}}}};
  EXPECT_EQ(sweep_between(still, 0, 10), BladeSweep{});
}

TEST(BladePath, a_tool_that_rests_between_keyframes_is_there_though_it_sweeps_nothing_in_space) {
  for (const auto& [from, until] : {std::pair{2.0, 3.0}, {2.2, 2.7}}) {
    const BladeSweep sweep = sweep_between(wire(), from, until);
    ASSERT_EQ(sweep.lines.size(), 2u);
    EXPECT_EQ(sweep.lines[0], sweep.lines[1]);
    EXPECT_EQ(swept_blade(sweep.lines), Blade{});
  }
}

TEST(BladePath, sweeps_know_where_their_stroke_begins_and_ends) {
  const auto ends = [](double from, double until) {
    const BladeSweep sweep = sweep_between(wire(), from, until);
    return std::pair{sweep.begins, sweep.ends};
  };
  EXPECT_EQ(ends(0.5, 1.5), (std::pair{true, false}));
  EXPECT_EQ(ends(1, 1.5), (std::pair{true, false}));
  EXPECT_EQ(ends(1.5, 2), (std::pair{false, false}));
  EXPECT_EQ(ends(3, 4), (std::pair{false, true}));
  EXPECT_EQ(ends(3, 5), (std::pair{false, true}));
  EXPECT_EQ(ends(0, 9), (std::pair{true, true}));
}

TEST(BladePath, a_sweep_follows_every_keyframe_within_it) {
  const BladePath corner{{{0, 0, -1}, {0, 0, 1}},
                         {{0, {0, 0, 0}, {}}, {1, {1, 0, 0}, {}}, {2, {1, 1, 0}, {}}}};
  EXPECT_DOUBLE_EQ(area(sweep_between(corner, 0, 2)), 4);
}

TEST(BladePath, sweeps_over_adjacent_intervals_meet_in_the_same_bits) {
  BladePath path = wire();
  path.keyframes[1].orientation = {std::cos(0.4), std::sin(0.4), 0, 0};
  const double middle = 1.7310293;
  EXPECT_EQ(sweep_between(path, 1.1, middle).lines.back(), line_at(path, middle));
  EXPECT_EQ(sweep_between(path, middle, 2.9).lines.front(), line_at(path, middle));
}

TEST(BladePath, a_line_is_rigid_and_turns_evenly_the_shorter_way) {
  BladePath path{{{0, 0, 0}, {1, 0, 0}}, {{0, {}, {}}, {1, {}, {-kHalf, 0, 0, -kHalf}}}};
  for (int k = 0; k <= 10; ++k) {
    const double angle = k * 0.1 * std::numbers::pi / 2;
    const std::vector<Vec3> line = line_at(path, k * 0.1);
    EXPECT_LT(distance(line[1], {std::cos(angle), std::sin(angle), 0}), 1e-14) << k;
  }
}

TEST(BladePath, a_quarter_turn_sweeps_a_quarter_of_a_disc) {
  const BladePath path{{{0, 0, 0}, {1, 0, 0}}, {{0, {}, {}}, {1, {}, {kHalf, 0, 0, kHalf}}}};
  EXPECT_NEAR(area(sweep_between(path, 0, 1)), std::numbers::pi / 4, 2e-3);
}

TEST(BladeStroke, points_move_evenly_from_line_to_line) {
  const BladeStroke stroke{{{0, {{0, 0, 0}, {1, 0, 0}}}, {2, {{0, 2, 0}, {1, 4, 0}}}}};
  EXPECT_EQ(line_at(stroke, 0.5), (std::vector<Vec3>{{0, 0.5, 0}, {1, 1, 0}}));
  EXPECT_EQ(line_at(stroke, -1), stroke.lines[0].points);
  EXPECT_EQ(line_at(stroke, 2), stroke.lines[1].points);
  EXPECT_DOUBLE_EQ(area(sweep_between(stroke, -1, 7)), 3);
}

TEST(BladePath, what_makes_no_sense_is_refused) {
  EXPECT_NO_THROW(require_valid(wire(), ""));
  const auto refused = [](auto&& change) {
    BladePath path = wire();
    change(path);
    EXPECT_THROW(require_valid(path, "cuts[0]"), Error);
  };
  refused([](BladePath& path) { path.line.clear(); });
  refused([](BladePath& path) { path.line.resize(1); });
  refused([](BladePath& path) { path.line[1].y = kNan; });
  refused([](BladePath& path) { path.keyframes.clear(); });
  refused([](BladePath& path) { path.keyframes[1].time = 1; });
  refused([](BladePath& path) { path.keyframes[2].time = 0; });
  refused([](BladePath& path) { path.keyframes[2].time = kNan; });
  refused([](BladePath& path) { path.keyframes[2].position.x = kNan; });
  refused([](BladePath& path) { path.keyframes[0].orientation = {2, 0, 0, 0}; });
}

TEST(BladeStroke, what_makes_no_sense_is_refused) {
  EXPECT_THROW(require_valid(BladeStroke{}, ""), Error);
  EXPECT_THROW(require_valid(BladeStroke{{{0, {{0, 0, 0}}}}}, ""), Error);
  const BladeLine two{0, {{0, 0, 0}, {1, 0, 0}}}, three{1, {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}};
  EXPECT_NO_THROW(require_valid(BladeStroke{{two}}, ""));
  EXPECT_THROW(require_valid(BladeStroke{{two, three}}, ""), Error);
  EXPECT_THROW(require_valid(BladeStroke{{two, two}}, ""), Error);
}

}  // namespace
}  // namespace sinew
