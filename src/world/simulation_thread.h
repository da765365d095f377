#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "base/timer.h"
#include "world/frame_exchange.h"
#include "world/simulation.h"

namespace sinew {

// A simulation on its own thread. Commands enter through a queue; frames and status leave through triple
// buffers, so that the simulation never waits for its reader. One thread may read; any may post.
class SimulationThread {
 public:
  using Options = SimulationOptions;

  SimulationThread(SimulatedWorld&& simulated, const Options& options);
  // Ends after the current step.
  ~SimulationThread();
  SimulationThread(const SimulationThread&) = delete;
  SimulationThread& operator=(const SimulationThread&) = delete;

  // Queues a command. Commands are applied, in order, before the next step.
  void post(SimulationCommand command);

  // The newest frame. Never null.
  std::shared_ptr<const Frame> newest() { return frames_.newest(); }
  SimulationStatus status() { return *statuses_.newest(); }

 private:
  using Clock = std::chrono::steady_clock;

  void run();
  // Waits until there are commands to apply or a step to make; false: the thread must end.
  bool wait_for_work(std::vector<SimulationCommand>& commands);
  // Makes a step if it plays and the step is due; returns whether it did.
  bool advance();
  void publish();

  // Steps per second, over about the last half second.
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

  std::mutex mutex_;  // guards the members below
  std::condition_variable changed_;
  std::vector<SimulationCommand> posted_;
  bool ending_ = false;

  std::thread thread_;
};

}  // namespace sinew
