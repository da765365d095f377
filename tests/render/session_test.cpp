#include "render/window/session.h"

#include <gmock/gmock.h>

#include "render/bar_scene.h"
#include "sinew/scene/scene_description.h"
#include "world/checkpoint.h"

namespace sinew {
namespace {

using test::kBar;
using testing::HasSubstr;
using testing::IsEmpty;

// Sessions on a bar that lies across the middle of a picture of 800 x 500, held at its left end.
class SessionTest : public testing::Test {
 protected:
  static Session session(SessionOptions options = {}) {
    options.stepwise = true;
    Session session(load_world(scene_from_text(kBar), "bar.json"), options);
    session.handle({.kind = InputKind::kResize, .x = 800, .y = 500});
    return session;
  }

  static void update(Session& session, int times) {
    for (int i = 0; i < times; ++i) session.update();
  }

  // Plays, takes the free end, and holds it higher; pauses at step 20 and lets go.
  static void pull_up(Session& session) {
    session.handle(key_event(Key::kSpace));
    update(session, 3);
    session.handle({.kind = InputKind::kPress, .x = 700, .y = 250, .modifiers = {.shift = true}});
    for (int y = 240; y > 140; y -= 10) {
      session.handle({.kind = InputKind::kMove, .x = 700, .y = static_cast<double>(y)});
      session.update();
    }
    update(session, 7);
    session.handle(key_event(Key::kSpace));
    session.handle({.kind = InputKind::kRelease, .x = 700, .y = 150});
  }

  static double highest(const Session& session) {
    double top = 0;
    for (const Vec3& p : session.frame().bodies[0].positions) top = std::max(top, p.y);
    return top;
  }

  std::filesystem::path path_ =
      std::filesystem::path(testing::TempDir()) /
      (std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) + ".events");
  void TearDown() override { std::filesystem::remove(path_); }
};

TEST_F(SessionTest, nothing_moves_until_it_is_played) {
  Session bar = session();
  update(bar, 3);
  EXPECT_EQ(bar.frame().step, 0);
  bar.handle(key_event(Key::kSpace));
  update(bar, 3);
  EXPECT_EQ(bar.frame().step, 3);
  bar.handle(key_event(Key::kSpace));
  update(bar, 3);
  EXPECT_EQ(bar.frame().step, 3);
  bar.handle(key_event(Key::kPeriod));
  update(bar, 3);
  EXPECT_EQ(bar.frame().step, 4);
}

TEST_F(SessionTest, a_drag_pulls_the_body_after_the_pointer) {
  Session bar = session();
  const double before = highest(bar);
  pull_up(bar);
  update(bar, 1);
  EXPECT_EQ(bar.frame().step, 20);
  EXPECT_GT(highest(bar), before + 0.02);
  EXPECT_THAT(bar.status().trouble, IsEmpty());
}

TEST_F(SessionTest, what_was_recorded_gives_the_same_bits_when_it_is_replayed) {
  std::uint64_t recorded = 0;
  {
    Session bar = session({.record = path_});
    pull_up(bar);
    bar.handle(tune_event("bar", "young", 2e6));
    bar.handle({.kind = InputKind::kClose});
    bar.update();
    recorded = frame_checksum(bar.frame());
  }
  for (int time = 0; time < 2; ++time) {
    Session bar(load_world(scene_from_text(kBar), "bar.json"), {.replay = path_});
    while (bar.replaying()) bar.update();
    bar.update();
    EXPECT_EQ(bar.frame().step, 20);
    EXPECT_EQ(frame_checksum(bar.frame()), recorded);
    EXPECT_EQ(bar.take_actions(), std::vector{ViewerAction::kClose});
  }
}

TEST_F(SessionTest, a_replayed_session_can_be_recorded_again) {
  const std::filesystem::path again = path_.string() + ".again";
  {
    Session bar = session({.record = path_});
    pull_up(bar);
  }
  {
    Session bar(load_world(scene_from_text(kBar), "bar.json"), {.replay = path_, .record = again});
    while (bar.replaying()) bar.update();
  }
  EXPECT_EQ(read_events(again), read_events(path_));
  std::filesystem::remove(again);
}

TEST_F(SessionTest, events_count_steps_on_after_a_reset) {
  Session bar = session();
  bar.handle(key_event(Key::kSpace));
  update(bar, 5);
  bar.handle(key_event(Key::kR));
  bar.update();
  EXPECT_EQ(bar.frame().step, 1);
  EXPECT_EQ(bar.steps_made(), 6);
}

TEST_F(SessionTest, events_count_steps_on_after_a_reset_of_a_resumed_world) {
  LoadedWorld loaded = load_world(scene_from_text(kBar), "bar.json");
  for (int i = 0; i < 7; ++i) loaded.world.step(loaded.run.dt);
  Session bar(std::move(loaded), {.play = true, .stepwise = true});
  update(bar, 5);
  EXPECT_EQ(bar.steps_made(), 12);
  bar.handle(key_event(Key::kR));
  bar.update();
  EXPECT_EQ(bar.frame().step, 8);
  EXPECT_EQ(bar.steps_made(), 13);
}

// The simulation goes on beside the window: by the time it saves, it is ahead of the frame that is seen.
TEST_F(SessionTest, a_checkpoint_has_the_name_of_the_step_it_saves) {
  const std::filesystem::path folder = path_.string() + ".folder";
  {
    Session bar(load_world(scene_from_text(kBar), "bar.json"), {.play = true, .folder = folder});
    for (int key = 0; key < 20; ++key) {
      for (const std::int64_t before = bar.frame().step; bar.frame().step < before + 2;) bar.update();
      bar.handle(key_event(Key::kK));
    }
    for (const std::int64_t before = bar.frame().step; bar.frame().step < before + 2;) bar.update();
  }
  int found = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    LoadedWorld saved = load_world(scene_from_text(kBar), "bar.json");
    read_checkpoint(entry.path(), saved.world, saved.run.fingerprint);
    EXPECT_EQ(entry.path(), checkpoint_path(folder, saved.world.step_count()));
    ++found;
  }
  EXPECT_GT(found, 10);
  std::filesystem::remove_all(folder);
}

