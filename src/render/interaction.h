#pragma once

#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "render/input_event.h"
#include "sinew/render/display_options.h"
#include "sinew/render/viewer.h"

namespace sinew {

// Requests of the user to the viewer itself.
enum class ViewerAction { kSavePicture, kSaveWindow, kToggleMovie, kSaveCheckpoint, kClose };

struct KeyHelp {
  std::string_view keys, what;
};
// Help text: what keys and mouse do.
std::span<const KeyHelp> key_help();

// The part of the window that shows the scene, beside the panels: pixels from the upper left corner.
struct ViewArea {
  int left = 0, width = 0, height = 0;
  bool empty() const { return width <= 0 || height <= 0; }
  double aspect() const { return static_cast<double>(width) / height; }
};

// Interprets events: moves the camera, changes what is shown, and produces commands for the simulation and
// requests to the viewer. It uses neither a window nor a clock: the same events on the same frames have the
// same effect.
class Interaction {
 public:
  Interaction(const Camera& camera, const DisplayOptions& display);

  // `frame` is what the user saw. Throws Error if a display setting or a parameter of a tool is unknown.
  void handle(const InputEvent& event, const Frame& frame);
  // The commands and requests since the last call, in their order.
  std::vector<SimulationCommand> take_commands() { return std::exchange(commands_, {}); }
  std::vector<ViewerAction> take_actions() { return std::exchange(actions_, {}); }

  // Called if the simulation has started or stopped playing without a command (it reached its end, or a body
  // failed).
  void note_playing(bool playing) { playing_ = playing; }
  bool playing() const { return playing_; }

  const Camera& camera() const { return camera_; }
  const DisplayOptions& display() const { return display_; }
  // The same with arrows while a tool feels forces.
  DisplayOptions shown() const;
  // What the frames must contain for everything that is shown, panels included.
  FrameContents contents() const;
  bool help_shown() const { return help_shown_; }
  bool panels_shown() const { return panels_shown_; }
  ViewArea area() const;

  // Tools are chosen by the keys 1 to 9, in the order in which they were added: GrabTool, BladeTool, PushTool,
  // GraspTool and others. Throws Error for one that is null, has the name of another or comes after the ninth.
  void add_tool(std::unique_ptr<Tool> tool);
  std::span<const std::unique_ptr<Tool>> tools() const { return tools_; }
  const Tool& active_tool() const { return *tools_[active_]; }
  bool tool_in_use() const { return drag_ == Drag::kTool; }
  // The force on the tool in use, N, if it feels one.
  std::optional<Vec3> felt_force(const Frame& frame) const;

 private:
  enum class Drag { kNone, kOrbit, kPan, kTool };

  void press(const InputEvent& event, const Frame& frame);
  void release(const InputEvent& event);
  void move(const InputEvent& event, const Frame& frame);
  void centre(const InputEvent& event, const Frame& frame);
  void zoom(double notches);
  void handle_key(const InputEvent& event, const Frame& frame);
  void play(bool playing);
  void step_once();
  void escape();
  void frame_all(const Frame& frame);
  void tune_tool(const InputEvent& event);
  void choose_tool(std::size_t number);
  void end_drag();
  ToolPointer pointer(const InputEvent& event, const Frame& frame) const;

  Camera camera_;
  DisplayOptions display_;
  double home_distance_;  // of the camera that sees everything; zooming is limited relative to it
  int width_ = 0, height_ = 0, panel_width_ = 0;
  bool playing_ = false, help_shown_ = false, panels_shown_ = true;

  Drag drag_ = Drag::kNone;
  MouseButton drag_button_ = MouseButton::kLeft;
  double last_x_ = 0, last_y_ = 0;
  std::vector<std::unique_ptr<Tool>> tools_;
  std::size_t active_ = 0;

  std::vector<SimulationCommand> commands_;
  std::vector<ViewerAction> actions_;
};

}  // namespace sinew
