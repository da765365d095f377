#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

#include "base/timer.h"
#include "sinew/world/simulation.h"
#include "world/frame_exchange.h"

namespace sinew {

namespace {

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

}  // namespace

struct SimulationThread::Parts {
  using Clock = std::chrono::steady_clock;

  Parts(SimulatedWorld&& simulated, const Options& options);
  ~Parts();

  void post(SimulationCommand command);
  void run();
  // Waits until there are commands to apply or a step to make; false: the thread must end.
  bool wait_for_work(std::vector<SimulationCommand>& commands);
  // Makes a step if it plays and the step is due; returns whether it did.
  bool advance();
  void publish();

  Simulation simulation;
  bool real_time;
  Clock::time_point due = Clock::now();  // of the next step
  Rate rate;
  FrameExchange frames;
  LatestValue<SimulationStatus> statuses;

  std::mutex mutex;  // guards the members below
  std::condition_variable changed;
  std::vector<SimulationCommand> posted;
  bool ending = false;

  std::thread thread;
};

SimulationThread::SimulationThread(SimulatedWorld&& simulated, const Options& options)
    : parts_(std::make_unique<Parts>(std::move(simulated), options)) {}

SimulationThread::~SimulationThread() = default;

void SimulationThread::post(SimulationCommand command) { parts_->post(std::move(command)); }

std::shared_ptr<const Frame> SimulationThread::newest() { return parts_->frames.newest(); }

SimulationStatus SimulationThread::status() { return *parts_->statuses.newest(); }

SimulationThread::Parts::Parts(SimulatedWorld&& simulated, const Options& options)
    : simulation(std::move(simulated), options), real_time(options.real_time) {
  publish();
  thread = std::thread([this] { run(); });
}

SimulationThread::Parts::~Parts() {
  {
    const std::lock_guard lock(mutex);
    ending = true;
  }
  changed.notify_one();
  thread.join();
}

void SimulationThread::Parts::post(SimulationCommand command) {
  {
    const std::lock_guard lock(mutex);
    posted.push_back(std::move(command));
  }
  changed.notify_one();
}

void SimulationThread::Parts::run() {
  std::vector<SimulationCommand> commands;
  while (wait_for_work(commands)) {
    simulation.apply(commands);
    const bool stepped = advance();
    if (stepped || !commands.empty()) publish();
  }
}

bool SimulationThread::Parts::wait_for_work(std::vector<SimulationCommand>& commands) {
  commands.clear();
  std::unique_lock lock(mutex);
  const auto news = [this] { return ending || !posted.empty(); };
  if (!simulation.status().playing)
    changed.wait(lock, news);
  else if (real_time)
    changed.wait_until(lock, due, news);
  commands.swap(posted);
  return !ending;
}

// If we are more than one step behind real time, drop the backlog instead of catching up.
bool SimulationThread::Parts::advance() {
  if (!simulation.status().playing) {
    rate.forget();
    return false;
  }
  const Clock::time_point now = Clock::now();
  if (real_time && now < due) return false;
  simulation.advance();
  const std::chrono::duration<double> dt(simulation.dt());
  due = (now - due > dt ? now : due) + std::chrono::duration_cast<Clock::duration>(dt);
  rate.count_step();
  return true;
}

void SimulationThread::Parts::publish() {
  frames.publish(simulation.shared_frame());
  SimulationStatus& status = statuses.writers();
  status = simulation.status();
  status.steps_per_second = status.playing ? rate.per_second() : 0;
  statuses.offer();
}

void Rate::count_step() {
  constexpr double kWindow = 0.5;  // s
  ++steps_;
  const double seconds = since_.seconds();
  if (seconds < kWindow) return;
  per_second_ = steps_ / seconds;
  steps_ = 0;
  since_.restart();
}

}  // namespace sinew
