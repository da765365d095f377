#include "base/thread_pool.h"

#include <sched.h>
#include <unistd.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace sinew {

namespace {

thread_local ThreadPool* t_pool = nullptr;

void pause() {
#if defined(__x86_64__)
  _mm_pause();
#endif
}

// Moves this thread to another core, if it may run on one. Linux wakes a helper on the caller's core where cores share
// no cache that it knows of, as in virtual machines, and then leaves both there for seconds: of two threads, one worked.
void leave_core(int core) {
  cpu_set_t all, others;
  if (sched_getaffinity(0, sizeof all, &all) != 0) return;
  others = all;
  CPU_CLR(core, &others);
  if (CPU_COUNT(&others) == 0 || sched_setaffinity(0, sizeof others, &others) != 0) return;
  sched_setaffinity(0, sizeof all, &all);
}

// Pauses of 10 to 40 ns each. Loops of a step follow one another within less than that.
constexpr int kPausesBeforeSleep = 4000;

// Returns whether it came true before the pauses were over.
template <typename Condition>
bool comes_true_soon(Condition&& condition) {
  for (int k = 0; k < kPausesBeforeSleep; ++k) {
    if (condition()) return true;
    pause();
  }
  return false;
}

}  // namespace

// The chunks of a loop that no thread has taken yet. The caller takes from the front and the others from the back,
// so that in the next loop over the same things most of them meet the same thread, which still has them in its cache.
class ThreadPool::Loop {
 public:
  Loop(Index chunks, detail::ChunkFunction function, void* context)
      : count_(static_cast<std::uint32_t>(chunks)), function_(function), context_(context) {}

  bool has_chunks() const {
    const std::uint64_t taken = taken_.load(std::memory_order_relaxed);
    return taken % kBack + taken / kBack < count_;
  }
  // Does what it can take. If a chunk throws, none is left to take.
  void run(bool from_front) noexcept {
    try {
      for (Index c; (c = from_front ? take_front() : take_back()) >= 0;) function_(context_, c);
    } catch (...) {
      taken_ = count_;
      const std::lock_guard lock(error_mutex_);
      if (!error_) error_ = std::current_exception();
    }
  }
  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
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
  detail::ChunkFunction function_;
  void* context_;
  std::mutex error_mutex_;
  std::exception_ptr error_;
};

ThreadPool* ThreadPool::of_this_thread() { return t_pool; }

ThreadPool::ThreadPool(int threads) : process_(getpid()) {
  for (int t = 1; t < threads; ++t) threads_.emplace_back([this] { help_until_stopped(); });
}

ThreadPool::~ThreadPool() {
  stops_ = true;
  ++opened_;
  opened_.notify_all();
  for (std::thread& thread : threads_) {
    if (getpid() == process_)
      thread.join();
    else
      thread.detach();
  }
}

void ThreadPool::run(Index chunks, detail::ChunkFunction function, void* context) {
  Loop loop(chunks, function, context);
  Slot* const slot = threads_.empty() ? nullptr : take_slot();
  if (slot != nullptr) {
    slot->core = sched_getcpu();
    slot->loop = &loop;
    announce(chunks);
  }
  loop.run(true);
  if (slot != nullptr) close(*slot);
  loop.rethrow();
}

ThreadPool::Slot* ThreadPool::take_slot() {
  for (Slot& slot : slots_)
    if (!slot.is_taken.load(std::memory_order_relaxed) && !slot.is_taken.exchange(true)) return &slot;
  return nullptr;
}

void ThreadPool::announce(Index chunks) {
  ++opened_;
  for (std::int32_t sleeping = sleeping_; sleeping > 0;) {
    const bool needs_one = chunks == 2;
    if (!sleeping_.compare_exchange_weak(sleeping, needs_one ? sleeping - 1 : 0)) continue;
    if (needs_one)
      opened_.notify_one();
    else
      opened_.notify_all();
    return;
  }
}

void ThreadPool::close(Slot& slot) {
  slot.loop = nullptr;
  if (!comes_true_soon([&] { return slot.helpers == 0; }))
    for (std::int32_t count; (count = slot.helpers) != 0;) slot.helpers.wait(count);
  slot.is_taken = false;
}

// Returns whether there was a loop to help with.
bool ThreadPool::help() {
  bool helped = false;
  for (Slot& slot : slots_) {
    if (slot.loop.load(std::memory_order_relaxed) == nullptr) continue;
    ++slot.helpers;
    if (Loop* const loop = slot.loop; loop != nullptr && loop->has_chunks()) {
      if (const int core = slot.core; core == sched_getcpu()) leave_core(core);
      loop->run(false);
      helped = true;
    }
    --slot.helpers;
    slot.helpers.notify_all();
  }
  return helped;
}

void ThreadPool::help_until_stopped() {
  t_pool = this;
  while (!stops_) {
    const std::int32_t seen = opened_;
    if (help() || comes_true_soon([&] { return opened_.load(std::memory_order_relaxed) != seen; })) continue;
    ++sleeping_;
    opened_.wait(seen);
  }
}

}  // namespace sinew
