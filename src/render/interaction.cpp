#include "render/interaction.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/suggestion.h"
#include "render/blade_tool.h"
#include "render/display_settings.h"
#include "render/grab_tool.h"
#include "render/scene_view.h"
#include "render/touch_tool.h"
#include "sinew/base/error.h"
#include "sinew/render/viewer.h"

namespace sinew {

namespace {

constexpr std::array kHelp{
    KeyHelp{"Left drag", "turn the view"},
    KeyHelp{"Right drag", "move the view; the middle button too"},
    KeyHelp{"Wheel", "nearer, farther"},
    KeyHelp{"Double click", "put this point into the middle"},
    KeyHelp{"Shift + left drag", "use the tool: pull the body, cut it, push, carry or feel it"},
    KeyHelp{"Space", "play or pause"},
    KeyHelp{".", "one step"},
    KeyHelp{"R", "back to the start"},
    KeyHelp{"F", "show all of the scene"},
    KeyHelp{"1, 2, 3, 4, 5", "choose the tool: grab, blade, pusher, grasper, feel"},
    KeyHelp{"P", "save a picture; Shift + P: of the whole window"},
    KeyHelp{"M", "record a movie, end it"},
    KeyHelp{"K", "save a checkpoint"},
    KeyHelp{"Tab", "show or hide the panels"},
    KeyHelp{"F1", "this list"},
    KeyHelp{"Esc", "let go; close this list"},
    KeyHelp{"Ctrl + Q", "close the window"},
};

}  // namespace

std::span<const KeyHelp> key_help() { return kHelp; }

Interaction::Interaction(const Camera& camera, const DisplayOptions& display)
    : camera_(camera), display_(display), home_distance_(camera.distance) {
  add_tool(std::make_unique<GrabTool>());
  add_tool(std::make_unique<BladeTool>());
  add_tool(std::make_unique<PushTool>());
  add_tool(std::make_unique<GraspTool>());
}

void Interaction::add_tool(std::unique_ptr<Tool> tool) {
  constexpr std::size_t kKeys = 9;
  if (!tool) throw Error("a tool is missing", "", "what makes it gave back nothing");
  if (tools_.size() == kKeys)
    throw Error(fmt::format("the tool '{}' has no key", tool->name()), "", "nine tools are the most");
  for (const auto& other : tools_)
    if (other->name() == tool->name())
      throw Error(fmt::format("there is a tool '{}' already", tool->name()), "", "give each its own name");
  tools_.push_back(std::move(tool));
}

void Interaction::handle(const InputEvent& event, const Frame& frame) {
  switch (event.kind) {
    case InputKind::kPress:
      return press(event, frame);
    case InputKind::kRelease:
      return release(event);
    case InputKind::kDoubleClick:
      return centre(event, frame);
    case InputKind::kMove:
      return move(event, frame);
    case InputKind::kWheel:
      return zoom(event.value);
    case InputKind::kKey:
      return handle_key(event, frame);
    case InputKind::kResize:
      width_ = static_cast<int>(event.x), height_ = static_cast<int>(event.y);
      panel_width_ = static_cast<int>(event.value);
      return;
    case InputKind::kClose:
      return actions_.push_back(ViewerAction::kClose);
    case InputKind::kTune:
      commands_.emplace_back(Tune{event.body, event.name, event.value});
      return;
    case InputKind::kDisplay:
      return set_display(display_, event.name, event.text);
    case InputKind::kTool:
      return tune_tool(event);
  }
}

FrameContents Interaction::contents() const {
  FrameContents contents = contents_for(shown());
  contents.energies = panels_shown_;
  contents.reactions = felt_force({}).has_value();
  return contents;
}

std::optional<Vec3> Interaction::felt_force(const Frame& frame) const {
  return tool_in_use() ? active_tool().force(frame) : std::nullopt;
}

DisplayOptions Interaction::shown() const {
  DisplayOptions shown = display_;
  shown.forces |= felt_force({}).has_value();
  return shown;
}

ViewArea Interaction::area() const {
  const int left = panels_shown_ ? std::min(panel_width_, width_ / 2) : 0;
  return {left, width_ - left, height_};
}

ToolPointer Interaction::pointer(const InputEvent& event, const Frame& frame) const {
  const ViewArea area = this->area();
  return {frame, camera_,
          camera_.ray((event.x - area.left) / area.width, event.y / area.height, area.aspect())};
}

void Interaction::press(const InputEvent& event, const Frame& frame) {
  if (drag_ != Drag::kNone || area().empty()) return;
  drag_button_ = event.button;
  last_x_ = event.x, last_y_ = event.y;
  if (event.button != MouseButton::kLeft)
    drag_ = Drag::kPan;
  else if (!event.modifiers.shift)
    drag_ = Drag::kOrbit;
  else  // a hand that misses the body with its tool does not want to turn the view
    drag_ = tools_[active_]->begin(pointer(event, frame), commands_) ? Drag::kTool : Drag::kNone;
}

void Interaction::release(const InputEvent& event) {
  if (event.button == drag_button_) end_drag();
}

void Interaction::end_drag() {
  if (drag_ == Drag::kTool) tools_[active_]->end(commands_);
  drag_ = Drag::kNone;
}

void Interaction::move(const InputEvent& event, const Frame& frame) {
  if (area().empty()) return;
  const double height = area().height;
  const double right = (event.x - last_x_) / height, down = (event.y - last_y_) / height;
  last_x_ = event.x, last_y_ = event.y;
  switch (drag_) {
    case Drag::kNone:
      return;
    // Half a turn for the height of the picture.
    case Drag::kOrbit:
      return camera_.orbit(-M_PI * right, M_PI * down);
    case Drag::kPan:
      return camera_.pan(-right, down);
    case Drag::kTool:
      return tools_[active_]->move(pointer(event, frame), commands_);
  }
}

void Interaction::centre(const InputEvent& event, const Frame& frame) {
  if (event.button != MouseButton::kLeft || area().empty()) return;
  if (const auto hit = pick(frame, pointer(event, frame).ray)) camera_.target = hit->point;
}

void Interaction::zoom(double notches) {
  constexpr double kPerNotch = 1.15, kFarthest = 100;
  camera_.zoom(std::pow(kPerNotch, notches));
  camera_.distance = std::clamp(camera_.distance, home_distance_ / kFarthest, home_distance_ * kFarthest);
}

void Interaction::handle_key(const InputEvent& event, const Frame& frame) {
  switch (event.key) {
    case Key::kSpace:
      return play(!playing_);
    case Key::kPeriod:
      return step_once();
    case Key::kR:
      commands_.emplace_back(Reset{});
      return;
    case Key::kF:
      return frame_all(frame);
    case Key::kP:
      return actions_.push_back(event.modifiers.shift ? ViewerAction::kSaveWindow
                                                      : ViewerAction::kSavePicture);
    case Key::kM:
      return actions_.push_back(ViewerAction::kToggleMovie);
    case Key::kK:
      return actions_.push_back(ViewerAction::kSaveCheckpoint);
    case Key::kTab:
      panels_shown_ = !panels_shown_;
      return;
    case Key::kF1:
      help_shown_ = !help_shown_;
      return;
    case Key::kEscape:
      return escape();
    default:
      return choose_tool(static_cast<std::size_t>(event.key) - static_cast<std::size_t>(Key::k1));
  }
}

void Interaction::play(bool playing) {
  playing_ = playing;
  if (playing)
    commands_.emplace_back(Play{});
  else
    commands_.emplace_back(Pause{});
}

void Interaction::step_once() {
  if (playing_) play(false);
  commands_.emplace_back(StepOnce{});
}

void Interaction::escape() {
  if (help_shown_)
    help_shown_ = false;
  else
    end_drag();
}

void Interaction::frame_all(const Frame& frame) {
  if (area().empty()) return;
  camera_ = camera_around(points_of(frame), camera_.up, camera_.azimuth, camera_.elevation, area().aspect());
  home_distance_ = camera_.distance;
}

void Interaction::tune_tool(const InputEvent& event) {
  std::vector<std::string> names;
  for (const auto& tool : tools_) {
    names.emplace_back(tool->name());
    if (names.back() != event.tool) continue;
    require_tunable(tool->tunables(), event.name, event.value, fmt::format("tool '{}'", event.tool));
    return tool->tune(event.name, event.value);
  }
  throw Error(fmt::format("no tool '{}'{}", event.tool, did_you_mean(event.tool, names)), "",
              fmt::format("there are: {}", fmt::join(names, ", ")));
}

void Interaction::choose_tool(std::size_t number) {
  if (number >= tools_.size()) return;
  end_drag();
  active_ = number;
}

}  // namespace sinew
