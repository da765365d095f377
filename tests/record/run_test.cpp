#include "sinew/record/run.h"

#include <gmock/gmock.h>
#include <sys/wait.h>

#include <algorithm>
#include <csignal>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/one_thread.h"
#include "base/random.h"
#include "base/scratch_folder.h"
#include "world/checkpoint.h"
#include "world/interruption.h"
#include "world/spring_body.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

World two_bodies() {
  World world;
  world.add(tumbling_body("solid"));
  world.add(std::make_unique<SpringBody>("sheet", two_triangle_sheet()));
  return world;
}

class RunTest : public ScratchFolderTest {
 protected:
  RunOptions options(const std::string& folder) const {
    RunOptions options;
    options.steps = 20;
    options.dt = 0.01;
    options.folder = folder_ / folder;
    options.formats = {"vtu", "ply", "obj", "csv", "checksums"};
    options.every = 3;
    options.checkpoint_every = 4;
    options.fingerprint = "scene";
    options.probes = {{"tip", "solid", {0, 0, 1}}};
    return options;
  }
};

std::vector<std::string> names(const fs::path& folder) {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

void expect_same_files(const fs::path& a, const fs::path& b) {
  ASSERT_EQ(names(a), names(b));
  for (const std::string& name : names(a))
    EXPECT_TRUE(read_file(a / name) == read_file(b / name)) << a / name;
}

TEST_F(RunTest, frames_are_recorded_from_the_first_on_at_their_interval) {
  World world = two_bodies();
  const RunSummary summary = run(world, options("a"));
  EXPECT_EQ(summary.steps(), 20);
  EXPECT_EQ(world.step_count(), 20);
  const auto files = names(folder_ / "a");
  for (const char* name : {"solid_00000000.vtu", "solid_00000018.vtu", "sheet_00000003.ply", "sheet.pvd",
                           "solid.pvd", "run.csv", "sheet_00000009.obj"})
    EXPECT_THAT(files, Contains(name));
  EXPECT_THAT(files, Not(Contains("solid_00000004.vtu")));
  const std::string csv = read_file(folder_ / "a" / "run.csv");
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1 + 7);
}

TEST_F(RunTest, the_last_two_checkpoints_are_kept) {
  World world = two_bodies();
  const RunSummary summary = run(world, options("a"));
  EXPECT_EQ(summary.checkpoint, checkpoint_path(folder_ / "a", 20));
  for (const int step : {4, 8, 12}) EXPECT_FALSE(fs::exists(checkpoint_path(folder_ / "a", step))) << step;
  for (const int step : {16, 20}) EXPECT_TRUE(fs::exists(checkpoint_path(folder_ / "a", step))) << step;
}

TEST_F(RunTest, a_run_stopped_anywhere_and_resumed_leaves_the_same_files_bit_for_bit) {
  World whole = two_bodies();
  run(whole, options("whole"));
  for (int stop_at = 1; stop_at < 20; ++stop_at) {
    const std::string folder = fmt::format("stopped_{}", stop_at);
    World first = two_bodies();
    RunOptions broken = options(folder);
    broken.stop = [&] { return first.step_count() == stop_at; };
    const RunSummary summary = run(first, broken);
    ASSERT_TRUE(summary.stopped);
    World second = two_bodies();
    RunOptions rest = options(folder);
    rest.resume = summary.checkpoint;
    EXPECT_EQ(run(second, rest).first_step, stop_at);
    expect_same_files(folder_ / folder, folder_ / "whole");
  }
}

TEST_F(RunTest, a_run_stopped_again_and_again_keeps_the_checkpoints_of_one_that_was_not) {
  World whole = two_bodies();
  run(whole, options("whole"));
  fs::path checkpoint;
  for (const int stop_at : {5, 6, 13, 17, 18, 19, 20}) {
    World world = two_bodies();
    RunOptions part = options("a");
    part.resume = checkpoint;
    part.stop = [&] { return world.step_count() == stop_at; };
    checkpoint = run(world, part).checkpoint;
    EXPECT_EQ(checkpoint, checkpoint_path(folder_ / "a", stop_at));
  }
  expect_same_files(folder_ / "a", folder_ / "whole");
}

