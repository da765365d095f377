#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "sinew/body/frame.h"
#include "sinew/render/camera.h"
#include "sinew/world/simulation.h"

namespace sinew {

struct LoadedWorld;  // sinew/scene/load_world.h

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

  // For the list of keys.
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

  // The force on the tool while it is in use, N, if it is one that feels forces: by what frames have of contact. The
  // window then shows its amount, and all forces as arrows. Default: it feels none.
  virtual std::optional<Vec3> force(const Frame&) const { return {}; }

  // Lines drawn over the picture while the tool is in use, from point to point in the world: with a dot at
  // the first point and a ring at the last.
  virtual std::vector<std::array<Vec3, 2>> lines(const Frame&) const { return {}; }
};

// Makes a tool for a window.
using MakeTool = std::function<std::unique_ptr<Tool>()>;

// The first intersection of a ray with a surface.
struct Pick {
  Index body = 0, triangle = 0;  // of the frame, of that body's surface
  Vec3 point;                    // m
  double distance = 0;           // from the ray's origin, m
};

// The nearest hit on all surfaces at their current positions, from either side; empty if the ray misses.
// Tests every triangle: a million take some 20 ms, once per click.
std::optional<Pick> pick(const Frame& frame, const Ray& ray);

// How a window is opened, and what it does besides showing the scene.
struct ViewerOptions {
  int width = 1280, height = 800;            // of the window, pixels
  bool play = false;                         // at once
  std::filesystem::path replay{}, record{};  // files of events, to replay and to write; empty: none
  std::int64_t steps = 0;                    // exit after this many; 0: when the window is closed
  std::filesystem::path picture{};           // of the window at exit; empty: none
  std::filesystem::path folder = "out";      // for pictures, movies and checkpoints
  bool verbose = false;                      // reports changes of state on standard error
  std::vector<MakeTool> tools{};             // of the program, chosen by the keys from 5 on
};

// Throws Error if no window can be opened. Call it before long work.
void require_screen();

// Opens a window on a scene and returns when it is closed. Throws Error if there is no screen or no OpenGL
// 3.3, if events cannot be replayed, and if a body fails before `steps`.
void view(LoadedWorld&& loaded, const ViewerOptions& options);

}  // namespace sinew
