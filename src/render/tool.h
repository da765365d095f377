#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "render/camera.h"
#include "world/simulation.h"

namespace sinew {

// The pointer of a person, in the world: where it points, what is seen there, and from where.
struct ToolPointer {
  const Frame& frame;
  const Camera& camera;
  Ray ray;
};

// What Shift + left-drag does to bodies. A tool hears of one drag at a time, from begin (and only if that
// takes hold of something) over moves to end, and puts out commands for the simulation: pulls, cuts, where
// its own shape is to be shown (SetTools).
class Tool {
 public:
  virtual ~Tool() = default;

  virtual std::string_view name() const = 0;
  // What dragging does, for the list of keys.
  virtual std::string_view help() const = 0;

  // False: there is nothing to take hold of, and the drag does nothing.
  virtual bool begin(const ToolPointer& pointer, std::vector<SimulationCommand>& commands) = 0;
  virtual void move(const ToolPointer& pointer, std::vector<SimulationCommand>& commands) = 0;
  virtual void end(std::vector<SimulationCommand>& commands) = 0;

  // Figures of the tool that may be changed; by itself, none.
  virtual std::vector<Tunable> tunables() const { return {}; }
  // Changes one of them, to a value within its range.
  virtual void tune(std::string_view /*name*/, double /*value*/) {}

  // Drawn over the picture while the tool is in use, from point to point in the world: a dot where the first
  // begins, a ring where the last ends.
  virtual std::vector<std::array<Vec3, 2>> lines(const Frame&) const { return {}; }
};

}  // namespace sinew
