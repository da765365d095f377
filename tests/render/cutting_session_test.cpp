#include <gmock/gmock.h>

#include "base/file.h"
#include "mesh/disjoint_sets.h"
#include "render/window/session.h"
#include "sinew/scene/scene_description.h"
#include "world/checkpoint.h"

namespace sinew {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

// A bar across the middle of the picture, held at its left end.
std::string bar(const std::string& of_body, const std::string& of_scene = "") {
  return R"({"sinew": 1, "step": 0.01, "gravity": [0, 0, 0], )" + of_scene + R"(
    "bodies": [{"name": "bar", )" +
         of_body + R"( "material": "rubber",
      "mesh": {"box": {"size": [1, 0.25, 0.25], "cells": [8, 2, 2]}},
      "hold": [{"region": {"half_space": {"point": [0, 0, 0], "normal": [-1, 0, 0]}}}]}],
    "view": {"azimuth": 0, "elevation": 0}})";
}

const std::string kOctree = bar(R"("type": "octree", "surface": "cells",)");

// Sessions in a picture of 800 x 500, with the blade chosen.
class CuttingSession : public testing::Test {
 protected:
  static Session session(const std::string& scene = kOctree, SessionOptions options = {}) {
    options.stepwise = true;
    Session session(load_world(scene_from_text(scene), "bar.json"), options);
    session.handle({.kind = InputKind::kResize, .x = 800, .y = 500});
    session.handle(key_event(Key::k2));
    return session;
  }

  // From above the bar to below it, through the place that is `x` pixels from the left.
  static void stroke(Session& session, double x, double from = 20, double to = 480, bool moving = true) {
    session.handle({.kind = InputKind::kPress, .x = x, .y = from, .modifiers = {.shift = true}});
    for (int i = 1; i <= 10; ++i) {
      session.handle({.kind = InputKind::kMove, .x = x, .y = from + i * (to - from) / 10});
      if (moving) session.update();
    }
    session.handle({.kind = InputKind::kRelease, .x = x, .y = to});
    session.update();
  }

  // Elements connected by common nodes.
  static Index pieces(const Session& session) {
    const FrameElements& elements = *session.frame().bodies[0].topology.elements;
    DisjointSets sets(static_cast<Index>(elements.rest_positions.size()));
    for (const Hexahedron& cell : elements.hexahedra)
      for (const Index node : cell) sets.unite(cell[0], node);
    return sets.components().count;
  }

  std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) /
      (std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) + ".folder");
  void SetUp() override { std::filesystem::create_directories(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }
};

TEST_F(CuttingSession, a_stroke_through_the_middle_leaves_two_pieces) {
  Session session = CuttingSession::session();
  EXPECT_EQ(pieces(session), 1);
  session.handle(key_event(Key::kSpace));
  stroke(session, 400);
  EXPECT_EQ(pieces(session), 2);
  EXPECT_GT(session.frame().step, 5);
  EXPECT_THAT(session.status().trouble, IsEmpty());
}

TEST_F(CuttingSession, a_bar_that_flies_off_while_it_is_cut_falls_in_two) {
  const std::string flying = R"({"sinew": 1, "step": 0.01, "gravity": [0, 0, 0],
    "bodies": [{"name": "bar", "type": "octree", "surface": "cells", "material": "rubber", "velocity": [1, 1, 0],
      "mesh": {"box": {"size": [1, 0.25, 0.25], "cells": [16, 4, 4]}}}],
    "view": {"azimuth": 0, "elevation": 0}})";
  Session session = CuttingSession::session(flying);
  session.handle(key_event(Key::kSpace));
  stroke(session, 430);
  EXPECT_EQ(pieces(session), 2);
}

TEST_F(CuttingSession, a_body_is_cut_while_it_pauses_and_whole_again_after_a_reset) {
  Session session = CuttingSession::session();
  stroke(session, 400);
  EXPECT_EQ(session.frame().step, 0);
  EXPECT_EQ(pieces(session), 2);
  stroke(session, 550);
  EXPECT_EQ(pieces(session), 3);
  session.handle(key_event(Key::kR));
  session.update();
  EXPECT_EQ(pieces(session), 1);
}

TEST_F(CuttingSession, a_stroke_that_ends_within_the_body_leaves_it_in_one_piece) {
  Session session = CuttingSession::session();
  const Index nodes = static_cast<Index>(session.frame().bodies[0].positions.size());
  stroke(session, 400, 20, 250);
  EXPECT_EQ(pieces(session), 1);
  EXPECT_GT(static_cast<Index>(session.frame().bodies[0].positions.size()), nodes);
}