TEST_F(RunTest, what_a_killed_run_left_unfinished_goes_and_what_another_writes_stays) {
  World whole = two_bodies();
  run(whole, options("a"));
  const pid_t child = fork();
  if (child == 0) _exit(0);
  waitpid(child, nullptr, 0);
  const fs::path abandoned = folder_ / "a" / fmt::format("solid_00000018.vtu.{}.part", child);
  const fs::path of_another = folder_ / "a" / fmt::format("solid_00000018.vtu.{}.part", getppid());
  write_file(abandoned, "half");
  write_file(of_another, "half");
  World world = two_bodies();
  RunOptions rest = options("a");
  rest.resume = checkpoint_path(folder_ / "a", 16);
  run(world, rest);
  EXPECT_FALSE(fs::exists(abandoned));
  EXPECT_TRUE(fs::exists(of_another));
}

TEST_F(RunTest, resuming_from_an_older_checkpoint_drops_what_came_after_it) {
  World whole = two_bodies(), farther = two_bodies(), again = two_bodies();
  run(whole, options("whole"));
  RunOptions to_23 = options("farther");
  to_23.steps = 23;
  run(farther, to_23);
  RunOptions rest = options("farther");
  rest.resume = checkpoint_path(folder_ / "farther", 20);
  run(again, rest);
  for (const char* name : {"run.csv", "solid.pvd", "sheet.pvd"})
    EXPECT_EQ(read_file(folder_ / "farther" / name), read_file(folder_ / "whole" / name));
}

TEST_F(RunTest, a_resumed_run_may_go_farther) {
  World longer = two_bodies();
  RunOptions all = options("longer");
  all.steps = 28;
  run(longer, all);
  World first = two_bodies(), second = two_bodies();
  run(first, options("a"));
  RunOptions rest = options("a");
  rest.steps = 28;
  rest.resume = checkpoint_path(folder_ / "a", 20);
  run(second, rest);
  expect_same_files(folder_ / "a", folder_ / "longer");
}

TEST_F(RunTest, a_run_killed_at_any_moment_goes_on_from_its_last_checkpoint_to_the_same_files) {
  const OneThread before_forking;
  World whole = two_bodies();
  RunOptions plain = options("whole");
  plain.formats = {"vtu", "csv"};
  run(whole, plain);
  Random random(5);
  for (int trial = 0; trial < 8; ++trial) {
    const fs::path folder = folder_ / fmt::format("killed_{}", trial);
    RunOptions killed = plain;
    killed.folder = folder;
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      killed.stop = [&] { return write(ends[1], "x", 1) != 1; };
      World world = two_bodies();
      run(world, killed);
      _exit(0);
    }
    const int steps = 5 + static_cast<int>(random.below(14));
    char byte = 0;
    for (int s = 0; s < steps; ++s) ASSERT_EQ(read(ends[0], &byte, 1), 1);
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    close(ends[0]), close(ends[1]);

    std::int64_t newest = 0;
    for (std::int64_t step = 4; step <= 20; step += 4)
      if (fs::exists(checkpoint_path(folder, step))) newest = step;
    ASSERT_GE(newest, 4);
    World world = two_bodies();
    RunOptions rest = plain;
    rest.folder = folder;
    rest.resume = checkpoint_path(folder, newest);
    run(world, rest);
    expect_same_files(folder, folder_ / "whole");
  }
}

