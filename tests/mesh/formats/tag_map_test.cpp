#include "mesh/formats/tag_map.h"

#include <gtest/gtest.h>

namespace sinew {
namespace {

TEST(TagMap, finds_tags_with_gaps_in_any_order) {
  const TagMap map({5, -3, 9223372036854775807LL, 6, 7});
  EXPECT_EQ(map.find(5), 0);
  EXPECT_EQ(map.find(-3), 1);
  EXPECT_EQ(map.find(9223372036854775807LL), 2);
  EXPECT_EQ(map.find(7), 4);
  for (const long long absent : {-4LL, 0LL, 8LL, -9223372036854775807LL}) EXPECT_EQ(map.find(absent), -1);
  EXPECT_FALSE(map.duplicate());
  EXPECT_EQ(TagMap({1, 2, 1}).duplicate(), 1);
  EXPECT_EQ(TagMap({}).find(0), -1);
}

}  // namespace
}  // namespace sinew
