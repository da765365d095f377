#include "sinew/model/blade.h"

#include <gtest/gtest.h>

#include <limits>

#include "sinew/base/error.h"

namespace sinew {
namespace {

using Line = BladeSweep::Line;

Line line_at(double z) { return {{0, 0, z}, {1, 0, z}}; }

TEST(BladeSweep, goes_from_line_to_line) {
  const std::vector<Line> lines{line_at(0), line_at(1), line_at(3)};
  const Blade blade = swept_blade(lines);
  EXPECT_EQ(blade.triangle_count(), 4);
  EXPECT_DOUBLE_EQ(surface_area({blade.points, blade.triangles}), 3);
  EXPECT_EQ(swept_blade(std::span(lines).first(1)), Blade{});
  EXPECT_EQ(swept_blade(std::span<const Line>{}), Blade{});
}

TEST(BladeSweep, two_that_meet_are_one) {
  BladeSweep sweep{3, {line_at(0), line_at(1)}, true, false};
  append(sweep, {3, {line_at(1), line_at(2), line_at(4)}, false, false});
  EXPECT_EQ(sweep, (BladeSweep{3, {line_at(0), line_at(1), line_at(2), line_at(4)}, true, false}));
  append(sweep, {3, {}, false, true});
  EXPECT_EQ(sweep.lines.size(), 4u);
  EXPECT_TRUE(sweep.begins && sweep.ends);
  BladeSweep nothing{3, {}, true, false};
  append(nothing, {3, {line_at(0)}, false, false});
  EXPECT_EQ(nothing.lines, (std::vector<Line>{line_at(0)}));
}

TEST(BladeSweep, lines_that_are_none_are_refused) {
  EXPECT_NO_THROW(require_valid(BladeSweep{}, ""));
  EXPECT_NO_THROW(require_valid(BladeSweep{.lines = {line_at(0)}}, ""));
  EXPECT_THROW(require_valid(BladeSweep{.lines = {{}}}, ""), Error);
  EXPECT_THROW(require_valid(BladeSweep{.lines = {{{0, 0, 0}}}}, ""), Error);
  EXPECT_THROW(require_valid(BladeSweep{.lines = {line_at(0), {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}}}, ""),
               Error);
  EXPECT_THROW(
      require_valid(BladeSweep{.lines = {line_at(0), line_at(std::numeric_limits<double>::infinity())}}, ""),
      Error);
}

}  // namespace
}  // namespace sinew
