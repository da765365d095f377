#pragma once

#include <memory>

#include "sinew/scene/load_world.h"
#include "sinew/world/simulation.h"

namespace sinew {

// A simulation as a viewer uses it.
class SimulationDriver {
 public:
  virtual ~SimulationDriver() = default;

  virtual void post(SimulationCommand command) = 0;
  // Asked once for each picture: the frame to show now.
  virtual std::shared_ptr<const Frame> next_frame() = 0;
  virtual const SimulationStatus& status() = 0;
};

// On a thread of its own: pictures show whatever frame is the newest.
std::unique_ptr<SimulationDriver> threaded_driver(LoadedWorld&& loaded, const SimulationOptions& options);
// In the viewer's thread: each picture is one step after the last, so that what is replayed comes out the
// same.
std::unique_ptr<SimulationDriver> stepwise_driver(LoadedWorld&& loaded, const SimulationOptions& options);

}  // namespace sinew
