#include "sinew/base/log.h"

#include <gmock/gmock.h>

#include <string>
#include <thread>
#include <vector>

#include "base/quiet_log.h"

namespace sinew {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class LogSinkTest : public testing::Test {
 protected:
  LogSinkTest() {
    set_log_sink([this](LogLevel level, std::string_view text) {
      EXPECT_EQ(level, LogLevel::kWarnings);
      texts_.emplace_back(text);
    });
  }
  ~LogSinkTest() override { set_log_sink({}); }

  std::vector<std::string> texts_;
};

TEST_F(LogSinkTest, gets_warnings_instead_of_standard_error) {
  testing::internal::CaptureStderr();
  log_warning("{} elements", 3);
  EXPECT_THAT(testing::internal::GetCapturedStderr(), IsEmpty());
  EXPECT_THAT(texts_, ElementsAre("3 elements"));
}

TEST_F(LogSinkTest, gives_way_to_standard_error_again) {
  set_log_sink({});
  testing::internal::CaptureStderr();
  log_warning("back");
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("warning: back"));
  EXPECT_THAT(texts_, IsEmpty());
}

TEST_F(LogSinkTest, gets_nothing_while_the_log_is_quiet) {
  {
    const QuietLog quiet;
    log_warning("on trial");
  }
  log_warning("for good");
  EXPECT_THAT(texts_, ElementsAre("for good"));
}

TEST_F(LogSinkTest, gets_one_message_at_a_time_from_many_threads) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([] {
      for (int i = 0; i < 250; ++i) log_warning("message");
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(texts_.size(), 1000u);
}

TEST_F(LogSinkTest, may_write_messages_and_set_another_sink_itself) {
  std::vector<std::string> first, second;
  set_log_sink([&](LogLevel, std::string_view text) {
    first.emplace_back(text);
    set_log_sink([&](LogLevel, std::string_view later) { second.emplace_back(later); });
    log_warning("from the sink");
  });
  log_warning("outer");
  EXPECT_THAT(first, ElementsAre("outer"));
  EXPECT_THAT(second, ElementsAre("from the sink"));
}

}  // namespace
}  // namespace sinew
