#include "mesh/unit_guess.h"

#include <gtest/gtest.h>

namespace sinew {
namespace {

std::string unit_of(double side) { return guess_unit({{0, 0, 0}, {side / 2, side, side / 3}}).unit; }

TEST(UnitGuess, a_hand_sized_body_is_recognised_in_each_unit) {
  EXPECT_EQ(unit_of(0.18), "m");
  EXPECT_EQ(unit_of(18), "cm");
  EXPECT_EQ(unit_of(180), "mm");
}

TEST(UnitGuess, a_unit_sized_tiny_or_huge_body_is_not_guessed_at) {
  for (const double side : {1.0, 1e-4, 1e5, 0.0}) EXPECT_EQ(unit_of(side), "") << side;
  EXPECT_EQ(guess_unit({}).unit, "");
}

TEST(UnitGuess, the_reason_names_the_side_and_what_it_would_mean) {
  EXPECT_EQ(guess_unit({{0, 0, 0}, {0.184, 0, 0}}).reason,
            "a longest side of 0.184 suits a body of 18.4 cm in metres");
}

}  // namespace
}  // namespace sinew