TEST_F(RunTest, where_a_body_fails_the_last_good_state_is_left_as_checkpoint_and_frame) {
  World world = two_bodies();
  static_cast<SpringBody&>(world.body("sheet")).fails_at = 12;
  const std::string message = error_of([&] { run(world, options("a")); });
  EXPECT_THAT(message, AllOf(HasSubstr("body 'sheet', step 12: the displacement is not finite"),
                             HasSubstr("smaller time step (it is 0.01 s)"),
                             HasSubstr("step 11, is in " + checkpoint_path(folder_ / "a", 11).string())));
  EXPECT_TRUE(fs::exists(folder_ / "a" / "solid_00000011.vtu"));
  EXPECT_THAT(read_file(folder_ / "a" / "run.csv"), HasSubstr("\n11,0.11,"));
  World saved = two_bodies();
  read_checkpoint(checkpoint_path(folder_ / "a", 11), saved, "scene");
  EXPECT_EQ(saved.state().bodies[0].arrays[0].values, world.state().bodies[0].arrays[0].values);
}

TEST_F(RunTest, a_failure_is_told_even_where_its_state_cannot_be_saved) {
  World world = two_bodies();
  static_cast<SpringBody&>(world.body("sheet")).fails_at = 6;
  RunOptions doomed = options("a");
  doomed.checkpoint_every = 0;
  doomed.stop = [&] {
    fs::remove_all(folder_ / "a");
    return false;
  };
  doomed.every = 100;
  EXPECT_THAT(error_of([&] { run(world, doomed); }),
              AllOf(HasSubstr("body 'sheet', step 6"), HasSubstr("could not be saved: ")));
}

TEST_F(RunTest, a_checkpoint_of_another_scene_or_beyond_the_end_is_refused) {
  World first = two_bodies(), second = two_bodies(), third = two_bodies();
  run(first, options("a"));
  RunOptions rest = options("a");
  rest.resume = checkpoint_path(folder_ / "a", 20);
  rest.fingerprint = "other";
  EXPECT_THAT(error_of([&] { run(second, rest); }), HasSubstr("another scene"));
  rest = options("a");
  rest.resume = checkpoint_path(folder_ / "a", 20);
  rest.steps = 10;
  EXPECT_THAT(error_of([&] { run(third, rest); }), HasSubstr("ask for more --steps"));
}

TEST_F(RunTest, options_that_make_no_sense_are_refused_before_anything_is_written) {
  const auto message = [&](auto&& change) {
    World world = two_bodies();
    RunOptions bad = options("bad");
    change(bad);
    return error_of([&] { run(world, bad); });
  };
  EXPECT_THAT(message([](RunOptions& o) { o.steps = -1; }), HasSubstr("-1 steps"));
  EXPECT_THAT(message([](RunOptions& o) { o.checkpoint_every = -2; }), HasSubstr("every -2 steps"));
  EXPECT_THAT(message([](RunOptions& o) { o.checkpoints_kept = 0; }), HasSubstr("0 checkpoints"));
  EXPECT_THAT(message([](RunOptions& o) { o.every = 0; }), HasSubstr("every 0 steps"));
  EXPECT_THAT(message([](RunOptions& o) { o.dt = 0; }), HasSubstr("positive number of seconds"));
  EXPECT_THAT(message([](RunOptions& o) { o.formats = {"avi"}; }), HasSubstr("not recorded as 'avi'"));
  EXPECT_THAT(message([](RunOptions& o) {
                o.formats = {"csv", "vtu", "csv"};
              }),
              HasSubstr("'csv' is asked for twice"));
}

TEST_F(RunTest, a_folder_that_cannot_be_is_refused_before_the_first_step) {
  write_file(folder_ / "file", "x");
  World world = two_bodies();
  for (const fs::path& folder : {folder_ / "file", folder_ / "file" / "below", fs::path("/proc/sinew")}) {
    RunOptions bad = options("x");
    bad.folder = folder;
    EXPECT_NE(error_of([&] { run(world, bad); }), "") << folder;
  }
  EXPECT_EQ(world.step_count(), 0);
}

