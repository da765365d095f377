#include "render/movie_writer.h"

#include <gmock/gmock.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <optional>

#include "base/file.h"
#include "base/scratch_folder.h"
#include "render/child_process.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

// A frame whose colour says which one it is.
Picture frame(int width, int height, int number) {
  Picture picture{width, height, std::vector<std::uint8_t>(3 * std::size_t(width) * height, 40)};
  for (std::size_t i = 0; i < picture.rgb.size(); i += 3)
    picture.rgb[i] = static_cast<std::uint8_t>(10 * number);
  return picture;
}

// Another PATH while it lives.
class OtherPath {
 public:
  explicit OtherPath(const fs::path& folder) : before_(std::getenv("PATH")) {
    setenv("PATH", folder.c_str(), 1);
  }
  ~OtherPath() { setenv("PATH", before_.c_str(), 1); }

 private:
  std::string before_;
};

bool has_ffmpeg() { return std::system("ffmpeg -version > /dev/null 2>&1") == 0; }

class Movie : public ScratchFolderTest {
 protected:
  // What a program prints.
  std::string output_of(const std::string& command) const {
    const fs::path out = folder_ / "said";
    if (std::system((command + " > " + out.string() + " 2> /dev/null").c_str()) != 0) return "it failed";
    std::ifstream stream(out);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  std::string frames_and_size(const fs::path& movie) const {
    return output_of(
        "ffprobe -v error -count_frames -select_streams v -show_entries "
        "stream=width,height,nb_read_frames -of csv=p=0 " +
        movie.string());
  }
  void expect_only(const fs::path& file) const {
    for (const auto& entry : fs::directory_iterator(folder_)) EXPECT_EQ(entry.path(), file);
  }
  // A program called ffmpeg, first in a folder of its own.
  fs::path stand_in(const std::string& script) const {
    fs::create_directories(folder_ / "bin");
    const fs::path program = folder_ / "bin" / "ffmpeg";
    std::ofstream(program) << "#!/bin/sh\n" << script;
    fs::permissions(program, fs::perms::owner_all);
    return folder_ / "bin";
  }
  std::string error_with_stand_in(const std::string& script, int frames) const {
    const OtherPath path(stand_in(script).string() + ":/usr/bin:/bin");
    return error_of([&] {
      MovieWriter movie(folder_ / "m.mp4", 640, 480, 25);
      for (int i = 0; i < frames; ++i) movie.add(frame(640, 480, i));
      movie.finish();
    });
  }
};

TEST_F(Movie, every_format_has_all_its_frames) {
  if (!has_ffmpeg()) GTEST_SKIP() << "ffmpeg is not installed";
  for (const char* name : {"m.mp4", "m.webm", "m.gif", "M.MP4"}) {
    MovieWriter movie(folder_ / name, 64, 48, 25);
    for (int i = 0; i < 20; ++i) movie.add(frame(64, 48, i));
    EXPECT_FALSE(fs::exists(folder_ / name));
    movie.finish();
    movie.finish();
    EXPECT_THAT(frames_and_size(folder_ / name), testing::StartsWith("64,48,20")) << name;
  }
}

TEST_F(Movie, an_odd_line_is_left_out) {
  if (!has_ffmpeg()) GTEST_SKIP() << "ffmpeg is not installed";
  MovieWriter movie(folder_ / "m.mp4", 65, 49, 30);
  movie.add(frame(65, 49, 0));
  movie.finish();
  EXPECT_THAT(frames_and_size(folder_ / "m.mp4"), testing::StartsWith("64,48,1"));
}

TEST_F(Movie, colours_come_back) {
  if (!has_ffmpeg()) GTEST_SKIP() << "ffmpeg is not installed";
  MovieWriter movie(folder_ / "m.mp4", 64, 48, 30);
  movie.add(frame(64, 48, 20));
  movie.finish();
  ASSERT_EQ(output_of("ffmpeg -loglevel error -i " + (folder_ / "m.mp4").string() +
                      " -f rawvideo -pix_fmt rgb24 " + (folder_ / "m.rgb").string()),
            "");
  const std::string bytes = read_file(folder_ / "m.rgb");
  const Picture back{64, 48, {bytes.begin(), bytes.end()}};
  EXPECT_LT(compare(back, frame(64, 48, 20)).mean, 0.01);
}

TEST_F(Movie, names_that_look_like_options_or_addresses_are_names) {
  if (!has_ffmpeg()) GTEST_SKIP() << "ffmpeg is not installed";
  for (const char* name : {"-y a;b $HOME.mp4", "http:m.mp4"}) {
    MovieWriter movie(folder_ / name, 16, 16, 30);
    movie.add(frame(16, 16, 0));
    movie.finish();
    EXPECT_TRUE(fs::exists(folder_ / name)) << name;
  }
}

TEST_F(Movie, one_that_is_not_finished_leaves_nothing) {
  if (!has_ffmpeg()) GTEST_SKIP() << "ffmpeg is not installed";
  {
    MovieWriter movie(folder_ / "m.mp4", 64, 48, 25);
    for (int i = 0; i < 20; ++i) movie.add(frame(64, 48, i));
  }
  expect_only("");
  write_file(folder_ / "m.mp4", "an older one");
  EXPECT_THAT(error_of([&] { MovieWriter(folder_ / "m.mp4", 64, 48, 25).finish(); }),
              HasSubstr("without a frame"));
  EXPECT_EQ(read_file(folder_ / "m.mp4"), "an older one");
  expect_only(folder_ / "m.mp4");
}

TEST_F(Movie, a_frame_of_another_size_is_refused) {
  if (!has_ffmpeg()) GTEST_SKIP() << "ffmpeg is not installed";
  MovieWriter movie(folder_ / "m.mp4", 64, 48, 25);
  EXPECT_THAT(error_of([&] { movie.add(frame(48, 64, 0)); }),
              HasSubstr("48 x 64 pixels in a movie of 64 x 48"));
  movie.add(frame(64, 48, 0));
  movie.finish();
  EXPECT_THAT(error_of([&] { movie.add(frame(64, 48, 0)); }), HasSubstr("finished already"));
}

TEST_F(Movie, without_ffmpeg_the_message_says_how_to_get_it) {
  const OtherPath path(folder_);
  EXPECT_THAT(error_of([&] { MovieWriter(folder_ / "m.mp4", 64, 48, 25); }),
              AllOf(HasSubstr("ffmpeg is not installed"), HasSubstr("apt-get install ffmpeg")));
  expect_only("");
}

TEST_F(Movie, an_unknown_extension_is_refused_with_the_one_that_was_meant) {
  EXPECT_THAT(error_of([&] { MovieWriter(folder_ / "m.mp5", 64, 48, 25); }),
              AllOf(HasSubstr("'.mp5'; did you mean '.mp4'?"), HasSubstr(".mp4, .webm, .gif")));
  EXPECT_THAT(error_of([&] { MovieWriter(folder_ / "movie", 64, 48, 25); }), HasSubstr("no extension"));
  expect_only("");
}

TEST_F(Movie, files_are_known_by_their_extension) {
  for (const char* name : {"a.mp4", "b.GIF", "c.d.webm"}) EXPECT_TRUE(is_movie_file(name)) << name;
  for (const char* name : {"mp4", "a.png", "", "a.mp4/b"}) EXPECT_FALSE(is_movie_file(name)) << name;
}

TEST_F(Movie, what_cannot_be_a_movie_is_refused_before_the_first_frame) {
  const auto complaint = [&](const fs::path& path, int width, int height, double rate) {
    return error_of([&] { MovieWriter(path, width, height, rate); });
  };
  EXPECT_THAT(complaint(folder_ / "m.mp4", 1, 48, 25), HasSubstr("1 x 48 pixels"));
  EXPECT_THAT(complaint(folder_ / "m.mp4", 64, 100000, 25), HasSubstr("64 x 100000"));
  EXPECT_THAT(complaint(folder_ / "m.mp4", 64, 48, 0), HasSubstr("0 frames a second"));
  EXPECT_THAT(complaint(folder_ / "m.mp4", 64, 48, std::nan("")), HasSubstr("nan frames a second"));
  EXPECT_THAT(complaint(folder_ / "no" / "m.mp4", 64, 48, 25), HasSubstr("check that the folder exists"));
  fs::create_directory(folder_ / "f.mp4");
  EXPECT_THAT(complaint(folder_ / "f.mp4", 64, 48, 25), HasSubstr("is a folder"));
  fs::create_symlink("/dev/null", folder_ / "null.mp4");
  EXPECT_THAT(complaint(folder_ / "null.mp4", 64, 48, 25), HasSubstr("device"));
}

TEST_F(Movie, where_ffmpeg_fails_its_last_words_are_told) {
  EXPECT_THAT(error_with_stand_in("echo 'no such encoder' >&2; exit 1", 20),
              AllOf(HasSubstr("m.mp4"), HasSubstr("ffmpeg gave up: no such encoder")));
  EXPECT_THAT(error_with_stand_in("cat > /dev/null; echo 'disk full' >&2; exit 1", 3),
              HasSubstr("disk full"));
  EXPECT_THAT(error_with_stand_in("kill -9 $$", 20), HasSubstr("did not say why"));
  EXPECT_FALSE(fs::exists(folder_ / "m.mp4"));
}

TEST_F(Movie, a_flood_of_words_does_not_block_and_only_its_end_is_told) {
  const std::string message = error_with_stand_in(
      "i=0; while [ $i -lt 4000 ]; do echo 'a line of forty letters, more or less' >&2; i=$((i+1)); done; "
      "cat > /dev/null; echo 'the end' >&2; exit 3",
      2);
  EXPECT_THAT(message, HasSubstr("the end"));
  EXPECT_LT(message.size(), 1500U);
}

TEST_F(Movie, no_process_is_left_behind) {
  if (!has_ffmpeg()) GTEST_SKIP() << "ffmpeg is not installed";
  error_with_stand_in("exit 1", 20);
  { MovieWriter movie(folder_ / "m.mp4", 64, 48, 25); }
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

using MovieDeathTest = Movie;
TEST_F(MovieDeathTest, a_signal_half_way_leaves_the_old_file_and_no_unfinished_one) {
  write_file(folder_ / "m.mp4", "an older one");
  const auto die_half_way = [&] {
    const OtherPath path(stand_in("for file; do :; done; : > \"${file#file:}\"; cat > /dev/null").string() +
                         ":/usr/bin:/bin");
    MovieWriter movie(folder_ / "m.mp4", 640, 480, 25);
    // More than the socket holds: the stand-in has made its file, and reads.
    for (int i = 0; i < 20; ++i) movie.add(frame(640, 480, i));
    signal(SIGTERM, [](int) {
      remove_unfinished_files();
      _exit(3);
    });
    raise(SIGTERM);
  };
  EXPECT_EXIT(die_half_way(), testing::ExitedWithCode(3), "");
  fs::remove_all(folder_ / "bin");
  expect_only(folder_ / "m.mp4");
  EXPECT_EQ(read_file(folder_ / "m.mp4"), "an older one");
}

// A limit on the size of files stands for a full disk.
TEST_F(MovieDeathTest, a_full_disk_is_an_error_and_leaves_no_half) {
  if (!has_ffmpeg()) GTEST_SKIP() << "ffmpeg is not installed";
  const auto write_until_full = [&] {
    signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{20000, 20000};
    setrlimit(RLIMIT_FSIZE, &limit);
    const std::string message = error_of([&] {
      MovieWriter movie(folder_ / "m.mp4", 320, 240, 25);
      Picture noise = frame(320, 240, 0);
      for (int i = 0; i < 20; ++i) {
        for (std::size_t p = 0; p < noise.rgb.size(); ++p)
          noise.rgb[p] = static_cast<std::uint8_t>((p * 2654435761U + i * 40503U) >> 13U);
        movie.add(noise);
      }
      movie.finish();
    });
    _exit(message.find("ffmpeg gave up") != std::string::npos ? 3 : 4);
  };
  EXPECT_EXIT(write_until_full(), testing::ExitedWithCode(3), "");
  expect_only("");
}

TEST(ChildProcess, what_it_is_fed_is_what_it_reads) {
  ChildProcess wc({"wc", "-c"});
  const std::vector<std::uint8_t> bytes(1'000'000, 7);
  EXPECT_TRUE(wc.feed(bytes));
  EXPECT_TRUE(wc.finish());
  EXPECT_FALSE(ChildProcess({"false"}).finish());
  EXPECT_THROW(ChildProcess({"a program that does not exist"}), NoSuchProgram);
}

}  // namespace
}  // namespace sinew
