#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "base/parallel.h"

namespace sinew {

// Threads that take part in the loops of base/parallel.h.
//
//     caller         opens a loop | 0 1 2 ->            chunks            <- 8 7 | waits until no helper is in it, closes it
//     helper   looks for an open loop                                     ->  |  looks for another
//
// A step of a small body has a thousand loops of a few microseconds, so a helper that finds none looks on for a while
// before it sleeps. A helper may open loops within the chunk it is in; whoever waits for the end of a loop does nothing
// else, since in a chunk of another one it would hold up its own.
class ThreadPool {
 public:
  // `threads`: with the caller of a loop.
  explicit ThreadPool(int threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  // Calls function(context, chunk) for each of the chunks; rethrows the first exception.
  void run(Index chunks, detail::ChunkFunction function, void* context);
  // The pool whose thread this is, or null.
  static ThreadPool* of_this_thread();

 private:
  class Loop;
  // Where a loop is while it is open. A helper counts itself in before it reads the loop, and the caller takes the loop out
  // before it reads the count, so that no helper is in a loop that has ended.
  struct alignas(64) Slot {
    std::atomic<bool> is_taken{false};
    std::atomic<int> core{0};  // on which the caller was
    std::atomic<Loop*> loop{nullptr};
    std::atomic<std::int32_t> helpers{0};
  };
  static constexpr int kSlots = 16;  // a loop that finds none runs on its caller alone

  Slot* take_slot();
  void announce(Index chunks);
  static void close(Slot& slot);
  bool help();
  void help_until_stopped();

  std::array<Slot, kSlots> slots_;
  alignas(64) std::atomic<std::int32_t> opened_{0};    // loops so far
  alignas(64) std::atomic<std::int32_t> sleeping_{0};  // that nobody has woken; at least as many as do sleep
  std::atomic<bool> stops_{false};
  int process_;  // that made the threads: a fork of it has none of them
  std::vector<std::thread> threads_;
};

}  // namespace sinew
