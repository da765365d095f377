#pragma once

#include <memory>
#include <string>

#include "haptics/servo_loop.h"

namespace sinew {

// Runs a loop at its rate: wakes at absolute deadlines, under SCHED_FIFO and with memory locked where the system grants
// it. A deadline that passed while a tick ran is missed, and counted; the next one in the future is taken.
class ServoThread {
 public:
  struct Params {
    double T = 0.001;   // s between ticks, as ServoParams has it
    int priority = 80;  // of SCHED_FIFO, 1 to 99; 0: it is not asked for
    bool lock_memory = true;
  };

  // Refers to the loop, and begins at once.
  ServoThread(ServoLoop& loop, const Params& params);
  // Gives no force any longer, and ends.
  ~ServoThread();
  ServoThread(const ServoThread&) = delete;
  ServoThread& operator=(const ServoThread&) = delete;

  // Why the system did not grant real-time scheduling, and memory that is locked; empty: it did, or was not asked.
  const std::string& fifo_refusal() const;
  const std::string& lock_refusal() const;
  // The servo's clock, s.
  static double now();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// Ends the force of a loop if the process gets SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV, SIGBUS or SIGFPE, and
// then does what was to be done before. One loop at a time. A loop that runs on a thread is told to stop, and
// gets 5 ms for it; a bridge has its own watchdog for the rest.
class StopOnSignal {
 public:
  explicit StopOnSignal(ServoLoop& loop);
  ~StopOnSignal();
  StopOnSignal(const StopOnSignal&) = delete;
  StopOnSignal& operator=(const StopOnSignal&) = delete;
};

}  // namespace sinew
