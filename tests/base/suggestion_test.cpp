#include "base/suggestion.h"

#include <gtest/gtest.h>

#include <vector>

namespace sinew {
namespace {

const std::vector<std::string> kCommands = {"demo", "model", "inspect", "mesh", "bench"};

TEST(Suggestion, edit_distance_counts_each_kind_of_slip_once) {
  EXPECT_EQ(edit_distance("inspect", "inspect"), 0);
  EXPECT_EQ(edit_distance("inspct", "inspect"), 1);
  EXPECT_EQ(edit_distance("inspeect", "inspect"), 1);
  EXPECT_EQ(edit_distance("inspekt", "inspect"), 1);
  EXPECT_EQ(edit_distance("insepct", "inspect"), 1);
  EXPECT_EQ(edit_distance("Inspect", "inspect"), 0);
  EXPECT_EQ(edit_distance("", "mesh"), 4);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3);
}

TEST(Suggestion, edit_distance_is_symmetric) {
  for (const std::string& a : kCommands)
    for (const std::string& b : kCommands) EXPECT_EQ(edit_distance(a, b), edit_distance(b, a));
}

TEST(Suggestion, a_slip_of_the_finger_finds_its_name) {
  EXPECT_EQ(suggestion("insepct", kCommands), "inspect");
  EXPECT_EQ(suggestion("modle", kCommands), "model");
  EXPECT_EQ(suggestion("MESH", kCommands), "mesh");
}

TEST(Suggestion, the_beginning_of_a_name_finds_it) { EXPECT_EQ(suggestion("insp", kCommands), "inspect"); }

TEST(Suggestion, a_word_far_from_all_names_finds_none) {
  EXPECT_EQ(suggestion("zebra", kCommands), "");
  EXPECT_EQ(suggestion("", kCommands), "");
  EXPECT_EQ(did_you_mean("zebra", kCommands), "");
}

TEST(Suggestion, the_complaint_ends_in_the_name) {
  EXPECT_EQ(did_you_mean("insepct", kCommands), "; did you mean 'inspect'?");
}

}  // namespace
}  // namespace sinew