TEST_F(SessionTest, recorded_events_are_news_although_nothing_moves) {
  {
    Session bar = session({.record = path_});
    bar.handle({.kind = InputKind::kPress, .x = 400, .y = 20});
    bar.handle({.kind = InputKind::kClose});
  }
  Session bar(load_world(scene_from_text(kBar), "bar.json"), {.replay = path_});
  EXPECT_TRUE(bar.update());
  EXPECT_FALSE(bar.replaying());
  EXPECT_TRUE(bar.has_actions());
  EXPECT_FALSE(bar.update());
}

TEST_F(SessionTest, a_replay_waits_for_the_picture_that_an_event_asks_for) {
  std::uint64_t recorded = 0;
  {
    Session bar = session({.record = path_});
    pull_up(bar);
    bar.handle(key_event(Key::kP));
    bar.handle(key_event(Key::kSpace));
    update(bar, 2);
    bar.handle(key_event(Key::kP));
    bar.handle(tune_event("bar", "young", 2e6));
    update(bar, 3);
    bar.handle({.kind = InputKind::kClose});
    recorded = frame_checksum(bar.frame());
  }
  Session bar(load_world(scene_from_text(kBar), "bar.json"), {.replay = path_});
  std::vector<std::int64_t> pictures;
  while (bar.replaying()) {
    bar.update();
    for (const ViewerAction action : bar.take_actions())
      if (action == ViewerAction::kSavePicture)
        pictures.push_back(bar.frame().step);
      else
        EXPECT_EQ(frame_checksum(bar.frame()), recorded);
  }
  EXPECT_THAT(pictures, testing::ElementsAre(20, 22));
}

TEST_F(SessionTest, tuned_parameters_are_in_the_status_and_nonsense_is_trouble) {
  Session bar = session();
  bar.handle(tune_event("bar", "young", 2e6));
  bar.update();
  EXPECT_EQ(bar.status().bodies[0].tunables[0].value, 2e6);
  EXPECT_NE(bar.untuned()[0].tunables[0].value, 2e6);
  bar.handle(tune_event("bat", "young", 2e6));
  bar.update();
  EXPECT_THAT(bar.status().trouble, HasSubstr("bat"));
}

TEST_F(SessionTest, a_checkpoint_makes_its_folder_or_says_why_not) {
  const std::filesystem::path folder = path_.string() + ".folder";
  Session bar = session({.folder = folder});
  bar.handle(key_event(Key::kK));
  EXPECT_TRUE(std::filesystem::exists(folder / "checkpoint_00000000.sinew"));
  std::filesystem::remove_all(folder);
  Session nowhere = session({.folder = "/dev/null/folder"});
  nowhere.handle(key_event(Key::kK));
  nowhere.update();
  EXPECT_THAT(nowhere.status().trouble, HasSubstr("/dev/null/folder"));
}

TEST_F(SessionTest, what_is_shown_is_asked_of_the_simulation) {
  Session bar = session();
  bar.update();
  EXPECT_THAT(bar.frame().bodies[0].stress, IsEmpty());
  bar.handle(display_event("colouring", "stress"));
  EXPECT_TRUE(bar.update());
  EXPECT_EQ(bar.frame().bodies[0].stress.size(), bar.frame().bodies[0].topology.elements->tetrahedra.size());
  EXPECT_FALSE(bar.update());
}

TEST_F(SessionTest, a_session_on_a_thread_ends_while_it_plays) {
  Session bar(load_world(scene_from_text(kBar), "bar.json"), {.play = true});
  bar.handle({.kind = InputKind::kResize, .x = 800, .y = 500});
  while (bar.frame().step < 2) bar.update();
  EXPECT_TRUE(bar.interaction().playing());
}

}  // namespace
}  // namespace sinew
