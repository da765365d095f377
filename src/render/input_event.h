#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace sinew {

// User input to the viewer, as events of our own. All input, also in panels, becomes such events, so that it
// can be recorded, replayed and tested without a window.

enum class InputKind {
  kPress,
  kRelease,
  kDoubleClick,  // after the press and the release of its first click, instead of the second press
  kMove,
  kWheel,
  kKey,
  kResize,
  kClose,
  kTune,     // a parameter of a body, see sinew/body/body.h
  kDisplay,  // see display_settings.h
  kTool,     // a parameter of a tool, see tool.h
};
inline constexpr std::array<std::string_view, 11> kInputKindNames{
    "press", "release", "double-click", "move", "wheel", "key", "resize", "close", "tune", "display", "tool"};

enum class MouseButton { kLeft, kMiddle, kRight };
inline constexpr std::array<std::string_view, 3> kMouseButtonNames{"left", "middle", "right"};

enum class Key {
  kSpace,
  kPeriod,
  kR,
  kF,
  kP,
  kM,
  kK,
  kTab,
  kF1,
  kEscape,
  k1,
  k2,
  k3,
  k4,
  k5,
  k6,
  k7,
  k8,
  k9
};
inline constexpr std::array<std::string_view, 19> kKeyNames{"space", ".",  "r",      "f", "p", "m", "k",
                                                            "tab",   "f1", "escape", "1", "2", "3", "4",
                                                            "5",     "6",  "7",      "8", "9"};

struct Modifiers {
  bool shift = false, control = false, alt = false;
  bool operator==(const Modifiers&) const = default;
};

// Members that a kind of event does not use keep their defaults.
struct InputEvent {
  InputKind kind = InputKind::kMove;
  // How many steps the simulation had made in total when it happened.
  std::int64_t tick = 0;
  // Of press, release, double-click, move and wheel: pixels from the upper left corner of the window. Of a
  // resize: the window's new size.
  double x = 0, y = 0;
  // Of a wheel: notches, positive away from the person. Of a resize: the width in pixels of the panels on the
  // left, if they are shown. Of a tune or tool: the value.
  double value = 0;
  MouseButton button = MouseButton::kLeft;  // of press, release, double-click
  Key key = Key::kSpace;                    // of a key, when it goes down
  Modifiers modifiers{};                    // of buttons and keys
  std::string body{};                       // of a tune
  std::string tool{};                       // of a tool: its name
  std::string name{};                       // of a tune, tool or display: which
  std::string text{};                       // of a display: its value

  bool operator==(const InputEvent&) const = default;
};

// For panels, which press keys and change values.
InputEvent key_event(Key key, Modifiers modifiers = {});
InputEvent tune_event(std::string body, std::string name, double value);
InputEvent tool_event(std::string tool, std::string name, double value);
InputEvent display_event(std::string name, std::string text);

}  // namespace sinew
