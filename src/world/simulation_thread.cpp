#include "sinew/world/simulation.h"

namespace sinew {

SimulationThread::SimulationThread(SimulatedWorld&& simulated, const Options& options)
    : simulation_(std::move(simulated), options), real_time_(options.real_time) {
  publish();
  thread_ = std::thread([this] { run(); });
}

SimulationThread::~SimulationThread() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void SimulationThread::post(SimulationCommand command) {
  {
    const std::lock_guard lock(mutex_);
    posted_.push_back(std::move(command));
  }
  changed_.notify_one();
}

void SimulationThread::run() {
  std::vector<SimulationCommand> commands;
  while (wait_for_work(commands)) {
    simulation_.apply(commands);
    const bool stepped = advance();
    if (stepped || !commands.empty()) publish();
  }
}

bool SimulationThread::wait_for_work(std::vector<SimulationCommand>& commands) {
  commands.clear();
  std::unique_lock lock(mutex_);
  const auto news = [this] { return ending_ || !posted_.empty(); };
  if (!simulation_.status().playing)
    changed_.wait(lock, news);
  else if (real_time_)
    changed_.wait_until(lock, due_, news);
  commands.swap(posted_);
  return !ending_;
}

// If we are more than one step behind real time, drop the backlog instead of catching up.
bool SimulationThread::advance() {
  if (!simulation_.status().playing) {
    rate_.forget();
    return false;
  }
  const Clock::time_point now = Clock::now();
  if (real_time_ && now < due_) return false;
  simulation_.advance();
  const std::chrono::duration<double> dt(simulation_.dt());
  due_ = (now - due_ > dt ? now : due_) + std::chrono::duration_cast<Clock::duration>(dt);
  rate_.count_step();
  return true;
}

void SimulationThread::publish() {
  frames_.publish(simulation_.shared_frame());
  SimulationStatus& status = statuses_.writers();
  status = simulation_.status();
  status.steps_per_second = status.playing ? rate_.per_second() : 0;
  statuses_.offer();
}

void SimulationThread::Rate::count_step() {
  constexpr double kWindow = 0.5;  // s
  ++steps_;
  const double seconds = since_.seconds();
  if (seconds < kWindow) return;
  per_second_ = steps_ / seconds;
  steps_ = 0;
  since_.restart();
}

}  // namespace sinew
