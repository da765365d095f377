#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "base/error_of.h"
#include "base/parallel.h"
#include "base/scratch_folder.h"
#include "contact_bodies.h"
#include "sinew/model/blade.h"

namespace sinew {
namespace {

using test::kStep;
using testing::HasSubstr;

Region above(double height) { return {HalfSpaceRegion{{0, height - 1e-6, 0}, {0, 1, 0}}}; }
Region below(double height) { return {HalfSpaceRegion{{0, height + 1e-6, 0}, {0, -1, 0}}}; }

Obstacle ceiling(double height, const Motion& motion = {}) {
  return {.name = "ceiling", .shape = BoxShape{{-1, height, -1}, {1, height + 0.1, 1}}, .motion = motion};
}

test::BoxOptions box_at(const std::string& name, const Vec3& at, double young = 1e5) {
  test::BoxOptions options;
  options.name = name, options.at = at, options.young = young;
  return options;
}

void steps(World& world, int count) {
  for (int i = 0; i < count; ++i) world.step(kStep, {.forces = true, .reactions = true});
}

const AttachmentForce& glue(const World& world, std::size_t i = 0) {
  return world.frame().contact.attachments.at(i);
}

TEST(Attachments, a_box_glued_under_an_obstacle_hangs_by_its_weight) {
  World world;
  const double weight = test::weight_of(world.add(test::soft_box(box_at("box", {}))));
  world.add(ceiling(0.22));
  world.attach({.body = "box", .region = above(0.2), .to = "ceiling"});
  steps(world, 200);
  EXPECT_NEAR(glue(world).force.y / weight, 1, 1e-3);
  EXPECT_LT(std::hypot(glue(world).force.x, glue(world).force.z), 1e-3 * weight);
  EXPECT_EQ(glue(world).points, 25);
  EXPECT_LT(test::rms_speed(world), 1e-6);
  // Its upper face stayed where it was.
  EXPECT_NEAR(bounding_box(world.frame().bodies[0].positions).upper.y, 0.2, 1e-5);
}

TEST(Attachments, a_box_of_voxels_glued_to_a_plane_hangs_by_its_weight) {
  World world;
  const double weight = test::weight_of(world.add(test::soft_voxel_box(box_at("box", {}))));
  world.add(Obstacle{.name = "ceiling", .shape = PlaneShape{{0, 0.21, 0}, {0, -1, 0}}});
  world.attach({.body = "box", .region = above(0.2), .to = "ceiling"});
  steps(world, 90);
  EXPECT_NEAR(glue(world).force.y / weight, 1, 1e-3);
}

TEST(Attachments, a_glued_face_follows_an_obstacle_that_moves_and_turns) {
  World world;
  world.add(test::soft_box(box_at("box", {}, 1e6)));
  const Motion motion{.velocity = {0.3, 0.2, 0}, .centre = {0, 0.2, 0}, .axis = {0, 1, 0}, .turning = 1};
  world.add(ceiling(0.21, motion));
  world.attach({.body = "box", .region = above(0.2), .to = "ceiling"});
  const std::vector<Vec3> rest = rest_positions(world.frame().bodies[0]);
  steps(world, 60);
  const std::vector<Vec3>& now = world.frame().bodies[0].positions;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    if (rest[i].y < 0.2 - 1e-6) continue;
    EXPECT_LT(distance(now[i], rest[i] + displacement_at(motion, rest[i], world.time())), 2e-5);
  }
}

TEST(Attachments, a_box_that_is_let_go_falls_freely) {
  World world;
  world.add(test::soft_box(box_at("box", {}, 1e6)));
  world.add(ceiling(0.4));
  const AttachmentHandle held = world.attach({.body = "box", .region = above(0.2), .to = "ceiling"});
  steps(world, 150);
  world.release(held);
  World free;
  free.add(test::soft_box(box_at("box", {}, 1e6)));
  WorldState state = world.state();
  state.contact.clear();
  free.restore(state);
  steps(world, 12), steps(free, 12);
  EXPECT_EQ(glue(world).points, 0);
  EXPECT_EQ(glue(world).force, (Vec3{}));
  EXPECT_EQ(world.frame().bodies[0].positions, free.frame().bodies[0].positions);
  EXPECT_LT(bounding_box(free.frame().bodies[0].positions).lower.y, -0.15);
}

TEST(Attachments, glue_begins_and_ends_at_its_times) {
  World world;
  test::BoxOptions options = box_at("box", {}, 1e6);
  options.gravity = {};
  world.add(test::soft_box(options));
  world.add(ceiling(0.3, {.velocity = {0, 0.1, 0}}));
  world.attach(
      {.body = "box", .region = above(0.2), .to = "ceiling", .during = {10.5 * kStep, 20.5 * kStep}});
  std::vector<Index> points;
  for (int i = 0; i < 30; ++i) steps(world, 1), points.push_back(glue(world).points);
  for (int i = 0; i < 30; ++i) EXPECT_EQ(points[i], i >= 11 && i < 21 ? 25 : 0) << i;
  EXPECT_NEAR(bounding_box(world.frame().bodies[0].positions).upper.y, 0.2 + 0.1 * 19 * kStep, 1e-3);
}

// Two boxes in flight, of which the upper one wants to go faster.
World glued_pair(bool voxels) {
  World world;
  test::BoxOptions lower = box_at("lower", {}), upper = box_at("upper", {0, 0.205, 0});
  lower.gravity = upper.gravity = {};
  lower.velocity = {0.5, 0, 0}, upper.velocity = {0.5, 0.4, 0};
  lower.params.strain = upper.params.strain = Strain::kCorotated;
  world.add(test::soft_box(lower));
  world.add(voxels ? test::soft_voxel_box(upper) : test::soft_box(upper));
  world.attach({.body = "upper", .region = below(0.205), .to = "lower", .within = 0.05});
  return world;
}

class GluedPair : public testing::TestWithParam<bool> {};

TEST_P(GluedPair, keeps_together_and_keeps_its_momentum) {
  World world = glued_pair(GetParam());
  world.publish({});
  const Vec3 before = test::momentum(world);
  EXPECT_NEAR(before.y, 0.4 * 0.008, 1e-9);
  steps(world, 40);
  EXPECT_LT(norm(test::momentum(world) - before), 1e-6 * norm(before));
  // They fly on with their common speed, upright, and the joint has not opened.
  const Box3 lower = bounding_box(world.frame().bodies[0].positions),
             upper = bounding_box(world.frame().bodies[1].positions);
  EXPECT_NEAR(upper.lower.y - lower.upper.y, 0.005, 1e-3);
  EXPECT_NEAR((lower.center() + upper.center()).y / 2, 0.2025 + 0.2 * 40 * kStep, 5e-3);
  EXPECT_GT(glue(world).points, 8);
}
INSTANTIATE_TEST_SUITE_P(TetsAndVoxels, GluedPair, testing::Bool());

TEST(Attachments, forces_of_a_pair_cancel_and_are_arrows_of_both) {
  World world = glued_pair(false);
  steps(world, 5);
  Vec3 on[2];
  for (int b = 0; b < 2; ++b)
    for (const ForceArrow& arrow : world.frame().bodies[b].arrows)
      if (arrow.kind == ForceArrow::Kind::kAttachment) on[b] += arrow.force;
  EXPECT_GT(norm(on[0]), 0.1);
  EXPECT_EQ(on[0], -on[1]);
  EXPECT_EQ(on[1], glue(world).force);
  EXPECT_EQ(glue(world).name, "attachment0");
  EXPECT_EQ(glue(world).a, "upper");
  EXPECT_EQ(glue(world).b, "lower");
}

TEST(Attachments, what_is_glued_does_not_collide_with_what_it_is_glued_to) {
  World world;
  test::BoxOptions options = box_at("box", {0, 0.0005, 0}, 1e6);  // nearer than the gap that surfaces keep
  options.gravity = {};
  world.add(test::soft_box(options));
  world.add(Obstacle{.name = "ground", .shape = BoxShape{{-1, -0.1, -1}, {1, 0, 1}}});
  world.attach({.body = "box", .region = below(0.0005), .to = "ground"});
  steps(world, 10);
  EXPECT_EQ(world.frame().contact.active, 0);
  EXPECT_EQ(world.frame().contact.held_back, 0);
  EXPECT_LT(norm(glue(world).force), 1e-6);
  EXPECT_NEAR(bounding_box(world.frame().bodies[0].positions).lower.y, 0.0005, 1e-9);
}

TEST(Attachments, only_vertices_within_reach_are_glued) {
  World world;
  test::BoxOptions options = box_at("box", {0, 0.01, 0}, 1e6);
  options.gravity = {};
  world.add(test::soft_box(options));
  world.add(Obstacle{.name = "ground", .shape = PlaneShape{}});
  world.attach({.body = "box", .to = "ground", .within = 0.02});
  steps(world, 2);
  EXPECT_EQ(glue(world).points, 25);  // the lower face, of 4 x 4 squares
}

std::vector<std::uint64_t> checksums(World& world, int count) {
  std::vector<std::uint64_t> sums;
  for (int i = 0; i < count; ++i) steps(world, 1), sums.push_back(frame_checksum(world.frame()));
  return sums;
}

class AttachmentState : public ScratchFolderTest {};

TEST_F(AttachmentState, a_glued_pair_goes_on_with_the_same_bits_after_a_checkpoint) {
  World world = glued_pair(true);
  steps(world, 8);
  write_checkpoint(folder_ / "c", world, "scene");
  World other = glued_pair(true);
  read_checkpoint(folder_ / "c", other, "scene");
  for (World* one : {&world, &other}) one->publish({.forces = true});
  EXPECT_EQ(frame_checksum(other.frame()), frame_checksum(world.frame()));
  EXPECT_EQ(checksums(other, 10), checksums(world, 10));
}

TEST_F(AttachmentState, a_glued_pair_has_the_same_bits_for_any_number_of_threads) {
  std::vector<std::vector<std::uint64_t>> sums;
  for (const int threads : {1, 2, 4}) {
    set_thread_count(threads);
    World world = glued_pair(false);
    sums.push_back(checksums(world, 10));
  }
  set_thread_count(0);
  EXPECT_EQ(sums[1], sums[0]);
  EXPECT_EQ(sums[2], sums[0]);
}

TEST_F(AttachmentState, a_body_that_is_cut_stays_glued_where_it_is_whole) {
  const auto hanging = [] {
    World world;
    world.add(test::soft_voxel_box(box_at("box", {}, 1e6)));
    world.add(ceiling(0.21));
    world.attach({.body = "box", .region = above(0.2), .to = "ceiling"});
    steps(world, 5);
    return world;
  };
  World world = hanging();
  const Index points = glue(world).points;
  const Vec3 left[] = {{-1, 0.1, -1}, {-1, 0.1, 1}}, right[] = {{1, 0.1, -1}, {1, 0.1, 1}};
  ASSERT_TRUE(world.cut("box", swept_blade(left, right)));
  // It is saved before a step has seen the cut.
  write_checkpoint(folder_ / "c", world, "scene");
  World other = hanging();
  read_checkpoint(folder_ / "c", other, "scene");
  EXPECT_EQ(checksums(other, 5), checksums(world, 5));
  EXPECT_EQ(glue(world).points, points);
  steps(world, 15);
  const Box3 box = bounding_box(world.frame().bodies[0].positions);
  EXPECT_NEAR(box.upper.y, 0.2, 1e-4);  // the upper half hangs, the lower one has fallen
  EXPECT_LT(box.lower.y, -0.3);
}

TEST_F(AttachmentState, one_that_no_run_wrote_is_refused) {
  World world = glued_pair(false);
  steps(world, 3);
  const WorldState good = world.state();
  const auto refusal = [&](const char* name, auto&& spoil) {
    WorldState bad = good;
    for (StateArray& array : bad.contact)
      if (array.name == name) spoil(array.values);
    return error_of([&] { world.restore(bad); });
  };
  EXPECT_THAT(refusal("attachments", [](auto& v) { v[0] = 3; }), HasSubstr("whole number from 0 to 2"));
  EXPECT_THAT(refusal("attachments", [](auto& v) { v[1] = 1e6; }), HasSubstr("whole number from 0 to"));
  EXPECT_THAT(refusal("attachments", [](auto& v) { v.clear(); }), HasSubstr("no 'attachments' of 2 numbers"));
  EXPECT_THAT(refusal("anchors", [](auto& v) { v[0] = 0.5; }), HasSubstr("whole number"));
  EXPECT_THAT(refusal("anchors", [](auto& v) { v.push_back(0); }), HasSubstr("anchors of no attachment"));
  EXPECT_THAT(refusal("anchors", [](auto& v) { v[0] = 1e6; }), HasSubstr("not in order"));
  // Numbers of vertices that are not there are looked up again by their places.
  EXPECT_EQ(refusal("anchors", [](auto& v) { v[v.size() - 14] = 1e6; }), "");
  steps(world, 1);
}

TEST(Attachments, bad_ones_are_refused) {
  World world;
  world.add(test::soft_box(box_at("box", {})));
  world.add(test::soft_box(box_at("other", {0, 1, 0})));
  world.add(Obstacle{.name = "table", .shape = PlaneShape{{0, -1, 0}}});
  const auto refusal = [&](const Attachment& attachment) {
    return error_of([&] { world.attach(attachment); });
  };
  EXPECT_THAT(refusal({.body = "bx", .to = "table"}), HasSubstr("did you mean 'box'?"));
  EXPECT_THAT(refusal({.body = "box", .to = "tabel"}), HasSubstr("there are: box, other, table"));
  EXPECT_THAT(refusal({.body = "box", .to = "box"}), HasSubstr("cannot be attached to itself"));
  EXPECT_THAT(refusal({.body = "table", .to = "box"}), HasSubstr("is an obstacle, which cannot be attached"));
  EXPECT_THAT(refusal({.body = "box", .region = above(3), .to = "table"}), HasSubstr("holds no vertex"));
  EXPECT_THAT(refusal({.body = "box", .to = "table", .within = 0}), HasSubstr("reach farther than 0 m"));
  EXPECT_THAT(refusal({.body = "box", .to = "table", .during = {2, 1}}), HasSubstr("ends before it starts"));
  world.attach({.name = "glue", .body = "box", .to = "table"});
  EXPECT_THAT(refusal({.name = "glue", .body = "box", .to = "other"}),
              HasSubstr("two attachments are called 'glue'"));
  EXPECT_THAT(error_of([&] { world.release({7}); }), HasSubstr("no attachment number 7"));
  EXPECT_THAT(error_of([] { World().release({0}); }), HasSubstr("nothing is attached"));
}

}  // namespace
}  // namespace sinew
