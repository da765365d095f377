#include "render/blade_tool.h"

#include <gtest/gtest.h>

#include "render/frames.h"

namespace sinew {
namespace {

// Strokes over the cube [-1, 1]^3, seen straight on from 10 m. The pointer is given where its ray meets the
// plane z = 0.
class BladeToolTest : public testing::Test {
 protected:
  BladeToolTest() { camera_.distance = 10; }

  ToolPointer pointer(double x, double y) const {
    const Vec3 eye = camera_.eye();
    return {frame_, camera_, {eye, normalized(Vec3{x, y, 0} - eye)}};
  }
  bool begin(double x, double y) { return blade_.begin(pointer(x, y), commands_); }
  void move(double x, double y) { blade_.move(pointer(x, y), commands_); }
  void end() { blade_.end(commands_); }

  const BladeSweep& sweep(std::size_t i) const { return std::get<Sweep>(commands_.at(i)).sweep; }
  // The corners of what is swept: two of the line before, two of the line after.
  std::array<Vec3, 4> corners(std::size_t i) const {
    const auto& lines = sweep(i).lines;
    return {lines.at(0).at(0), lines[0].at(1), lines.at(1).at(0), lines[1].at(1)};
  }

  // Where the line through a point of a blade meets the plane z = 0.
  Vec3 seen_at(const Vec3& p) const {
    const Vec3 eye = camera_.eye();
    return eye + eye.z / (eye.z - p.z) * (p - eye);
  }

