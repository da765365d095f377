#include "octree/grid/linked_voxels.h"

#include <gtest/gtest.h>

#include "base/parallel.h"
#include "octree/random_voxels.h"
#include "sinew/base/error.h"

namespace sinew {
namespace {

// All links of all inside voxels, one by one.
template <typename Visit>
void for_each_link(const LinkedVoxels& voxels, Visit&& visit) {
  const auto& n = voxels.lattice().counts;
  for (int z = -1; z < n[2]; ++z)
    for (int y = -1; y < n[1]; ++y)
      for (int x = -1; x < n[0]; ++x)
        for (int axis = 0; axis < 3; ++axis) visit(LatticePoint{x, y, z}, axis);
}

TEST(LinkedVoxels, join_all_that_is_inside_and_bound_the_rest_half_way) {
  Random random(3);
  const VoxelGrid grid = test::random_grid(random);
  const LinkedVoxels voxels(grid);
  EXPECT_EQ(voxels.inside_count(), static_cast<std::int64_t>(grid.inside_count()));
  Index boundary = 0;
  for_each_link(voxels, [&](const LatticePoint& voxel, int axis) {
    const bool lower = voxels.inside(voxel), upper = voxels.inside(voxel + unit_step(axis));
    ASSERT_EQ(voxels.joined(voxel, axis), lower && upper);
    const Index found = voxels.find_cut_link(voxel, axis);
    ASSERT_EQ(found >= 0, lower != upper);
    if (found < 0) return;
    ++boundary;
    const CutLink& link = voxels.cut_links()[found];
    EXPECT_EQ(link.voxel, voxel);
    EXPECT_EQ(link.lower.cut, lower ? 0 : -1);
    EXPECT_EQ(link.upper.cut, upper ? 0 : -1);
    EXPECT_EQ((lower ? link.lower : link.upper).distance, 0.5F);
  });
  EXPECT_EQ(boundary, static_cast<Index>(voxels.cut_links().size()));
}

TEST(LinkedVoxels, follow_each_other_by_key) {
  Random random(4);
  const LinkedVoxels voxels = test::random_voxels(random);
  const auto& links = voxels.cut_links();
  for (std::size_t i = 1; i < links.size(); ++i)
    ASSERT_LT(link_key(links[i - 1].voxel, links[i - 1].axis), link_key(links[i].voxel, links[i].axis));
  for (std::size_t i = 0; i < links.size(); ++i)
    ASSERT_EQ(voxels.find_cut_link(links[i].voxel, links[i].axis), static_cast<Index>(i));
}

TEST(LinkedVoxels, are_joined_or_on_record_after_every_cut_of_a_sequence) {
  Random random(5);
  LinkedVoxels voxels(test::random_grid(random, 24));
  for (int cut = 1; cut <= 10; ++cut) {
    Index joined = 0;
    for_each_link(voxels, [&](const LatticePoint& v, int axis) { joined += voxels.joined(v, axis); });
    const Index parted = voxels.cut(test::random_cut(voxels, random, cut));
    for_each_link(voxels, [&](const LatticePoint& v, int axis) {
      const bool lower = voxels.inside(v), upper = voxels.inside(v + unit_step(axis));
      const Index found = voxels.find_cut_link(v, axis);
      ASSERT_EQ(found >= 0, (lower || upper) && !voxels.joined(v, axis));
      if (found >= 0) {
        ASSERT_EQ(voxels.cut_links()[found].lower.cut >= 0, lower);
        ASSERT_EQ(voxels.cut_links()[found].upper.cut >= 0, upper);
      }
      joined -= voxels.joined(v, axis);
    });
    EXPECT_EQ(joined, parted);
  }
}

TEST(LinkedVoxels, keep_the_nearest_of_two_cuts_at_either_end) {
  LinkedVoxels voxels(test::box_grid(4, 4, 4));
  EXPECT_EQ(voxels.cut(std::vector{test::cut_link({1, 1, 1}, 0, 0.25F, 1)}), 1);
  EXPECT_EQ(voxels.cut(std::vector{test::cut_link({1, 1, 1}, 0, 0.75F, 2)}), 0);
  const CutLink& link = voxels.cut_links()[voxels.find_cut_link({1, 1, 1}, 0)];
  EXPECT_EQ(link.lower.cut, 1);
  EXPECT_EQ(link.lower.distance, 0.25F);
  EXPECT_EQ(link.upper.cut, 2);
  EXPECT_EQ(link.upper.distance, 0.25F);
}

TEST(LinkedVoxels, a_cut_before_the_boundary_is_seen_by_the_inside_end_only) {
  LinkedVoxels voxels(test::box_grid(4, 4, 4));
  EXPECT_EQ(voxels.cut(std::vector{test::cut_link({3, 1, 1}, 0, 0.25F, 1)}), 0);
  const CutLink& link = voxels.cut_links()[voxels.find_cut_link({3, 1, 1}, 0)];
  EXPECT_EQ(link.lower.cut, 1);
  EXPECT_EQ(link.upper.cut, -1);
  LinkedVoxels beyond(test::box_grid(4, 4, 4));
  beyond.cut(std::vector{test::cut_link({3, 1, 1}, 0, 0.75F, 1)});
  EXPECT_EQ(beyond, LinkedVoxels(test::box_grid(4, 4, 4)));
}

TEST(LinkedVoxels, do_not_change_when_cut_twice_in_the_same_place) {
  Random random(6);
  LinkedVoxels voxels(test::random_grid(random, 24));
  const auto links = test::random_cut(voxels, random);
  EXPECT_GT(voxels.cut(links), 0);
  const LinkedVoxels once = voxels;
  EXPECT_EQ(voxels.cut(links), 0);
  EXPECT_EQ(voxels, once);
}

TEST(LinkedVoxels, have_the_same_bits_whatever_the_order_of_cuts) {
  Random random(7);
  const LinkedVoxels uncut(test::random_grid(random, 24));
  std::vector<std::vector<CutLink>> cuts;
  for (int cut = 1; cut <= 6; ++cut) cuts.push_back(test::random_cut(uncut, random, cut));
  LinkedVoxels forth = uncut, back = uncut;
  for (auto it = cuts.begin(); it != cuts.end(); ++it) forth.cut(*it);
  for (auto it = cuts.rbegin(); it != cuts.rend(); ++it) back.cut(*it);
  EXPECT_EQ(forth, back);
  // And again from what is on record: how a state is restored.
  LinkedVoxels restored = uncut;
  restored.cut(forth.cut_links());
  EXPECT_EQ(restored, forth);
}

TEST(LinkedVoxels, leave_out_links_outside) {
  LinkedVoxels voxels(test::box_grid(4, 4, 4));
  const LinkedVoxels before = voxels;
  std::vector<CutLink> links;
  for (const LatticePoint& p : {LatticePoint{-1, -1, -1}, {4, 0, 0}, {0, 20, 3}, {-5, 2, 2}, {2, 2, 4}})
    links.push_back(test::cut_link(p, 0));
  test::sort_links(links);
  EXPECT_EQ(voxels.cut(links), 0);
  EXPECT_EQ(voxels.cut({}), 0);
  EXPECT_EQ(voxels, before);
}

TEST(LinkedVoxels, a_cut_said_of_one_end_is_seen_from_both) {
  LinkedVoxels voxels(test::box_grid(4, 4, 4));
  CutLink link = test::cut_link({1, 1, 1}, 2, 0.25F);
  link.upper = {};
  voxels.cut(std::vector{link});
  EXPECT_EQ(voxels.cut_links()[voxels.find_cut_link({1, 1, 1}, 2)], test::cut_link({1, 1, 1}, 2, 0.25F));
}

TEST(LinkedVoxels, refuse_links_out_of_order_or_doubled) {
  LinkedVoxels voxels(test::box_grid(4, 4, 4));
  const CutLink a = test::cut_link({0, 0, 0}, 0), b = test::cut_link({1, 0, 0}, 0);
  EXPECT_THROW(voxels.cut(std::vector{b, a}), Error);
  EXPECT_THROW(voxels.cut(std::vector{a, a}), Error);
}

TEST(LinkedVoxels, refuse_links_that_cannot_be) {
  const CutLink good = test::cut_link({1, 1, 1}, 0);
  std::vector<CutLink> bad(7, good);
  bad[0].axis = 3;
  bad[1].axis = -1;
  bad[2].lower.distance = 1.5F;
  bad[3].upper.distance = -0.1F;
  bad[4].lower.distance = std::nanf("");
  bad[5].lower.cut = bad[5].upper.cut = -1;
  bad[6].voxel = {-1000000, 1, 1};
  for (const CutLink& link : bad) {
    LinkedVoxels voxels(test::box_grid(4, 4, 4));
    const LinkedVoxels before = voxels;
    EXPECT_THROW(voxels.cut(std::vector{link}), Error);
    EXPECT_EQ(voxels, before);
    EXPECT_THROW(LinkedVoxels(test::box_grid(4, 4, 4), std::vector{link}), Error);
  }
}

TEST(LinkedVoxels, have_the_same_bits_for_1_2_and_4_threads) {
  const auto voxels_on = [](int threads) {
    set_thread_count(threads);
    Random random(8);
    return test::random_voxels(random);
  };
  const LinkedVoxels one = voxels_on(1);
  EXPECT_EQ(voxels_on(2), one);
  EXPECT_EQ(voxels_on(4), one);
  set_thread_count(0);
}

}  // namespace
}  // namespace sinew
