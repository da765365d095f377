#include "mesh/pvd_series.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <limits>

#include "base/file.h"
#include "sinew/base/error.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

class PvdSeriesTest : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_ / "frames"); }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path folder_ =
      fs::temp_directory_path() /
      fmt::format("sinew_{}_{}", testing::UnitTest::GetInstance()->current_test_info()->name(), getpid());
};

TEST_F(PvdSeriesTest, the_file_is_complete_after_every_frame) {
  PvdSeries series(folder_ / "run.pvd");
  for (int frame = 0; frame < 3; ++frame) {
    series.add(0.1 * frame, folder_ / "frames" / fmt::format("{}.vtu", frame));
    const std::string text = read_file(series.path());
    EXPECT_THAT(text, HasSubstr(fmt::format("file=\"frames/{}.vtu\"", frame)));
    EXPECT_THAT(text, HasSubstr("</VTKFile>"));
  }
  const std::string text = read_file(series.path());
  EXPECT_THAT(text, HasSubstr("timestep=\"0.2\""));
  EXPECT_THAT(text, HasSubstr("file=\"frames/0.vtu\""));
}

TEST_F(PvdSeriesTest, names_are_relative_to_the_series_and_escaped) {
  PvdSeries series(folder_ / "frames" / "run.pvd");
  series.add(0, folder_ / "salt & pepper.vtu");
  EXPECT_THAT(read_file(series.path()), HasSubstr("file=\"../salt &amp; pepper.vtu\""));
}

TEST_F(PvdSeriesTest, a_time_that_is_no_number_is_refused_and_the_file_stays) {
  PvdSeries series(folder_ / "run.pvd");
  series.add(0, folder_ / "a.vtu");
  EXPECT_THROW(series.add(std::numeric_limits<double>::quiet_NaN(), folder_ / "b.vtu"), Error);
  series.add(1, folder_ / "c.vtu");
  EXPECT_THAT(read_file(series.path()), Not(HasSubstr("b.vtu")));
}

TEST_F(PvdSeriesTest, a_resumed_series_has_the_bytes_of_one_that_was_never_interrupted) {
  const auto add = [&](PvdSeries& series, int frame) {
    series.add(0.1 * frame, folder_ / fmt::format("a&b_{}.vtu", frame));
  };
  PvdSeries whole(folder_ / "whole.pvd"), first(folder_ / "run.pvd");
  for (int frame = 0; frame < 6; ++frame) add(whole, frame);
  for (int frame = 0; frame < 5; ++frame) add(first, frame);
  PvdSeries second(folder_ / "run.pvd");
  second.resume(0.1 * 3);
  for (int frame = 4; frame < 6; ++frame) add(second, frame);
  EXPECT_EQ(read_file(folder_ / "run.pvd"), read_file(folder_ / "whole.pvd"));
}

TEST_F(PvdSeriesTest, without_a_file_there_is_nothing_to_take_up) {
  PvdSeries series(folder_ / "run.pvd");
  series.resume(1);
  EXPECT_FALSE(fs::exists(folder_ / "run.pvd"));
}

TEST_F(PvdSeriesTest, its_frames_are_read_in_their_order) {
  PvdSeries series(folder_ / "run.pvd");
  series.add(0.1, folder_ / "frames" / "salt & pepper.vtu");
  series.add(1.0 / 3, folder_ / "b.vtu");
  const std::vector<PvdFrame> frames = read_pvd(series.path());
  ASSERT_EQ(frames.size(), 2U);
  EXPECT_EQ(frames[0].time, 0.1);
  EXPECT_EQ(frames[0].file, "frames/salt & pepper.vtu");
  EXPECT_EQ(frames[1].time, 1.0 / 3);
  EXPECT_EQ(frames[1].file, "b.vtu");
}

TEST_F(PvdSeriesTest, a_damaged_series_is_not_read) {
  const auto complaint = [&](const std::string& text) {
    write_file(folder_ / "run.pvd", text);
    try {
      read_pvd(folder_ / "run.pvd");
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_THAT(complaint("nothing of the kind"), HasSubstr("<VTKFile> is missing"));
  EXPECT_THAT(complaint("<VTKFile><DataSet timestep=\"0\" file=\"a\"/>"), HasSubstr("truncated"));
  EXPECT_THAT(complaint("<VTKFile><DataSet timestep=\"nan\" file=\"a\"/></VTKFile>"),
              HasSubstr("not a number"));
  EXPECT_THAT(complaint("<VTKFile><DataSet timestep=\"0\"/></VTKFile>"), HasSubstr("without a file"));
}

}  // namespace
}  // namespace sinew
