#include <gmock/gmock.h>

#include <filesystem>

#include "base/file.h"
#include "render/window/session.h"
#include "sinew/scene/load_world.h"
#include "sinew/scene/scene_description.h"
#include "world/checkpoint.h"

namespace sinew {
namespace {

using testing::IsEmpty;

// A block of jelly, without weight, in the middle of the picture; it is held below.
constexpr const char* kBlock = R"({
  "sinew": 1, "step": 0.02, "gravity": [0, 0, 0],
  "bodies": [{
    "name": "block", "mesh": {"box": {"size": [0.2, 0.2, 0.2], "cells": [4, 4, 4]}},
    "material": {"young": 2e4, "poisson": 0.3, "density": 1000}, "damping": {"stiffness": 0.02},
    "hold": [{"region": {"half_space": {"point": [0, 0, 0], "normal": [0, -1, 0]}}}]
  }],
  "view": {"azimuth": 0, "elevation": 0}
})";

class TouchSession : public testing::Test {
 protected:
  static Session session(SessionOptions options = {}) {
    options.stepwise = true;
    Session session(load_world(scene_from_text(kBlock), "block.json"), options);
    session.handle({.kind = InputKind::kResize, .x = 800, .y = 500});
    return session;
  }
  static void press(Session& session, double x, double y) {
    session.handle({.kind = InputKind::kPress, .x = x, .y = y, .modifiers = {.shift = true}});
  }
  static void drag(Session& session, double x, double y, double to_x, double to_y, int moves) {
    for (int i = 1; i <= moves; ++i) {
      const double share = static_cast<double>(i) / moves;
      session.handle({.kind = InputKind::kMove, .x = x + share * (to_x - x), .y = y + share * (to_y - y)});
      session.update();
    }
  }
  static void release(Session& session) {
    session.handle({.kind = InputKind::kRelease});
    session.update();
  }
  static Box3 box(const Session& session) { return bounding_box(session.frame().bodies[0].positions); }
  static double force(const Session& session) {
    return norm(session.interaction().felt_force(session.frame()).value_or(Vec3{-1, 0, 0}));
  }

  std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) /
      (std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) + ".folder");
  void SetUp() override { std::filesystem::create_directories(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }
};

TEST_F(TouchSession, a_ball_pushes_into_the_surface_under_the_pointer_and_feels_it) {
  Session session = TouchSession::session();
  session.handle(key_event(Key::k3));
  session.handle(key_event(Key::kSpace));
  press(session, 400, 150);
  EXPECT_TRUE(session.interaction().shown().forces);
  EXPECT_FALSE(session.interaction().display().forces);
  for (int i = 0; i < 15; ++i) session.update();
  ASSERT_EQ(session.frame().tools.size(), 1U);
  EXPECT_GT(force(session), 0.05);
  EXPECT_FALSE(session.frame().contact.forces.empty());
  // It pushes away from the eye, which is at +z.
  Vec3 on_block;
  for (const ForceArrow& arrow : session.frame().bodies[0].arrows)
    if (arrow.kind == ForceArrow::Kind::kContact) on_block += arrow.force;
  EXPECT_LT(on_block.z, -0.9 * norm(on_block));
  release(session);
  EXPECT_FALSE(session.interaction().felt_force(session.frame()));
  EXPECT_TRUE(session.frame().tools.empty());
  EXPECT_TRUE(session.frame().contact.forces.empty());
  EXPECT_THAT(session.status().trouble, IsEmpty());
}

TEST_F(TouchSession, a_ball_taken_up_beside_the_body_pushes_it_aside) {
  Session session = TouchSession::session();
  session.handle(key_event(Key::k3));
  session.handle(key_event(Key::kSpace));
  const double left = box(session).lower.x;
  press(session, 150, 120);
  session.update();
  EXPECT_EQ(session.frame().contact.active, 0);
  drag(session, 150, 120, 400, 120, 25);
  EXPECT_GT(force(session), 0.05);
  Vec3 top;
  for (const Vec3& p : session.frame().bodies[0].positions)
    if (p.y > top.y) top = p;
  EXPECT_GT(box(session).upper.x, left + 0.205);
  EXPECT_THAT(session.status().trouble, IsEmpty());
}

TEST_F(TouchSession, a_grasper_carries_the_surface_along_until_the_button_is_up) {
  Session session = TouchSession::session();
  session.handle(key_event(Key::k4));
  session.handle(key_event(Key::kSpace));
  const double top = box(session).upper.y;
  press(session, 400, 150);
  session.update();
  drag(session, 400, 150, 400, 60, 20);
  EXPECT_GT(force(session), 0.05);
  EXPECT_GT(box(session).upper.y, top + 0.02);
  ASSERT_EQ(session.frame().contact.attachments.size(), 1U);
  EXPECT_GT(session.frame().contact.attachments[0].points, 0);
  release(session);
  for (int i = 0; i < 60; ++i) session.update();
  EXPECT_NEAR(box(session).upper.y, top, 2e-3);
  EXPECT_THAT(session.status().trouble, IsEmpty());
}

