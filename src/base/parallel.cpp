#include "base/parallel.h"

#include <atomic>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#ifndef SINEW_PARALLEL_THREADS
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#endif

namespace sinew {

namespace {
std::atomic<int> g_thread_count{0};
int core_count() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }
}  // namespace

int thread_count() {
  const int count = g_thread_count.load();
  return count > 0 ? count : core_count();
}

#ifdef SINEW_PARALLEL_THREADS

void set_thread_count(int count) { g_thread_count = std::max(0, count); }

// The twin without TBB: threads made for each loop take chunks from a shared counter.
void detail::run_chunks(Index chunks, ChunkFunction function, void* context) {
  std::atomic<Index> next{0};
  std::exception_ptr error;
  std::mutex error_mutex;
  auto work = [&] {
    for (Index c = next++; c < chunks; c = next++) {
      try {
        function(context, c);
      } catch (...) {
        const std::lock_guard lock(error_mutex);
        if (!error) error = std::current_exception();
        next = chunks;
      }
    }
  };
  std::vector<std::thread> threads;
  for (Index t = 1; t < std::min<Index>(thread_count(), chunks); ++t) threads.emplace_back(work);
  work();
  for (std::thread& t : threads) t.join();
  if (error) std::rethrow_exception(error);
}

#else

namespace {
// Raises TBB's own ceiling too, so that more threads than cores can be asked for.
struct Workers {
  tbb::global_control control;
  tbb::task_arena arena;
  explicit Workers(int count)
      : control(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(count)),
        arena(count) {}
};
std::mutex g_workers_mutex;
std::shared_ptr<Workers> g_workers;

std::shared_ptr<Workers> workers() {
  const std::lock_guard lock(g_workers_mutex);
  if (!g_workers) g_workers = std::make_shared<Workers>(thread_count());
  return g_workers;
}
}  // namespace

void set_thread_count(int count) {
  const std::lock_guard lock(g_workers_mutex);
  g_thread_count = std::max(0, count);
  g_workers.reset();
}

// Isolated: a thread that waits for the end of a loop within a loop takes no further chunk of the outer one,
// which would hold up the chunk it is in.
void detail::run_chunks(Index chunks, ChunkFunction function, void* context) {
  const auto held = workers();
  held->arena.execute([&] {
    tbb::this_task_arena::isolate(
        [&] { tbb::parallel_for(Index{0}, chunks, [&](Index c) { function(context, c); }); });
  });
}

#endif

}  // namespace sinew
