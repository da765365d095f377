#include "haptics/tool_path.h"

#include <gtest/gtest.h>

#include "haptics/scripted_device.h"
#include "haptics/touch_log.h"
#include "sinew/base/error.h"

namespace sinew {
namespace {

std::string path_error(const std::string& rows) {
  try {
    parse_tool_path("sinew-tool-path 1\n" + rows, "arm.txt");
  } catch (const Error& error) {
    return error.problem() + " | " + error.where() + " | " + error.hint();
  }
  return "taken";
}

TEST(ToolPath, rows_comments_forces_and_silence_are_read) {
  const ToolPath path = parse_tool_path(
      "# an arm\nsinew-tool-path 1\n0 1 2 3\n\n0.5 1 2 4  0 0 1.5  # pressed\n0.7 silent\n1 0 0 0\r\n",
      "arm.txt");
  ASSERT_EQ(path.rows.size(), 4u);
  EXPECT_EQ(path.rows[1], (ToolPath::Row{0.5, {1, 2, 4}, {0, 0, 1.5}, false}));
  EXPECT_TRUE(path.rows[2].is_silent);
  EXPECT_EQ(path.rows[2].place, (Vec3{1, 2, 4}));
  EXPECT_EQ(path.duration(), 1);
}

TEST(ToolPath, what_is_written_is_read_with_the_same_bits) {
  ToolPath path;
  path.rows = {{0.1, {1.0 / 3, -2e-9, 7}, {0.1, 0.2, 1.0 / 7}, false}, {0.2, {1.0 / 3, -2e-9, 7}, {}, true}};
  EXPECT_EQ(parse_tool_path(to_text(path), "").rows, path.rows);
}

TEST(ToolPath, invalid_paths_are_refused_with_their_line) {
  EXPECT_EQ(path_error("0 1 2 3\n0 1 2 3\n"), "the time 0 s comes after 0 s | arm.txt:3 | times must ascend");
  EXPECT_EQ(path_error("0 1 2 x\n"), "'x' is not a number | arm.txt:2 | ");
  EXPECT_EQ(path_error("0 1 2 nan\n"), "'nan' is not a number | arm.txt:2 | ");
  EXPECT_EQ(path_error("0 1 2 1e999\n"), "'1e999' is not a number | arm.txt:2 | ");
  EXPECT_EQ(path_error("0 1 2\n"),
            "a row of 3 words | arm.txt:2 | a row is: time x y z, a force if there is one, buttons if there "
            "are some; "
            "or: time silent");
  EXPECT_EQ(path_error("0 1 2 3 4 5\n").substr(0, 16), "a row of 6 words");
  EXPECT_EQ(path_error("0 1 2 3 4 5 6 7 8\n").substr(0, 16), "a row of 9 words");
  EXPECT_EQ(path_error("0 1 2 3 -1\n").substr(0, 4), "'-1'");
  EXPECT_EQ(path_error("0 quiet\n").substr(0, 16), "a row of 2 words");
  EXPECT_EQ(path_error(""), "a tool path without rows | arm.txt | a row is: time x y z");
  EXPECT_THROW(parse_tool_path("", "arm.txt"), Error);
  EXPECT_THROW(parse_tool_path("sinew-tool-path 2\n0 1 2 3\n", "arm.txt"), Error);
  EXPECT_THROW(read_tool_path("/nowhere/arm.txt"), Error);
}

TEST(ToolPath, buttons_are_read_and_written) {
  const ToolPath path = parse_tool_path("sinew-tool-path 1\n0 1 2 3 1\n1 1 2 3 0 0 4 2\n2 1 2 3\n", "");
  EXPECT_EQ(path.rows[0], (ToolPath::Row{0, {1, 2, 3}, {}, false, 1}));
  EXPECT_EQ(path.rows[1], (ToolPath::Row{1, {1, 2, 3}, {0, 0, 4}, false, 2}));
  EXPECT_EQ(path.rows[2].buttons, 0U);
  EXPECT_EQ(parse_tool_path(to_text(path), "").rows, path.rows);
  ScriptedDevice device(path);
  EXPECT_EQ(device.read(5).buttons, 1U);
  EXPECT_EQ(device.read(6.5).buttons, 2U);
  EXPECT_EQ(device.read(7.5).buttons, 0U);
}

TEST(TouchLog, buttons_are_read_and_written) {
  const TouchLog log = parse_touch_log("sinew-touch-log 1\n3 0 0 1 1\n4 0 0 1\n", "");
  EXPECT_EQ(log.at(3).buttons, 1U);
  EXPECT_EQ(log.at(4).buttons, 0U);
  EXPECT_EQ(parse_touch_log(to_text(log), "").rows, log.rows);
}

TEST(ScriptedDevice, it_goes_straight_between_rows_and_stays_after_the_last) {
  ScriptedDevice device(parse_tool_path("sinew-tool-path 1\n1 0 0 0\n2 0 0 4\n", ""));
  EXPECT_EQ(device.read(10).position, Vec3{});
  EXPECT_EQ(device.read(11).position, Vec3{});
  EXPECT_EQ(device.read(11.25).position, (Vec3{0, 0, 1}));
  EXPECT_EQ(device.read(19).position, (Vec3{0, 0, 4}));
  EXPECT_EQ(device.read(20).age, 0);
}

TEST(ScriptedDevice, a_silent_device_says_when_it_spoke_last) {
  ScriptedDevice device(parse_tool_path("sinew-tool-path 1\n0 0 0 0\n1 0 0 1\n2 silent\n3 0 0 2\n", ""));
  device.read(0);
  EXPECT_EQ(device.read(1.5).age, 0);
  const HandReading silent = device.read(2.5);
  EXPECT_EQ(silent.age, 0.5);
  EXPECT_EQ(silent.measured_at, 2);
  EXPECT_EQ(device.read(3.5).age, 0);
}

TEST(TouchLog, what_is_written_is_read_with_the_same_bits) {
  TouchLog log;
  log.rows.push_back({3, {.tool = {1.0 / 3, 2, 3}}});
  log.rows.push_back({4, {true, 2, {7, {0.1, 0.2, 0.7}}, {1, 2, 1.0 / 7}, {0, 0, -1.0 / 3}}});
  EXPECT_EQ(parse_touch_log(to_text(log), "").rows, log.rows);
  EXPECT_EQ(log.at(4), log.rows[1].touch);
  EXPECT_EQ(log.at(5), TouchState{});
}

TEST(TouchLog, invalid_logs_are_refused_with_their_line) {
  const auto refusal = [](const std::string& rows) {
    try {
      parse_touch_log("sinew-touch-log 1\n" + rows, "log");
    } catch (const Error& error) {
      return error.problem() + " | " + error.where();
    }
    return std::string("taken");
  };
  EXPECT_EQ(refusal("1 0 0 0\n1 0 0 0\n"), "step 1 comes after step 1 | log:3");
  EXPECT_EQ(refusal("1 0 0\n"), "a row of 3 words | log:2");
  EXPECT_EQ(refusal("-1 0 0 0\n"), "'-1' is not a whole number | log:2");
  EXPECT_EQ(refusal("1 0 0 0 1 99999999999 0 0 1 0 0 0\n"), "a triangle of number 99999999999 | log:2");
  EXPECT_EQ(refusal("1 0 0 inf\n"), "'inf' is not a number | log:2");
}

}  // namespace
}  // namespace sinew
