#include "base/scratch_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <set>

#include "base/parallel.h"

namespace sinew {
namespace {

TEST(ScratchPool, has_as_many_objects_as_are_in_use_at_the_same_time) {
  ScratchPool<int> pool;
  std::set<int*> seen;
  for (int time = 0; time < 3; ++time) {
    const auto a = pool.take(), b = pool.take();
    EXPECT_NE(a.get(), b.get());
    seen.insert({a.get(), b.get()});
  }
  EXPECT_EQ(seen.size(), 2u);
}

TEST(ScratchPool, hands_an_object_to_one_thread_at_a_time) {
  struct Guarded {
    std::atomic<int> users = 0;
  };
  ScratchPool<Guarded> pool;
  std::atomic<int> shared = 0;
  const int threads = thread_count();
  set_thread_count(4);
  parallel_for_each(10'000, 1, [&](Index) {
    const auto lease = pool.take();
    if (++lease->users > 1) ++shared;
    --lease->users;
  });
  set_thread_count(threads);
  EXPECT_EQ(shared, 0);
}

}  // namespace
}  // namespace sinew
