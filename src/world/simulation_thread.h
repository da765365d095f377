#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "base/timer.h"
#include "world/frame_exchange.h"
#include "world/simulation.h"

namespace sinew {

// A simulation on a thread of its own. Commands go in by a queue, frames and status come out by exchanges:
// the simulation never waits for who looks at it. One thread may read; any may post.
class SimulationThread {
 public:
  using Options = SimulationOptions;

  SimulationThread(SimulatedWorld&& simulated, const Options& options);
  // Ends after the step that is being made.
  ~SimulationThread();
  SimulationThread(const SimulationThread&) = delete;
  SimulationThread& operator=(const SimulationThread&) = delete;

  // To be applied, in order, before the next step.
  void post(SimulationCommand command);

  // The newest frame; it stays as it is until the next call. Never null.
  const Frame* newest() { return frames_.newest(); }
  SimulationStatus status() { return *statuses_.newest(); }

 private:
  using Clock = std::chrono::steady_clock;

  void run();
  // Waits until there are commands to take or a step to make; false: it is to end.
  bool wait_for_work(std::vector<SimulationCommand>& commands);
  // Makes a step where it plays and it is time; false where it did not.
  bool advance();
  void publish();

  // How many steps a second, over the last half second or so.
  class Rate {
   public:
    void count_step();
    void forget() { *this = {}; }
    double per_second() const { return per_second_; }

   private:
    Timer since_;
    int steps_ = 0;
    double per_second_ = 0;
  };

  Simulation simulation_;
  bool real_time_;
  Clock::time_point due_ = Clock::now();  // of the next step
  Rate rate_;
  FrameExchange frames_;
  LatestValue<SimulationStatus> statuses_;

  std::mutex mutex_;  // of what follows
  std::condition_variable changed_;
  std::vector<SimulationCommand> posted_;
  bool ending_ = false;

  std::thread thread_;
};

}  // namespace sinew
