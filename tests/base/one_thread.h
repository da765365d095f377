#pragma once

#include "base/parallel.h"

namespace sinew {

// While it lives, every loop runs on the thread that calls it. A test that forks holds one: its child has none of the other
// threads, which may hold a lock when it forks.
struct OneThread {
  OneThread() { set_thread_count(1); }
  ~OneThread() { set_thread_count(0); }
  OneThread(const OneThread&) = delete;
  OneThread& operator=(const OneThread&) = delete;
};

}  // namespace sinew
