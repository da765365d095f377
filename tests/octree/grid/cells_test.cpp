#include "octree/grid/cells.h"

#include <gtest/gtest.h>

#include "base/parallel.h"
#include "octree/random_voxels.h"
#include "octree/simple_cells.h"
#include "sinew/base/error.h"

namespace sinew {
namespace {

template <typename Visit>
void for_each_point(const LatticePoint& lower, const LatticePoint& upper, Visit&& visit) {
  for (int z = lower.z; z <= upper.z; ++z)
    for (int y = lower.y; y <= upper.y; ++y)
      for (int x = lower.x; x <= upper.x; ++x) visit(LatticePoint{x, y, z});
}

void expect_cover_every_voxel_once(const LinkedVoxels& voxels, const Cells& cells) {
  std::int64_t covered = 0;
  for (Index c = 0; c < cells.count(); ++c) {
    const CellPlace& place = cells.places[c];
    covered += std::int64_t(1) << (3 * place.level);
    const int last = place.side() - 1;
    for_each_point(place.lower(), place.lower() + LatticePoint{last, last, last},
                   [&](const LatticePoint& voxel) {
                     ASSERT_TRUE(voxels.inside(voxel));
                     ASSERT_EQ(cells.at(voxels, voxel), c);
                   });
  }
  EXPECT_EQ(covered, voxels.inside_count());
}

void expect_balanced(const LinkedVoxels& voxels, const Cells& cells) {
  for (const CellPlace& place : cells.places) {
    const LatticePoint ones{1, 1, 1};
    for_each_point(place.lower() - ones, place.lower() + place.side() * ones, [&](const LatticePoint& voxel) {
      const Index other = cells.at(voxels, voxel);
      if (other >= 0) {
        ASSERT_LE(std::abs(cells.places[other].level - place.level), 1);
      }
    });
  }
}

// No link that starts, ends or runs in a cell larger than a voxel is cut or leads outside.
void expect_large_cells_joined(const LinkedVoxels& voxels, const Cells& cells) {
  for (const CellPlace& place : cells.places) {
    if (place.level == 0) continue;
    const int last = place.side() - 1;
    for_each_point(place.lower(), place.lower() + LatticePoint{last, last, last},
                   [&](const LatticePoint& voxel) {
                     for (int axis = 0; axis < 3; ++axis) {
                       ASSERT_TRUE(voxels.joined(voxel, axis));
                       ASSERT_TRUE(voxels.joined(voxel - unit_step(axis), axis));
                     }
                   });
  }
}

// What cells.h draws: no cell larger than a voxel has a neighbour across a face with a cut link along it.
void expect_small_beside_cuts(const LinkedVoxels& voxels, const Cells& cells) {
  for (const CutLink& link : voxels.cut_links()) {
    const LatticePoint upper = link.voxel + unit_step(link.axis);
    if (!voxels.inside(link.voxel) || !voxels.inside(upper)) continue;
    for (int axis = 0; axis < 3; ++axis)
      for (const LatticePoint& end : {link.voxel, upper})
        for (const int way : {1, -1}) {
          const Index cell = cells.at(voxels, end + way * unit_step(axis));
          if (axis != link.axis && cell >= 0) {
            ASSERT_EQ(cells.places[cell].level, 0);
          }
        }
  }
}

RefinementMarks random_marks(const LinkedVoxels& voxels, Random& random) {
  RefinementMarks marks;
  for (std::size_t b = 0; b < voxels.bricks().size(); ++b) {
    marks.to_level_0.push_back(random.below(4) == 0 ? std::uint64_t(1) << random.below(64) : 0);
    marks.to_level_1.push_back(static_cast<std::uint8_t>(random.below(4) == 0 ? 1U << random.below(8) : 0U));
    marks.to_level_2.push_back(random.below(4) == 0);
  }
  return marks;
}

TEST(Cells, of_a_box_cover_every_voxel_once) {
  const LinkedVoxels voxels(test::box_grid(21, 17, 30));
  const Cells cells = balanced_cells(voxels, 3);
  expect_cover_every_voxel_once(voxels, cells);
  EXPECT_LT(cells.count(), voxels.inside_count());
}

TEST(Cells, differ_by_one_level_at_most_from_those_they_touch) {
  const LinkedVoxels voxels(test::box_grid(56, 40, 48));
  const Cells cells = balanced_cells(voxels, 3);
  expect_balanced(voxels, cells);
  EXPECT_EQ(cells.places[cells.at(voxels, {24, 20, 20})].level, 3);
}

TEST(Cells, of_random_bodies_and_cuts_follow_every_rule) {
  Random random(11);
  for (int trial = 0; trial < 12; ++trial) {
    const LinkedVoxels voxels = test::random_voxels(random);
    const Cells cells = balanced_cells(voxels, 3);
    expect_cover_every_voxel_once(voxels, cells);
    expect_balanced(voxels, cells);
    expect_large_cells_joined(voxels, cells);
    expect_small_beside_cuts(voxels, cells);
  }
}

TEST(Cells, are_those_of_the_slow_twin) {
  Random random(12);
  for (int trial = 0; trial < 8; ++trial) {
    const LinkedVoxels voxels = test::random_voxels(random);
    RefinementMarks marks = trial % 2 == 0 ? RefinementMarks{} : random_marks(voxels, random);
    marks.coarse_boundary = trial % 4 >= 2;
    for (int coarsest = 0; coarsest <= 3; ++coarsest)
      EXPECT_EQ(balanced_cells(voxels, coarsest, marks).places,
                test::SimpleCells(voxels, coarsest, marks).places());
  }
}

RefinementMarks coarse_everywhere() {
  RefinementMarks marks;
  marks.coarse_boundary = true;
  return marks;
}

TEST(Cells, of_a_box_without_cuts_are_bricks_if_the_boundary_may_be_coarse) {
  const LinkedVoxels voxels(test::box_grid(16, 8, 24));
  EXPECT_EQ(balanced_cells(voxels, 3, coarse_everywhere()).count(), 6);
}

TEST(Cells, at_a_coarse_boundary_follow_the_other_rules) {
  Random random(14);
  for (int trial = 0; trial < 12; ++trial) {
    const LinkedVoxels voxels = test::random_voxels(random);
    const Cells cells = balanced_cells(voxels, 3, coarse_everywhere());
    expect_cover_every_voxel_once(voxels, cells);
    expect_balanced(voxels, cells);
    expect_small_beside_cuts(voxels, cells);
    EXPECT_LE(cells.count(), balanced_cells(voxels, 3).count());
  }
}

TEST(Cells, are_as_fine_as_marks_ask_and_coarse_far_from_them) {
  const LinkedVoxels voxels(test::box_grid(64, 64, 64));
  RefinementMarks marks;
  marks.to_level_0.assign(voxels.bricks().size(), 0);
  marks.to_level_0[voxels.brick_at({3, 3, 3})] = 1;
  const Cells plain = balanced_cells(voxels, 3), cells = balanced_cells(voxels, 3, marks);
  expect_balanced(voxels, cells);
  EXPECT_EQ(plain.places[plain.at(voxels, {24, 24, 24})].level, 3);
  EXPECT_EQ(cells.places[cells.at(voxels, {24, 24, 24})].level, 0);
  EXPECT_EQ(cells.places[cells.at(voxels, {25, 25, 25})].level, 0);
  EXPECT_EQ(cells.places[cells.at(voxels, {26, 24, 24})].level, 1);
  EXPECT_EQ(cells.places[cells.at(voxels, {40, 40, 40})].level, 3);
}

TEST(Cells, have_the_same_bits_for_1_2_and_4_threads) {
  Random random(13);
  const LinkedVoxels voxels = test::random_voxels(random);
  set_thread_count(1);
  const Cells one = balanced_cells(voxels, 3);
  for (const int threads : {2, 4}) {
    set_thread_count(threads);
    const Cells cells = balanced_cells(voxels, 3);
    EXPECT_EQ(cells.places, one.places);
    EXPECT_EQ(cells.in_brick, one.in_brick);
  }
  set_thread_count(0);
}

TEST(Cells, refuse_levels_and_marks_that_do_not_exist) {
  const LinkedVoxels voxels(test::box_grid(9, 9, 9));
  EXPECT_THROW(balanced_cells(voxels, -1), Error);
  EXPECT_THROW(balanced_cells(voxels, 4), Error);
  EXPECT_THROW(balanced_cells(voxels, 3, {{1, 2}, {}}), Error);
}

}  // namespace
}  // namespace sinew
