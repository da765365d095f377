#include "octree/cutting/cell_boxes.h"

#include <gtest/gtest.h>

#include "octree/deformed_octree.h"

namespace sinew {
namespace {

using namespace test;

CornerValues random_corners(Random& random) {
  CornerValues corners;
  for (Vec3& corner : corners) corner = random.in_box({-1, -2, 5}, {3, 1, 9});
  return corners;
}

TEST(Trilinear, is_the_corner_value_to_the_bit_at_a_corner) {
  Random random(1);
  for (int trial = 0; trial < 50; ++trial) {
    const CornerValues corners = random_corners(random);
    for (int i = 0; i < 8; ++i) {
      const LatticePoint offset = corner_offset(i);
      EXPECT_EQ(trilinear(corners, {double(offset.x), double(offset.y), double(offset.z)}), corners[i]);
    }
  }
}

TEST(Trilinear, gives_linear_fields_and_their_gradient_anywhere) {
  const Mat3 A{{Vec3{1, 2, 3}, {0, -1, 4}, {2, 0.5, 1}}};
  const Vec3 b{7, -8, 9};
  CornerValues corners;
  for (int i = 0; i < 8; ++i) {
    const LatticePoint offset = corner_offset(i);
    corners[i] = A * Vec3{double(offset.x), double(offset.y), double(offset.z)} + b;
  }
  Random random(2);
  for (int trial = 0; trial < 50; ++trial) {
    const Vec3 at = random.in_box({-1, -1, -1}, {2, 2, 2});
    EXPECT_LT(distance(trilinear(corners, at), A * at + b), 1e-13);
    const Mat3 difference = trilinear_gradient(corners, at) - A;
    EXPECT_LT(inner(difference, difference), 1e-26);
  }
}

TEST(Trilinear, gradient_is_the_slope) {
  Random random(3);
  const double h = 1e-5;
  for (int trial = 0; trial < 50; ++trial) {
    const CornerValues corners = random_corners(random);
    const Vec3 at = random.in_box({0, 0, 0}, {1, 1, 1});
    for (int axis = 0; axis < 3; ++axis) {
      Vec3 before = at, after = at;
      before[axis] -= h, after[axis] += h;
      const Vec3 slope = (trilinear(corners, after) - trilinear(corners, before)) / (2 * h);
      EXPECT_LT(distance(slope, trilinear_gradient(corners, at).column[axis]), 1e-9);
    }
  }
}

TEST(CellBoxes, contain_every_point_of_a_deformed_cell) {
  Random random(4);
  for (int trial = 0; trial < 200; ++trial) {
    const CornerValues corners = random_corners(random);
    const Box3 box = deformed_box(corners);
    for (int k = 0; k < 20; ++k)
      ASSERT_TRUE(box.contains(trilinear(corners, random.in_box({0, 0, 0}, {1, 1, 1}))));
  }
}

TEST(CellBoxes, contain_points_of_a_cell_without_extent) {
  Random random(5);
  CornerValues corners;
  for (int trial = 0; trial < 200; ++trial) {
    corners.fill(random.in_box({-1, 10, 1000}, {1, 11, 1001}));
    const Vec3 at = random.in_box({0, 0, 0}, {1, 1, 1});
    ASSERT_TRUE(deformed_box(corners).contains(trilinear(corners, at)));
  }
}

TEST(CellBoxes, with_links_contain_where_the_cell_takes_the_next_centres) {
  Random random(6);
  for (int trial = 0; trial < 200; ++trial) {
    const CornerValues corners = random_corners(random);
    const Box3 box = deformed_box_with_links(corners);
    for (int axis = 0; axis < 3; ++axis)
      for (const double step : {-1.0, 1.0}) {
        Vec3 next{0.5, 0.5, 0.5};
        next[axis] += step;
        ASSERT_TRUE(box.contains(trilinear(corners, next)));
      }
  }
}

TEST(CellBoxes, of_bricks_contain_the_boxes_of_their_cells) {
  const DeformedOctree octree(cut_box(2, 30), 3, bent);
  const std::vector<Box3> boxes = brick_boxes(octree.cells, octree.vertices, octree.positions);
  ASSERT_EQ(boxes.size(), octree.voxels.bricks().size());
  for (std::size_t b = 0; b < boxes.size(); ++b) {
    for (Index c = octree.cells.brick_start[b]; c < octree.cells.brick_start[b + 1]; ++c) {
      const CornerValues corners = corner_values(octree.vertices, c, octree.positions);
      const bool small = octree.cells.places[c].level == 0;
      const Box3 box = small ? deformed_box_with_links(corners) : deformed_box(corners);
      // To rounding: margins are added in another order.
      EXPECT_TRUE(boxes[b].inflated(1e-11).contains(box.lower));
      EXPECT_TRUE(boxes[b].inflated(1e-11).contains(box.upper));
    }
    EXPECT_LT(boxes[b].longest_side(), 20) << "bricks are 8 voxels wide";
  }
}

TEST(CellBoxes, every_place_in_the_box_of_a_brick_is_in_one_of_the_tree) {
  const DeformedOctree octree(cut_box(3, 30), 3, bent);
  const std::vector<Box3> boxes = brick_boxes(octree.cells, octree.vertices, octree.positions);
  const BrickBoxTree tree(octree.cells, octree.vertices, octree.positions);
  for (std::size_t b = 0; b < boxes.size(); ++b)
    for (const Vec3& place : {boxes[b].lower, boxes[b].upper}) {
      const auto found =
          tree.bricks_where([&](const Box3& box) { return box.inflated(1e-11).contains(place); });
      EXPECT_TRUE(std::ranges::binary_search(found, static_cast<Index>(b)));
    }
  EXPECT_TRUE(tree.bricks_where([](const Box3& box) { return box.contains({1e3, 0, 0}); }).empty());
}

}  // namespace
}  // namespace sinew
