#include "sinew/body/body.h"

#include <gmock/gmock.h>

#include <limits>
#include <vector>

#include "base/error_of.h"

namespace sinew {
namespace {

using testing::HasSubstr;

const std::vector<Tunable> kTunables = {{"young", "Pa", 1e5, 1e2, 1e8, true},
                                        {"cycles", "", 2, 0, 10, false, true}};

std::string refusal(const std::string& name, double value) {
  return error_of([&] { require_tunable(kTunables, name, value, "body 'liver'"); });
}

TEST(Tunable, values_within_the_range_are_taken_with_its_ends) {
  for (const double value : {1e2, 1e5, 1e8}) EXPECT_EQ(refusal("young", value), "");
  for (const double value : {0, 7, 10}) EXPECT_EQ(refusal("cycles", value), "");
}

TEST(Tunable, a_name_that_is_none_gets_the_nearest_one) {
  EXPECT_THAT(refusal("yuong", 1e5), HasSubstr("did you mean 'young'?"));
  EXPECT_THAT(refusal("colour", 1), HasSubstr("it takes: young, cycles"));
}

TEST(Tunable, a_value_outside_gets_the_range_and_the_body) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double value : {99.0, 1.1e8, -1.0, nan, std::numeric_limits<double>::infinity()}) {
    EXPECT_THAT(refusal("young", value), HasSubstr("from 100 to 1e+08 Pa")) << value;
    EXPECT_THAT(refusal("young", value), HasSubstr("body 'liver'")) << value;
  }
}

TEST(Tunable, what_counts_takes_whole_numbers) {
  EXPECT_THAT(refusal("cycles", 1.5), HasSubstr("whole numbers from 0 to 10"));
}

}  // namespace
}  // namespace sinew
