#include "base/large_arena.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <limits>

#include "base/large_vector.h"
#include "base/parallel.h"

namespace sinew {
namespace {

constexpr std::size_t kPage = LargeArena::kPage;

TEST(LargeArena, gives_memory_of_its_own_to_each_at_multiples_of_a_page) {
  LargeArena& arena = LargeArena::instance();
  void *a = arena.allocate(kPage + 1), *b = arena.allocate(3 * kPage);
  ASSERT_NE(a, nullptr);
  ASSERT_NE(b, nullptr);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(a) % kPage, 0u);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(b) % kPage, 0u);
  std::memset(a, 1, kPage + 1);
  std::memset(b, 2, 3 * kPage);
  EXPECT_EQ(static_cast<char*>(a)[kPage], 1);
  EXPECT_TRUE(arena.free(a));
  EXPECT_EQ(static_cast<char*>(b)[3 * kPage - 1], 2);
  EXPECT_TRUE(arena.free(b));
}

TEST(LargeArena, what_is_freed_side_by_side_is_one_again_in_any_order) {
  LargeArena& arena = LargeArena::instance();
  for (const bool first_goes_first : {true, false}) {
    void *a = arena.allocate(2 * kPage), *b = arena.allocate(3 * kPage), *c = arena.allocate(kPage);
    EXPECT_TRUE(arena.free(first_goes_first ? a : b));
    EXPECT_TRUE(arena.free(first_goes_first ? b : a));
    void* both = arena.allocate(5 * kPage);
    EXPECT_EQ(both, a);
    EXPECT_TRUE(arena.free(both));
    EXPECT_TRUE(arena.free(c));
  }
}

TEST(LargeArena, does_not_know_the_memory_of_others_and_has_an_end) {
  int other = 0;
  EXPECT_FALSE(LargeArena::instance().free(&other));
  EXPECT_FALSE(LargeArena::instance().free(nullptr));
  EXPECT_EQ(LargeArena::instance().allocate(std::numeric_limits<std::size_t>::max()), nullptr);
}

TEST(LargeVector, holds_what_it_is_given_from_many_threads) {
  parallel_for(16, 1, [](Index k, Index) {
    for (const std::size_t size : {10u, 2'000'000u, 3'000'000u}) {
      LargeVector<int> values(size, k);
      values.resize(size + 500'000);
      EXPECT_EQ(values[size - 1], k);
      EXPECT_EQ(values.back(), 0);
    }
  });
}

TEST(UnsetVector, keeps_its_values_as_it_grows_and_sets_those_that_are_given) {
  UnsetVector<int> values(2'000'000, 7);
  values.resize(4'000'000);
  EXPECT_EQ(values[1'999'999], 7);
  values.assign(10, 3);
  EXPECT_EQ(values, UnsetVector<int>(10, 3));
}

}  // namespace
}  // namespace sinew
