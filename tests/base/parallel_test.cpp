#include "base/parallel.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <thread>
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

TEST(Parallel, an_exception_in_a_loop_within_a_loop_reaches_the_caller_of_both) {
  const auto inner = [](Index outer) {
    parallel_for(100, 1, [&](Index begin, Index) {
      if (outer == 7 && begin == 50) throw std::runtime_error("stop");
    });
  };
  EXPECT_THROW(parallel_for(20, 1, [&](Index outer, Index) { inner(outer); }), std::runtime_error);
}

TEST(Parallel, loops_of_many_callers_at_once_visit_every_index_once) {
  constexpr int kCallers = 20, kLoops = 200;  // more callers than loops that can be open at once
  set_thread_count(4);
  std::array<std::atomic<int>, kCallers> visits{};
  std::vector<std::thread> callers;
  for (int caller = 0; caller < kCallers; ++caller)
    callers.emplace_back([&, caller] {
      for (int loop = 0; loop < kLoops; ++loop) parallel_for(10, 1, [&](Index, Index) { ++visits[caller]; });
    });
  for (std::thread& caller : callers) caller.join();
  for (const std::atomic<int>& count : visits) EXPECT_EQ(count, 10 * kLoops);
  set_thread_count(0);
}

TEST(Parallel, the_number_of_threads_may_change_between_loops) {
  for (int k = 0; k < 20; ++k) {
    set_thread_count(1 + k % 4);
    std::atomic<int> visits = 0;
    for (int loop = 0; loop < 50; ++loop) parallel_for(8, 1, [&](Index, Index) { ++visits; });
    EXPECT_EQ(visits, 400);
  }
  set_thread_count(0);
}

TEST(Parallel, a_helper_takes_part_in_a_loop) {
  set_thread_count(2);
  std::atomic<bool> is_helped = false;
  const auto me = std::this_thread::get_id();
  // The caller's chunk ends when a helper has taken the other one.
  parallel_for(2, 1, [&](Index, Index) {
    if (std::this_thread::get_id() != me) is_helped = true;
    while (!is_helped) std::this_thread::yield();
  });
  EXPECT_TRUE(is_helped);
  set_thread_count(0);
}

TEST(Parallel, loops_of_a_forked_process_end) {
  set_thread_count(2);
  parallel_for(100, 1, [](Index, Index) {});
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    std::atomic<int> visits = 0;
    parallel_for(100, 1, [&](Index, Index) { ++visits; });
    set_thread_count(1);
    _exit(visits == 100 ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  set_thread_count(0);
}

}  // namespace
}  // namespace sinew
