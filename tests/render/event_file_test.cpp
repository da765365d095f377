#include "render/event_file.h"

#include <gmock/gmock.h>

#include "base/file.h"
#include "sinew/base/error.h"

namespace sinew {
namespace {

using testing::HasSubstr;

std::vector<InputEvent> one_of_each() {
  std::vector<InputEvent> events;
  const auto add = [&](InputEvent event) {
    event.tick = static_cast<std::int64_t>(3 * events.size());
    events.push_back(event);
  };
  add({.kind = InputKind::kResize, .x = 1280, .y = 800, .value = 320});
  add({.kind = InputKind::kPress, .x = 0.1, .y = 400.25, .button = MouseButton::kRight, .modifiers = {true}});
  add({.kind = InputKind::kRelease, .x = -3, .y = 1e-7, .modifiers = {.control = true, .alt = true}});
  add({.kind = InputKind::kDoubleClick, .x = 12, .y = 13});
  add({.kind = InputKind::kMove, .x = 1.0 / 3, .y = 2});
  add({.kind = InputKind::kWheel, .x = 5, .y = 6, .value = -1.5});
  add(key_event(Key::kPeriod));
  add(key_event(Key::k9, {.shift = true}));
  add(tune_event("the \"left\" pony \\ \nline two", "mass damping", 0.1));
  add(display_event("range", "0:1e5"));
  add(tool_event("blade", "depth", 0.1));
  add({.kind = InputKind::kClose});
  return events;
}

std::string message_of(const std::string& line) {
  try {
    event_from_text(line, "session.txt:7");
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

class EventFile : public testing::Test {
 protected:
  std::filesystem::path path_ =
      std::filesystem::path(testing::TempDir()) /
      (std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) + ".events");
  void TearDown() override { std::filesystem::remove(path_); }

  std::string message_of_file(const std::string& text) {
    write_file(path_, text);
    try {
      read_events(path_);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }
};

TEST_F(EventFile, what_was_recorded_is_read_back_to_the_bit) {
  const std::vector<InputEvent> events = one_of_each();
  {
    EventRecorder recorder(path_);
    for (const InputEvent& event : events) recorder.add(event);
  }
  EXPECT_EQ(read_events(path_), events);
}

TEST_F(EventFile, events_are_on_the_disk_before_the_recorder_is_gone) {
  EventRecorder recorder(path_);
  recorder.add(key_event(Key::kSpace));
  EXPECT_EQ(read_file(path_), "sinew-events 1\n0 key space\n");
}

TEST_F(EventFile, comments_empty_lines_and_other_line_ends_are_passed_over) {
  write_file(path_, "sinew-events 1\r\n# by hand\n\n   \n4 key f1\r\n4 close");
  const std::vector<InputEvent> events = read_events(path_);
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events[0].key, Key::kF1);
  EXPECT_EQ(events[1].kind, InputKind::kClose);
}

TEST_F(EventFile, files_that_are_no_events_are_refused_with_their_line) {
  EXPECT_THAT(message_of_file("sinew-events 2\n"), HasSubstr("the first line must be 'sinew-events 1'"));
  EXPECT_THAT(message_of_file("ply\n"), HasSubstr(":1"));
  EXPECT_THAT(message_of_file("sinew-events 1\n\n3 kye space\n"), HasSubstr(":3"));
  EXPECT_THAT(message_of_file("sinew-events 1\n3 close\n2 close\n"), HasSubstr("before the one above it"));
  EXPECT_THROW(read_events(path_.string() + ".none"), Error);
}

TEST_F(EventFile, a_recorder_that_cannot_write_says_so_at_once) {
  EXPECT_THROW(EventRecorder("/no/such/folder/session.txt"), Error);
}

TEST(EventText, bad_lines_say_what_is_wrong_with_them) {
  EXPECT_THAT(message_of("key space"), HasSubstr("'key' is not a number for the number of steps"));
  EXPECT_THAT(message_of("-1 close"), HasSubstr("not a whole number"));
  EXPECT_THAT(message_of("0.5 close"), HasSubstr("not a whole number"));
  EXPECT_THAT(message_of("1"), HasSubstr("event is missing"));
  EXPECT_THAT(message_of("1 pres left 1 2"), HasSubstr("did you mean 'press'?"));
  EXPECT_THAT(message_of("1 press lef 1 2"), HasSubstr("did you mean 'left'?"));
  EXPECT_THAT(message_of("1 press left 1"), HasSubstr("y is missing"));
  EXPECT_THAT(message_of("1 press left 1 2 shfit"), HasSubstr("did you mean 'shift'?"));
  EXPECT_THAT(message_of("1 move nan 2"), HasSubstr("'nan' is not a number"));
  EXPECT_THAT(message_of("1 move 1x 2"), HasSubstr("'1x' is not a number"));
  EXPECT_THAT(message_of("1 key spcae"), HasSubstr("did you mean 'space'?"));
  EXPECT_THAT(message_of("1 resize -5 800 0"), HasSubstr("the width"));
  EXPECT_THAT(message_of("1 tune \"bar young 3"), HasSubstr("not closed"));
  EXPECT_THAT(message_of("1 tune bar young"), HasSubstr("the value is missing"));
  EXPECT_THAT(message_of("1 tool blade depth"), HasSubstr("the value is missing"));
  EXPECT_THAT(message_of("1 close now"), HasSubstr("more on the line"));
  EXPECT_THAT(message_of("1 close now"), HasSubstr("session.txt:7"));
}

TEST(EventReplay, hands_events_out_when_they_are_due) {
  std::vector<InputEvent> events(3);
  events[0].tick = 2, events[1].tick = 2, events[2].tick = 5;
  EventReplay replay(events);
  EXPECT_EQ(replay.next(1, true), nullptr);
  EXPECT_NE(replay.next(2, true), nullptr);
  EXPECT_NE(replay.next(2, true), nullptr);
  EXPECT_EQ(replay.next(4, true), nullptr);
  EXPECT_FALSE(replay.finished());
  EXPECT_NE(replay.next(6, true), nullptr);
  EXPECT_TRUE(replay.finished());
  EXPECT_EQ(replay.next(7, true), nullptr);
}

TEST(EventReplay, does_not_wait_for_steps_while_nothing_moves) {
  std::vector<InputEvent> events(1);
  events[0].tick = 100;
  EventReplay replay(events);
  EXPECT_NE(replay.next(0, false), nullptr);
}

}  // namespace
}  // namespace sinew
