#include "base/parallel.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <thread>

#include "base/thread_pool.h"

namespace sinew {

namespace {

std::atomic<int> g_thread_count{0};
std::mutex g_pool_mutex;

// The library asks the system, which takes 5 us: as much as a loop.
int core_count() {
  static const int count = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  return count;
}

// Never destroyed: its threads sleep until the process ends.
std::shared_ptr<ThreadPool>& shared_pool() {
  static auto& pool = *new std::shared_ptr<ThreadPool>;
  return pool;
}

std::shared_ptr<ThreadPool> pool() {
  const std::lock_guard lock(g_pool_mutex);
  std::shared_ptr<ThreadPool>& pool = shared_pool();
  if (!pool) pool = std::make_shared<ThreadPool>(thread_count());
  return pool;
}

}  // namespace

int thread_count() {
  const int count = g_thread_count.load();
  return count > 0 ? count : core_count();
}

void set_thread_count(int count) {
  std::shared_ptr<ThreadPool> old;  // ends without the lock, which its threads may wait for
  const std::lock_guard lock(g_pool_mutex);
  g_thread_count = std::max(0, count);
  old.swap(shared_pool());
}

void detail::run_chunks(Index chunks, ChunkFunction function, void* context) {
  if (thread_count() == 1) {
    for (Index c = 0; c < chunks; ++c) function(context, c);
  } else if (ThreadPool* const own = ThreadPool::of_this_thread(); own != nullptr) {
    own->run(chunks, function, context);
  } else {
    pool()->run(chunks, function, context);
  }
}

}  // namespace sinew
