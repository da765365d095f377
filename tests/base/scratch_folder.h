#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "base/error_of.h"

namespace sinew {

// A folder of the test's own, gone when it ends.
class ScratchFolderTest : public testing::Test {
 protected:
  ScratchFolderTest() { std::filesystem::create_directories(folder_); }
  ~ScratchFolderTest() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() /
      fmt::format("sinew_{}_{}", testing::UnitTest::GetInstance()->current_test_info()->name(), getpid());
};

}  // namespace sinew