  Frame frame_ = frame_of(cube_surface());
  Camera camera_;
  BladeTool blade_;
  std::vector<SimulationCommand> commands_;
};

constexpr double kDiagonal = 3.4641016151377544;  // of the cube, m

TEST_F(BladeToolTest, a_stroke_cuts_all_bodies_from_before_them_to_behind_them) {
  ASSERT_TRUE(begin(-0.5, 0.2));
  EXPECT_TRUE(commands_.empty());
  move(0.5, 0.4);
  ASSERT_EQ(commands_.size(), 1u);
  EXPECT_EQ(std::get<Sweep>(commands_[0]).body, "");
  ASSERT_EQ(sweep(0).lines.size(), 2u);
  const std::array<Vec3, 4> strip = corners(0);
  for (int end = 0; end < 2; ++end) {
    EXPECT_LT(distance(seen_at(strip[end]), Vec3{-0.5, 0.2, 0}), 1e-12);
    EXPECT_LT(distance(seen_at(strip[2 + end]), Vec3{0.5, 0.4, 0}), 1e-12);
    EXPECT_GT(strip[2 * end].z, 1);
    EXPECT_LT(strip[2 * end + 1].z, -1);
  }
}

TEST_F(BladeToolTest, strips_meet_to_the_bit_though_the_body_moves_between_them) {
  begin(-0.5, 0);
  move(0, 0.1);
  for (Vec3& p : frame_.bodies[0].positions) p.z += 0.3;
  move(0.5, 0);
  ASSERT_EQ(commands_.size(), 2u);
  for (int end = 0; end < 2; ++end) EXPECT_EQ(corners(0)[2 + end], corners(1)[end]);
}

TEST_F(BladeToolTest, small_moves_gather_until_there_is_a_strip) {
  begin(0, 0);
  for (int i = 1; i <= 20; ++i) move(0.002 * i, 0);
  ASSERT_EQ(commands_.size(), 1u);
  EXPECT_LT(distance(seen_at(corners(0)[0]), Vec3{}), 1e-12);
  end();
  ASSERT_EQ(commands_.size(), 2u) << "what is left is cut at the end";
  EXPECT_LT(distance(seen_at(corners(1)[2]), Vec3{0.04, 0, 0}), 1e-12);
}

TEST_F(BladeToolTest, a_click_that_shakes_cuts_nothing) {
  begin(0, 0);
  move(0.001, 0.001);
  move(0.001, 0.001);
  end();
  EXPECT_TRUE(commands_.empty());
}

TEST_F(BladeToolTest, a_pointer_that_rests_where_it_cut_to_leaves_nothing_but_the_end) {
  begin(0, 0);
  move(0.5, 0);
  move(0.5, 0);
  end();
  ASSERT_EQ(commands_.size(), 2u);
  EXPECT_EQ(sweep(1).lines[0], sweep(1).lines[1]);
  EXPECT_TRUE(sweep(1).ends);
}

TEST_F(BladeToolTest, the_sweeps_of_a_stroke_are_one_and_those_of_another_are_not) {
  for (int stroke = 0; stroke < 2; ++stroke) {
    begin(-0.5, 0);
    move(0, 0);
    move(0.2, 0);
    end();
  }
  ASSERT_EQ(commands_.size(), 6u);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(sweep(i).stroke, sweep(i / 3 * 3).stroke);
    EXPECT_EQ(sweep(i).begins, i % 3 == 0);
    EXPECT_EQ(sweep(i).ends, i % 3 == 2);
  }
  EXPECT_NE(sweep(0).stroke, sweep(3).stroke);
  EXPECT_GT(sweep(0).stroke, 0) << "a world's own strokes have negative names";
}

TEST_F(BladeToolTest, one_can_cut_from_outside_into_the_body) {
  ASSERT_TRUE(begin(-3, 0));
  move(-2.5, 0);
  move(0, 0);
  ASSERT_EQ(commands_.size(), 2u);
  EXPECT_LT(distance(seen_at(corners(0)[0]), Vec3{-3, 0, 0}), 1e-12);
}

TEST_F(BladeToolTest, a_shallow_blade_ends_below_the_surface_under_the_pointer) {
  blade_.tune("depth", 0.1);
  begin(-0.5, 0);
  move(0.5, 0);
  ASSERT_EQ(commands_.size(), 1u);
  const Vec3 eye = camera_.eye();
  for (const int tip : {1, 3}) {
    const Vec3 p = corners(0)[tip];
    const double to_surface = (eye.z - 1) / normalized(eye - p).z;
    EXPECT_NEAR(distance(p, eye), to_surface + 0.1 * kDiagonal, 1e-9);
  }
  EXPECT_GT(corners(0)[0].z, 1);
}

TEST_F(BladeToolTest, a_shallow_stroke_from_outside_is_as_deep_there_as_where_it_meets_the_body) {
  blade_.tune("depth", 0.1);
  ASSERT_TRUE(begin(-3, 0));
  move(-2, 0);
  EXPECT_TRUE(commands_.empty()) << "how deep it goes is not known yet";
  move(0, 0);
  move(2, 0);
  ASSERT_EQ(commands_.size(), 2u);
  EXPECT_LT(distance(seen_at(corners(0)[0]), Vec3{-2, 0, 0}), 1e-12);
  const Vec3 eye = camera_.eye();
  for (const std::size_t strip : {0, 1})
    for (const int tip : {1, 3}) EXPECT_NEAR(distance(corners(strip)[tip], eye), 9 + 0.1 * kDiagonal, 1e-9);
}

TEST_F(BladeToolTest, there_is_nothing_to_cut_behind_the_camera_or_in_an_empty_world) {
  camera_.target = {0, 0, -20};
  EXPECT_FALSE(blade_.begin({frame_, camera_, {camera_.eye(), {0, 0, -1}}}, commands_));
  frame_.bodies.clear();
  EXPECT_FALSE(begin(0, 0));
}

TEST_F(BladeToolTest, a_line_begins_before_an_eye_that_is_among_the_bodies) {
  camera_.distance = 0.5;
  ASSERT_TRUE(begin(0, 0));
  move(0.2, 0);
  ASSERT_EQ(commands_.size(), 1u);
  for (const Vec3& p : corners(0)) EXPECT_LT(p.z, camera_.eye().z);
}

TEST_F(BladeToolTest, it_shows_the_way_of_its_tip_and_its_line_while_in_use) {
  EXPECT_TRUE(blade_.lines(frame_).empty());
  begin(-0.5, 0);
  move(0, 0.3);
  move(0.5, 0);
  move(0.501, 0);
  const auto lines = blade_.lines(frame_);
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_EQ(lines[0], (std::array{corners(0)[1], corners(0)[3]}));
  for (int i = 1; i < 3; ++i) EXPECT_EQ(lines[i][0], lines[i - 1][1]);
  for (const Vec3& end : lines[3]) EXPECT_LT(distance(seen_at(end), Vec3{0.501, 0, 0}), 1e-12);
  end();
  EXPECT_TRUE(blade_.lines(frame_).empty());
}

TEST_F(BladeToolTest, a_stroke_knows_nothing_of_the_one_before) {
  begin(-0.5, 0);
  move(0, 0);
  end();
  begin(0.5, 0.5);
  move(0.5, -0.5);
  ASSERT_EQ(commands_.size(), 3u);
  EXPECT_LT(distance(seen_at(corners(2)[0]), Vec3{0.5, 0.5, 0}), 1e-12);
}

}  // namespace
}  // namespace sinew
