#include "world/scheduled_tool.h"

#include <gtest/gtest.h>

#include <cmath>

#include "mesh/surface_topology.h"

namespace sinew {
namespace {

TEST(ScheduledTool, the_shape_along_a_line_is_closed_and_faces_outward) {
  for (const std::vector<Vec3>& line : {std::vector<Vec3>{{0, 0, 0}, {0, 0.1, 0}},
                                        {{0, 0, 0}, {0, 0, 2}},
                                        {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}}}) {
    const SurfaceMesh shape = shape_along(line);
    EXPECT_TRUE(surface_topology(shape.triangles).closed);
    EXPECT_GT(signed_volume(shape), 0);
  }
}

TEST(ScheduledTool, the_shape_of_a_line_stays_around_it) {
  const SurfaceMesh shape = shape_along(std::vector<Vec3>{{0, 0, 0}, {0, 1, 0}});
  const Box3 box = bounding_box(shape);
  EXPECT_NEAR(box.lower.y, 0, 1e-12);
  EXPECT_NEAR(box.upper.y, 1, 1e-12);
  EXPECT_LT(box.upper.x - box.lower.x, 0.1);
}

TEST(ScheduledTool, a_line_without_length_has_no_shape) {
  EXPECT_TRUE(shape_along({}).triangles.empty());
  EXPECT_TRUE(shape_along(std::vector<Vec3>{{1, 2, 3}}).triangles.empty());
  EXPECT_TRUE(shape_along(std::vector<Vec3>{{1, 2, 3}, {1, 2, 3}}).triangles.empty());
}

TEST(ScheduledTool, it_is_seen_where_its_line_cuts) {
  const double half = std::sqrt(0.5);
  const BladePath path{{{0, 0, 0}, {0, 1, 0}},
                       {{0, {0, 0, 0}, {1, 0, 0, 0}}, {2, {4, 0, 0}, {half, 0, 0, half}}}};
  const auto tool = ScheduledTool::of({"", path});
  ASSERT_TRUE(tool);
  for (const double time : {-1.0, 0.0, 0.7, 2.0, 5.0}) {
    const ToolFrame frame = tool->at(time);
    const std::vector<Vec3> line = line_at(path, time);
    for (std::size_t i = 0; i < line.size(); ++i)
      EXPECT_LT(norm(frame.position + frame.axes * path.line[i] - line[i]), 1e-12);
  }
  EXPECT_EQ(tool->at(0).shape, tool->at(1).shape);
}

TEST(ScheduledTool, blades_that_cut_all_at_once_are_not_seen) {
  EXPECT_FALSE(ScheduledTool::of({"", BladeStrike{}}));
  EXPECT_FALSE(ScheduledTool::of({"", BladeStroke{}}));
}

}  // namespace
}  // namespace sinew