TEST_F(RunTest, a_folder_without_permission_is_refused_before_the_first_step) {
  if (geteuid() == 0) GTEST_SKIP() << "nothing is forbidden to root";
  World world = two_bodies();
  fs::create_directory(folder_ / "locked");
  fs::permissions(folder_ / "locked", fs::perms::owner_read | fs::perms::owner_exec);
  EXPECT_THAT(error_of([&] { run(world, options("locked")); }), HasSubstr("Permission denied"));
  EXPECT_EQ(world.step_count(), 0);
}

TEST_F(RunTest, the_summary_has_zones_energies_and_the_way_to_resume) {
  World world = two_bodies();
  RunOptions stopped = options("a");
  stopped.stop = [&] { return world.step_count() == 7; };
  const RunSummary summary = run(world, stopped);
  EXPECT_THAT(run_text(summary), AllOf(HasSubstr("recorder"), HasSubstr("predict"), HasSubstr("7 steps in"),
                                       HasSubstr("go on with --resume " + summary.checkpoint.string())));
  const auto json = nlohmann::json::parse(run_json(summary, {{"cpu", "a \"good\" one"}}));
  EXPECT_EQ(json["cpu"], "a \"good\" one");
  EXPECT_EQ(json["steps"], 7);
  EXPECT_EQ(json["stopped"], true);
  EXPECT_EQ(json["time_s"], 7 * 0.01);
  EXPECT_EQ(json["bodies"][1]["name"], "sheet");
  EXPECT_LT(json["bodies"][1]["external_J"], 0);
  std::vector<std::string> zones;
  for (const auto& zone : json["zones"]) zones.push_back(zone["name"]);
  EXPECT_THAT(zones, testing::IsSupersetOf({"predict", "recorder", "checkpoint", "publish", "commit"}));
}

// Copies what is written to standard error meanwhile.
template <typename Action>
std::string warnings_of(Action&& action) {
  testing::internal::CaptureStderr();
  action();
  return testing::internal::GetCapturedStderr();
}

TEST_F(RunTest, elements_that_are_turned_inside_out_are_told_once_with_their_number_and_step) {
  World world = two_bodies();
  auto& solid = static_cast<SpringBody&>(world.body("solid"));
  solid.stiffness = 1e-9;
  for (Vec3& v : solid.velocities()) v = {};
  solid.velocities()[3] = {0, 0, -30};
  const std::string warnings = warnings_of([&] { run(world, options("a")); });
  EXPECT_THAT(warnings, HasSubstr("body 'solid', step 4: 1 of 1 element are turned inside out"));
  EXPECT_EQ(warnings.find("inside out"), warnings.rfind("inside out"));
  EXPECT_THAT(warnings, Not(HasSubstr("sheet")));
  World whole = two_bodies();
  EXPECT_EQ(warnings_of([&] { run(whole, options("b")); }), "");
}

TEST(Interruption, a_signal_is_a_wish_and_the_next_one_does_what_it_did_before) {
  static volatile sig_atomic_t before = 0;
  const auto old = std::signal(SIGTERM, [](int) { before = before + 1; });
  {
    const Interruption interruption;
    EXPECT_FALSE(interruption.wanted());
    std::raise(SIGTERM);
    EXPECT_TRUE(interruption.wanted());
    EXPECT_EQ(interruption.signal(), SIGTERM);
    EXPECT_EQ(before, 0);
    std::raise(SIGTERM);
    EXPECT_EQ(before, 1);
  }
  std::raise(SIGTERM);
  EXPECT_EQ(before, 2);
  std::signal(SIGTERM, old);
}

TEST_F(RunTest, a_signal_ends_the_run_after_the_step_with_a_checkpoint) {
  World world = two_bodies();
  const Interruption interruption;
  RunOptions stopped = options("a");
  stopped.stop = [&] {
    if (world.step_count() == 5) std::raise(SIGINT);
    return interruption.wanted();
  };
  EXPECT_TRUE(run(world, stopped).stopped);
  EXPECT_TRUE(fs::exists(checkpoint_path(folder_ / "a", 5)));
}

}  // namespace
}  // namespace sinew