TEST_F(CuttingSession, a_shallow_blade_leaves_the_far_side_joined) {
  Session session = CuttingSession::session();
  const std::size_t nodes = session.frame().bodies[0].positions.size();
  session.handle(tool_event("blade", "depth", 0.1));
  stroke(session, 400);
  EXPECT_EQ(pieces(session), 1);
  EXPECT_GT(session.frame().bodies[0].positions.size(), nodes);
}

TEST_F(CuttingSession, a_stroke_beside_the_body_cuts_nothing_and_says_nothing) {
  Session session = CuttingSession::session();
  stroke(session, 790);
  EXPECT_EQ(pieces(session), 1);
  EXPECT_THAT(session.status().trouble, IsEmpty());
  EXPECT_THAT(session.status().notice, IsEmpty());
}

TEST_F(CuttingSession, a_body_of_tetrahedra_says_that_it_cannot_be_cut_and_goes_on) {
  Session session = CuttingSession::session(bar(""));
  session.handle(key_event(Key::kSpace));
  stroke(session, 400);
  EXPECT_THAT(session.status().trouble, HasSubstr("no body that can be cut"));
  EXPECT_FALSE(session.status().failed);
  EXPECT_TRUE(session.status().playing);
}

// Plays and cuts, pauses and cuts again, takes hold of the loose end, and saves a checkpoint at the end.
void cut_and_pull(Session& session, void (*stroke)(Session&, double, double, double, bool)) {
  session.handle(key_event(Key::kSpace));
  stroke(session, 400, 20, 480, true);
  session.handle(tool_event("blade", "depth", 0.2));
  session.handle(key_event(Key::kSpace));
  stroke(session, 250, 20, 480, false);
  session.handle(key_event(Key::k1));
  session.handle({.kind = InputKind::kPress, .x = 600, .y = 250, .modifiers = {.shift = true}});
  session.handle(key_event(Key::kSpace));
  for (int i = 1; i <= 5; ++i) {
    session.handle({.kind = InputKind::kMove, .x = 600, .y = 250.0 - 10 * i});
    session.update();
  }
  session.handle(key_event(Key::kK));
}

TEST_F(CuttingSession, what_was_recorded_leaves_the_same_checkpoint_when_it_is_replayed) {
  const std::filesystem::path events = folder_ / "session.txt";
  std::int64_t step = 0;
  const auto saved = [&](const char* name) { return read_file(checkpoint_path(folder_ / name, step)); };
  {
    Session recorded = session(kOctree, {.record = events, .folder = folder_ / "recorded"});
    cut_and_pull(recorded, stroke);
    EXPECT_GE(pieces(recorded), 2);
    step = recorded.frame().step;
  }
  for (const char* name : {"first", "second"}) {
    Session replayed(load_world(scene_from_text(kOctree), "bar.json"),
                     {.replay = events, .folder = folder_ / name});
    while (replayed.replaying()) replayed.update();
    EXPECT_THAT(replayed.status().trouble, IsEmpty());
    EXPECT_EQ(saved(name), saved("recorded"));
  }
}

// While it is pulled, a blade of the scene cuts the bar free: nodes get other numbers under the hand.
TEST_F(CuttingSession, a_pull_goes_on_through_a_cut) {
  const std::string strike = R"("cuts": [{"blade": {"time": 0.03, "box": [[0.3, -1, -1], [0.7, 2, 2]],
                                           "counts": [0, 1], "along": "y"}}],)";
  Session session = CuttingSession::session(bar(R"("type": "octree",)", strike));
  session.handle(key_event(Key::k1));
  session.handle(key_event(Key::kSpace));
  session.handle({.kind = InputKind::kPress, .x = 650, .y = 250, .modifiers = {.shift = true}});
  for (int i = 1; i <= 10; ++i) {
    session.handle({.kind = InputKind::kMove, .x = 650.0, .y = 250.0 - 5 * i});
    session.update();
    const auto lines = session.interaction().active_tool().lines(session.frame());
    ASSERT_EQ(lines.size(), 1u);
    EXPECT_GT(lines[0][0].x, 0.6) << "the spring is where it was taken hold of";
  }
  EXPECT_EQ(pieces(session), 2);
  EXPECT_THAT(session.status().trouble, IsEmpty());
  double top = 0;
  for (const Vec3& p : session.frame().bodies[0].positions) top = std::max(top, p.y);
  EXPECT_GT(top, 0.26);
}

}  // namespace
}  // namespace sinew
