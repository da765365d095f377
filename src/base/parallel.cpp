#include "base/parallel.h"

#include <atomic>
#include <cstdint>
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

// The chunks of a loop that no thread has taken yet. One takes from the front and the others from the back,
// so that in the next loop over the same things most of them meet the same thread, which still has them in
// its cache.
class Chunks {
 public:
  explicit Chunks(Index count) : count_(static_cast<std::uint32_t>(count)) {}

  // Calls function(context, chunk) for as many as it can take. Where one throws, none is left to take.
  void run(bool from_front, detail::ChunkFunction function, void* context) {
    try {
      for (Index c; (c = from_front ? take_front() : take_back()) >= 0;) function(context, c);
    } catch (...) {
      taken_ = count_;
      throw;
    }
  }

 private:
  struct Taken {
    std::uint64_t front, back;
  };
  static constexpr std::uint64_t kFront = 1, kBack = std::uint64_t{1} << 32;

  // -1: there is none left.
  Index take_front() {
    const auto [front, back] = taken(kFront);
    return front + back < count_ ? static_cast<Index>(front) : -1;
  }
  Index take_back() {
    const auto [front, back] = taken(kBack);
    return front + back < count_ ? static_cast<Index>(count_ - 1 - back) : -1;
  }
  Taken taken(std::uint64_t one_more) {
    const std::uint64_t before = taken_.fetch_add(one_more, std::memory_order_relaxed);
    return {before % kBack, before / kBack};
  }

  std::atomic<std::uint64_t> taken_{0};  // kFront and kBack for each
  std::uint64_t count_;
};

}  // namespace

int thread_count() {
  const int count = g_thread_count.load();
  return count > 0 ? count : core_count();
}

#ifdef SINEW_PARALLEL_THREADS

void set_thread_count(int count) { g_thread_count = std::max(0, count); }

// The twin without TBB: threads made for each loop.
void detail::run_chunks(Index chunks, ChunkFunction function, void* context) {
  Chunks left(chunks);
  std::exception_ptr error;
  std::mutex error_mutex;
  auto work = [&](bool from_front) {
    try {
      left.run(from_front, function, context);
    } catch (...) {
      const std::lock_guard lock(error_mutex);
      if (!error) error = std::current_exception();
    }
  };
  std::vector<std::thread> threads;
  for (Index t = 1; t < std::min<Index>(thread_count(), chunks); ++t) threads.emplace_back(work, false);
  work(true);
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

// A task for each thread, and no more: a step of a small body has a thousand loops of a few microseconds, and
// tasks of TBB's own choice cost 3 to 5 of them a loop, these 1.5. Isolated: a thread that waits for the end
// of a loop within a loop takes no further chunk of the outer one, which would hold up the chunk it is in.
// On one thread TBB is not asked at all: so a process that was forked can step, where TBB's threads are not.
void detail::run_chunks(Index chunks, ChunkFunction function, void* context) {
  Chunks left(chunks);
  if (thread_count() == 1) return left.run(true, function, context);
  const auto held = workers();
  const auto work = [&](int task) { left.run(task == 0, function, context); };
  const int tasks = std::min(static_cast<int>(chunks), held->arena.max_concurrency());
  held->arena.execute([&] {
    tbb::this_task_arena::isolate([&] { tbb::parallel_for(0, tasks, work, tbb::static_partitioner()); });
  });
}

#endif

}  // namespace sinew
