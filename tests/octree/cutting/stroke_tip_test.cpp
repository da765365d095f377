#include "octree/cutting/stroke_tip.h"

#include <gtest/gtest.h>

#include "octree/cutting/stroke_tip_state.h"
#include "octree/voxelise/voxels_from_surface.h"

namespace sinew {
namespace {

using Line = BladeSweep::Line;

// A cube of 4 x 4 x 4 m from the origin on, of voxels of 1 m, and its positions.
class StrokeTipTest : public testing::Test {
 protected:
  CellSearch search(const Vec3& moved = {}) {
    positions_ = vertex_positions(grid_);
    for (Vec3& p : positions_) p += moved;
    return {grid_, positions_};
  }
  // A sweep from one line along z to another.
  static BladeSweep sweep(double from, double to, bool ends = false) {
    return {1, {line(from), line(to)}, false, ends};
  }
  static Line line(double y) { return {{2.2, y, -20}, {2.2, y, 20}}; }
  std::vector<TipPoint> front_at(double y) { return swept_from({}, sweep(9, y), search()).points; }
  // The box of what is swept between 0 and 4 along z.
  static Box3 box_within(const Blade& blade) {
    Box3 box;
    for (const Vec3& p : blade.points)
      if (p.z > 0.1 && p.z < 3.9) box.extend(p);
    return box;
  }

  OctreeGrid grid_ = make_octree_grid(linked_box({0, 0, 0}, 1, {4, 4, 4}), 0);
  std::vector<Vec3> positions_;
};

TEST_F(StrokeTipTest, points_are_half_a_voxel_apart_near_the_body_and_in_it_where_the_line_is) {
  const std::vector<TipPoint> tip = front_at(2.5);
  EXPECT_EQ(tip.front().along, 0);
  EXPECT_EQ(tip.back().along, 1);
  int inside = 0;
  for (std::size_t k = 0; k < tip.size(); ++k) {
    const double z = -20 + 40 * tip[k].along;
    EXPECT_EQ(tip[k].offset == Vec3{}, z >= 0 && z <= 4) << z;
    inside += tip[k].offset == Vec3{};
    if (k > 0 && z > 0 && z < 4) {
      EXPECT_LT(40 * (tip[k].along - tip[k - 1].along), 0.5 + 1e-12);
    }
  }
  EXPECT_GE(inside, 8);
}

TEST_F(StrokeTipTest, the_next_sweep_begins_where_the_front_has_been_carried_to) {
  const std::vector<TipPoint> tip = front_at(2.5);
  const Box3 box = box_within(swept_from(tip, sweep(2.5, 2), search({0.3, 1, 0})).blade);
  EXPECT_NEAR(box.upper.y, 3.5, 0.1 + 1e-9) << "a tenth of a voxel behind it";
  EXPECT_NEAR(box.upper.x, 2.5, 0.1);
  EXPECT_NEAR(box.lower.y, 2, 1e-12);
  EXPECT_NEAR(box.lower.x, 2.2, 1e-12);
}

TEST_F(StrokeTipTest, points_outside_stay_in_space_while_the_body_moves_beside_them) {
  const std::vector<TipPoint> tip = front_at(5);
  const Box3 box = box_within(swept_from(tip, sweep(5, 4.2), search({0.5, 0.3, 0.7})).blade);
  EXPECT_NEAR(box.upper.y, 5.1, 1e-9);
  EXPECT_NEAR(box.upper.x, 2.2, 1e-9);
}

TEST_F(StrokeTipTest, points_outside_that_the_body_comes_over_are_outside_of_it_again) {
  const std::vector<TipPoint> tip = front_at(4.5);
  const Box3 box = box_within(swept_from(tip, sweep(4.5, 4.4), search({0, 2, 0})).blade);
  EXPECT_NEAR(box.upper.y, 6.6, 1e-9);
  EXPECT_NEAR(box.lower.y, 4.4, 1e-9);
}

TEST_F(StrokeTipTest, a_front_stays_as_it_is_while_there_is_less_than_half_a_voxel_to_sweep) {
  const std::vector<TipPoint> tip = front_at(2.5);
  const TipSweep kept = swept_from(tip, sweep(2.5, 2.1), search());
  EXPECT_EQ(kept.blade, Blade{});
  EXPECT_EQ(kept.points.size(), tip.size());
  EXPECT_EQ(kept.points[5].place, tip[5].place);
  EXPECT_NE(swept_from(tip, sweep(2.5, 1.9), search()).blade, Blade{});
  EXPECT_NE(swept_from(tip, sweep(2.5, 2.1), search({0, 0.2, 0})).blade, Blade{}) << "the body moved too";
}

TEST_F(StrokeTipTest, at_the_end_all_is_swept_and_nothing_is_kept) {
  const std::vector<TipPoint> tip = front_at(2.5);
  const TipSweep last = swept_from(tip, sweep(2.5, 2.3, true), search());
  EXPECT_NEAR(box_within(last.blade).lower.y, 2.3, 1e-12);
  EXPECT_TRUE(last.points.empty());
}

TEST_F(StrokeTipTest, the_state_has_all_of_it) {
  const std::vector<StrokeTip> tips{{-3, 7, front_at(2.5)}, {1LL << 50, 0, front_at(6)}};
  const StateArray array = state_array(tips);
  const std::vector<StrokeTip> again = stroke_tips_of(array.values, grid_.voxels, "cube");
  EXPECT_EQ(state_array(again).values, array.values);
  ASSERT_EQ(again.size(), 2u);
  EXPECT_EQ(again[1].stroke, 1LL << 50);
  EXPECT_EQ(again[0].cut, 7);
  EXPECT_EQ(again[0].points.back().point, tips[0].points.back().point);
}

}  // namespace
}  // namespace sinew