TEST_F(TouchSession, the_point_of_a_haptic_tool_is_felt_and_leaves_the_body_when_it_is_let_go) {
  Session session = TouchSession::session();
  session.handle(key_event(Key::k5));
  ASSERT_EQ(session.interaction().active_tool().name(), "feel");
  session.handle(key_event(Key::kSpace));
  EXPECT_EQ(session.felt(), nullptr);
  press(session, 400, 150);
  EXPECT_TRUE(session.interaction().shown().forces);
  for (int i = 0; i < 40; ++i) session.update();
  // The eye is at +z: the tool goes to -z, and the force pushes the hand back.
  const Vec3 on_hand = session.interaction().felt_force(session.frame()).value_or(Vec3{});
  EXPECT_GT(on_hand.z, 0.05);
  EXPECT_GT(on_hand.z, 0.9 * norm(on_hand));
  Vec3 on_block;
  for (const ForceArrow& arrow : session.frame().bodies[0].arrows)
    if (arrow.kind == ForceArrow::Kind::kPull) on_block += arrow.force;
  EXPECT_LT(norm(on_block + on_hand), 0.1 * norm(on_hand));
  ASSERT_NE(session.felt(), nullptr);
  EXPECT_GT(session.felt()->touching.load(), 100);
  EXPECT_GE(session.felt()->most_force.load(), norm(on_hand));
  release(session);
  session.update();
  EXPECT_FALSE(session.interaction().felt_force(session.frame()));
  for (int i = 0; i < 100; ++i) session.update();
  EXPECT_LT(box(session).size().z, 0.2 + 1e-3);
  EXPECT_THAT(session.status().trouble, IsEmpty());
}

TEST_F(TouchSession, the_same_touch_gives_the_same_bits) {
  const auto checksum = [] {
    Session session = TouchSession::session();
    session.handle(key_event(Key::k5));
    session.handle(key_event(Key::kSpace));
    press(session, 400, 150);
    drag(session, 400, 150, 430, 170, 20);
    return frame_checksum(session.frame());
  };
  EXPECT_EQ(checksum(), checksum());
}

TEST_F(TouchSession, a_servo_on_a_thread_feels_the_body_too) {
  Session session(load_world(scene_from_text(kBlock), "block.json"), {.play = true});
  session.handle({.kind = InputKind::kResize, .x = 800, .y = 500});
  session.handle(key_event(Key::k5));
  press(session, 400, 150);
  const auto felt = session.felt();
  ASSERT_NE(felt, nullptr);
  while (felt->touching.load() < 50 && session.status().trouble.empty()) session.update();
  EXPECT_THAT(session.status().trouble, IsEmpty());
  EXPECT_GT(felt->late.count(), 0);
  release(session);
  EXPECT_FALSE(session.interaction().felt_force(session.frame()));
}

TEST_F(TouchSession, a_grasper_beside_all_bodies_does_nothing) {
  Session session = TouchSession::session();
  session.handle(key_event(Key::k4));
  press(session, 20, 20);
  EXPECT_FALSE(session.interaction().tool_in_use());
  session.update();
  EXPECT_TRUE(session.frame().tools.empty());
}

TEST_F(TouchSession, a_reset_takes_the_ball_away_and_the_next_move_brings_it_back) {
  Session session = TouchSession::session();
  session.handle(key_event(Key::k3));
  session.handle(key_event(Key::kSpace));
  press(session, 400, 150);
  for (int i = 0; i < 10; ++i) session.update();
  session.handle(key_event(Key::kR));
  session.update();
  EXPECT_THAT(session.status().trouble, IsEmpty());
  session.handle({.kind = InputKind::kMove, .x = 400, .y = 140});
  session.update();
  EXPECT_EQ(session.frame().tools.size(), 1U);
  EXPECT_THAT(session.status().trouble, IsEmpty());
}

// Pushes, then carries, then saves what came of it.
void play(Session& session, void (*drag)(Session&, double, double, double, double, int)) {
  session.handle(key_event(Key::k3));
  session.handle(key_event(Key::kSpace));
  session.handle(tool_event("pusher", "press", 1));
  session.handle({.kind = InputKind::kPress, .x = 400, .y = 150, .modifiers = {.shift = true}});
  drag(session, 400, 150, 420, 160, 8);
  session.handle({.kind = InputKind::kRelease, .x = 420, .y = 160});
  session.update();
  session.handle(key_event(Key::k4));
  session.handle({.kind = InputKind::kPress, .x = 400, .y = 150, .modifiers = {.shift = true}});
  drag(session, 400, 150, 380, 100, 8);
  session.handle(key_event(Key::kK));
}

TEST_F(TouchSession, what_was_recorded_leaves_the_same_checkpoint_when_it_is_replayed) {
  const std::filesystem::path events = folder_ / "session.txt";
  std::int64_t step = 0;
  const auto saved = [&](const char* name) { return read_file(checkpoint_path(folder_ / name, step)); };
  {
    Session recorded = session({.record = events, .folder = folder_ / "recorded"});
    play(recorded, drag);
    step = recorded.frame().step;
    ASSERT_GT(step, 10);
  }
  Session replayed(load_world(scene_from_text(kBlock), "block.json"),
                   {.replay = events, .folder = folder_ / "replayed"});
  while (replayed.replaying()) replayed.update();
  EXPECT_THAT(replayed.status().trouble, IsEmpty());
  EXPECT_EQ(saved("replayed"), saved("recorded"));
}

}  // namespace
}  // namespace sinew
