#include "base/file.h"

#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <memory>
#include <vector>

#include "base/error_of.h"
#include "base/unfinished_file.h"

namespace sinew {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

class File : public testing::Test {
 protected:
  File() { fs::create_directory(folder_); }
  ~File() override { fs::remove_all(folder_); }

  std::size_t files() const {
    return std::distance(fs::directory_iterator(folder_), fs::directory_iterator());
  }

  fs::path folder_ = fs::temp_directory_path() / ("sinew_file_test_" + std::to_string(getpid()));
};

TEST_F(File, what_is_written_is_read_again_and_nothing_else_is_left) {
  write_file(folder_ / "a", "old");
  write_file(folder_ / "a", std::string_view("new\0bytes", 9));
  EXPECT_EQ(read_file(folder_ / "a"), std::string("new\0bytes", 9));
  EXPECT_EQ(files(), 1u);
}

TEST_F(File, asking_whether_a_file_can_be_written_leaves_no_trace) {
  write_file(folder_ / "kept", "bytes");
  require_writable(folder_ / "kept");
  require_writable(folder_ / "new");
  EXPECT_EQ(read_file(folder_ / "kept"), "bytes");
  EXPECT_EQ(files(), 1u);
}

TEST_F(File, a_folder_and_a_missing_folder_are_refused_alike_before_and_at_writing) {
  const fs::path missing = folder_ / "no" / "a";
  for (const auto& [path, words] : {std::pair{folder_, "is a folder"}, std::pair{missing, "folder exists"}}) {
    EXPECT_THAT(error_of([&, p = path] { require_writable(p); }), HasSubstr(words));
    EXPECT_THAT(error_of([&, p = path] { write_file(p, "bytes"); }), HasSubstr(words));
  }
  EXPECT_THAT(error_of([&] { read_file(folder_); }), HasSubstr("is a folder"));
  EXPECT_THAT(error_of([&] { read_file(missing); }), HasSubstr("no such file"));
}

TEST_F(File, a_device_is_refused_and_not_read_for_ever) {
  for (const char* device : {"/dev/zero", "/dev/null", "/dev/random"})
    EXPECT_THAT(error_of([&] { read_file(device); }), HasSubstr("is a device, not a file")) << device;
}

TEST_F(File, one_larger_than_memory_is_refused_before_it_is_read) {
  std::ofstream(folder_ / "huge") << "x";
  std::error_code failure;
  fs::resize_file(folder_ / "huge", std::uintmax_t{1} << 42, failure);  // a hole: takes no room
  if (failure) GTEST_SKIP() << "no file of 4 TB can be made here";
  EXPECT_THAT(error_of([&] { read_file(folder_ / "huge"); }), HasSubstr("is larger than"));
}

TEST_F(File, a_pipe_is_read_to_its_end) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  ASSERT_EQ(write(ends[1], "bytes", 5), 5);
  close(ends[1]);
  EXPECT_EQ(read_file("/proc/self/fd/" + std::to_string(ends[0])), "bytes");
  close(ends[0]);
}

TEST_F(File, long_ones_are_read_whole) {
  std::string bytes(3'500'000, 'x');
  bytes.back() = 'y';
  write_file(folder_ / "long", bytes);
  EXPECT_EQ(read_file(folder_ / "long"), bytes);
}

// A limit on the size of files interrupts the writing of one in the middle, every time.
using FileDeathTest = File;
TEST_F(FileDeathTest, a_signal_in_the_middle_leaves_the_old_file_and_no_unfinished_one) {
  write_file(folder_ / "a", "old");
  const auto write_until_interrupted = [&] {
    const rlimit limit{100, 100};
    setrlimit(RLIMIT_FSIZE, &limit);
    std::signal(SIGXFSZ, [](int) {
      remove_unfinished_files();
      _exit(3);
    });
    write_file(folder_ / "a", std::string(1000, 'x'));
  };
  EXPECT_EXIT(write_until_interrupted(), testing::ExitedWithCode(3), "");
  EXPECT_EQ(read_file(folder_ / "a"), "old");
  EXPECT_EQ(files(), 1u);
}

TEST_F(File, several_may_be_unfinished_and_all_are_removed) {
  write_file(folder_ / "kept", "bytes");
  {
    std::vector<std::unique_ptr<UnfinishedFile>> some;
    for (int i = 0; i < 12; ++i) {
      some.push_back(std::make_unique<UnfinishedFile>(folder_ / std::to_string(i)));
      std::ofstream(some.back()->path()) << "half";
    }
    EXPECT_EQ(files(), 13u);
    remove_unfinished_files();
    // There is room to remember eight.
    EXPECT_EQ(files(), 5u);
  }
  EXPECT_EQ(files(), 1u);
}

TEST_F(File, last_words_take_their_place_only_when_the_program_is_interrupted) {
  write_file(folder_ / "a", "under way");
  LastWords(folder_ / "a").say("interrupted");
  EXPECT_EQ(read_file(folder_ / "a"), "under way");
  EXPECT_EQ(files(), 1u);
  LastWords words(folder_ / "a");
  words.say("early");
  words.say("interrupted");
  remove_unfinished_files();
  EXPECT_EQ(read_file(folder_ / "a"), "interrupted");
  EXPECT_EQ(files(), 1u);
}

TEST_F(File, what_was_kept_is_not_removed) {
  UnfinishedFile file(folder_ / "a");
  std::ofstream(file.path()) << "whole";
  file.keep();
  remove_unfinished_files();
  EXPECT_EQ(read_file(folder_ / "a"), "whole");
  EXPECT_EQ(files(), 1u);
  EXPECT_THAT(error_of([&] { UnfinishedFile(folder_ / "never made").keep(); }),
              HasSubstr("cannot be written"));
}

TEST_F(File, abandoned_are_those_of_processes_that_have_ended) {
  const pid_t child = fork();
  if (child == 0) _exit(0);
  ASSERT_EQ(waitpid(child, nullptr, 0), child);
  UnfinishedFile own(folder_ / "own");
  const std::string kept[] = {own.path().filename(),       "a.1.part", "a.part", "a.x.part", "a.0.part",
                              "a." + std::to_string(child)};
  for (const std::string& name : kept) std::ofstream(folder_ / name) << "half";
  for (const char* name : {"a", "b.vtu"})
    std::ofstream(folder_ / (std::string(name) + "." + std::to_string(child) + ".part")) << "half";
  // Numbers of processes come again: an earlier one had ours.
  std::ofstream(folder_ / ("c." + std::to_string(getpid()) + ".part")) << "half";
  EXPECT_EQ(remove_abandoned_files(folder_), 3);
  for (const std::string& name : kept) EXPECT_TRUE(fs::exists(folder_ / name)) << name;
  EXPECT_EQ(files(), std::size(kept));
  EXPECT_EQ(remove_abandoned_files(folder_ / "missing"), 0);
}

TEST_F(File, a_full_device_is_an_error_and_not_a_silence) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  EXPECT_THAT(error_of([] { write_file("/dev/full", "bytes"); }), HasSubstr("No space left"));
}

}  // namespace
}  // namespace sinew
