#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "render/camera.h"
#include "world/simulation.h"

namespace sinew {

// The user's pointer, in the world: where it points, what is seen there, and from where.
struct ToolPointer {
  const Frame& frame;
  const Camera& camera;
  Ray ray;
};

// What Shift + left drag does to bodies. A tool gets one drag at a time: begin, moves (only if begin found
// something to act on), end. It produces commands for the simulation: pulls, cuts, and where its own shape is
// to be shown (SetTools). A program derives its own and passes it to view() in ViewerOptions::tools.
class Tool {
 public:
  virtual ~Tool() = default;

  virtual std::string_view name() const = 0;
  // What dragging does, for the list of keys.
  virtual std::string_view help() const = 0;

  // False: there is nothing to act on, and the drag does nothing.
  virtual bool begin(const ToolPointer& pointer, std::vector<SimulationCommand>& commands) = 0;
  virtual void move(const ToolPointer& pointer, std::vector<SimulationCommand>& commands) = 0;
  virtual void end(std::vector<SimulationCommand>& commands) = 0;

  // Parameters of the tool that may be changed. Default: none.
  virtual std::vector<Tunable> tunables() const { return {}; }
  // Changes one of them, to a value within its range.
  virtual void tune(std::string_view /*name*/, double /*value*/) {}

  // Lines drawn over the picture while the tool is in use, from point to point in the world: with a dot at
  // the first point and a ring at the last.
  virtual std::vector<std::array<Vec3, 2>> lines(const Frame&) const { return {}; }
};

using MakeTool = std::function<std::unique_ptr<Tool>()>;

}  // namespace sinew
