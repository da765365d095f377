#include "render/window/simulation_driver.h"

#include <utility>

#include "sinew/world/simulation.h"

namespace sinew {

namespace {

class ThreadedDriver : public SimulationDriver {
 public:
  ThreadedDriver(LoadedWorld&& loaded, const SimulationOptions& options)
      : thread_(simulated(std::move(loaded)), options) {}

  void post(SimulationCommand command) override { thread_.post(std::move(command)); }
  std::shared_ptr<const Frame> next_frame() override { return thread_.newest(); }
  const SimulationStatus& status() override { return status_ = thread_.status(); }

 private:
  SimulationThread thread_;
  SimulationStatus status_;
};

class StepwiseDriver : public SimulationDriver {
 public:
  StepwiseDriver(LoadedWorld&& loaded, const SimulationOptions& options)
      : simulation_(simulated(std::move(loaded)), options) {}

  void post(SimulationCommand command) override { simulation_.apply(command); }
  std::shared_ptr<const Frame> next_frame() override {
    if (std::exchange(started_, true)) simulation_.advance();
    return simulation_.shared_frame();
  }
  const SimulationStatus& status() override { return simulation_.status(); }

 private:
  Simulation simulation_;
  bool started_ = false;  // the first picture is of the start
};

}  // namespace

std::unique_ptr<SimulationDriver> threaded_driver(LoadedWorld&& loaded, const SimulationOptions& options) {
  return std::make_unique<ThreadedDriver>(std::move(loaded), options);
}

std::unique_ptr<SimulationDriver> stepwise_driver(LoadedWorld&& loaded, const SimulationOptions& options) {
  return std::make_unique<StepwiseDriver>(std::move(loaded), options);
}

}  // namespace sinew
