#include "base/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <vector>

namespace sinew {
namespace {

TEST(Parallel, every_index_is_visited_once) {
  std::vector<std::atomic<int>> visits(10'001);
  parallel_for(10'001, 64, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) ++visits[i];
  });
  for (const auto& v : visits) ASSERT_EQ(v, 1);
}

TEST(Parallel, a_loop_within_a_loop_visits_every_pair_once_and_never_two_outer_indices_in_one_another) {
  std::vector<std::atomic<int>> visits(20 * 100);
  thread_local Index outer_at_work = -1;
  parallel_for(20, 1, [&](Index outer, Index) {
    EXPECT_EQ(outer_at_work, -1);
    outer_at_work = outer;
    parallel_for(100, 1, [&](Index inner, Index) { ++visits[100 * outer + inner]; });
    outer_at_work = -1;
  });
  for (const auto& v : visits) ASSERT_EQ(v, 1);
}

TEST(Parallel, an_empty_range_calls_nothing) {
  parallel_for(0, 16, [](Index, Index) { FAIL(); });
  EXPECT_EQ(parallel_reduce(
                0, 16, 7, [](Index, Index) { return 1; }, std::plus<>()),
            7);
}

TEST(Parallel, a_sum_has_the_same_bits_for_1_2_and_4_threads) {
  auto sum = [] {
    return parallel_reduce(
        100'000, 1000, 0.0,
        [](Index begin, Index end) {
          double s = 0;
          for (Index i = begin; i < end; ++i) s += std::sin(i) * 1e-3;
          return s;
        },
        std::plus<>());
  };
  set_thread_count(1);
  const double one = sum();
  for (const int threads : {2, 4}) {
    set_thread_count(threads);
    EXPECT_EQ(thread_count(), threads);
    EXPECT_EQ(sum(), one);
  }
  set_thread_count(0);
}

TEST(Parallel, an_exception_reaches_the_caller) {
  EXPECT_THROW(parallel_for(1000, 1,
                            [](Index begin, Index) {
                              if (begin == 500) throw std::runtime_error("stop");
                            }),
               std::runtime_error);
}

}  // namespace
}  // namespace sinew
