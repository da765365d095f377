#include "base/instruction_set.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "sinew/base/error.h"

namespace sinew {
namespace {

TEST(InstructionSet, the_baseline_is_always_supported) {
  EXPECT_EQ(supported_instruction_sets().front(), InstructionSet::kBaseline);
  EXPECT_EQ(instruction_set_from_wish("baseline"), InstructionSet::kBaseline);
}

TEST(InstructionSet, without_a_wish_the_best_supported_set_is_taken) {
  EXPECT_EQ(instruction_set_from_wish(""), supported_instruction_sets().back());
}

TEST(InstructionSet, a_wish_is_granted_exactly_where_the_set_is_supported) {
  const auto supported = supported_instruction_sets();
  for (const auto set : {InstructionSet::kBaseline, InstructionSet::kAvx2, InstructionSet::kAvx512}) {
    if (std::find(supported.begin(), supported.end(), set) != supported.end())
      EXPECT_EQ(instruction_set_from_wish(name(set)), set);
    else
      EXPECT_THROW(instruction_set_from_wish(name(set)), Error);
  }
}

TEST(InstructionSet, an_unknown_wish_is_refused_by_name) {
  try {
    instruction_set_from_wish("avx3");
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("SINEW_INSTRUCTION_SET: no instruction set 'avx3'"));
    EXPECT_THAT(error.what(), testing::HasSubstr("did you mean 'avx2'?"));
  }
}

}  // namespace
}  // namespace sinew
