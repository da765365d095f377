#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "render/input_event.h"
#include "sinew/render/picture.h"

struct GLFWwindow;
struct ImGuiContext;

namespace sinew {

// A window with OpenGL 3.3 and Dear ImGui. What a person does in it comes out as events; what is on top of
// a panel, or typed into one, goes to the panel instead.
class ViewerWindow {
 public:
  // Size in pixels. Throws Error if there is no screen, or no OpenGL 3.3.
  ViewerWindow(const std::string& title, int width, int height);
  ~ViewerWindow();
  ViewerWindow(const ViewerWindow&) = delete;
  ViewerWindow& operator=(const ViewerWindow&) = delete;

  // Waits up to this many seconds (0: not at all) for something to happen.
  void wait(double seconds);
  // What has happened since the last call. Also empty if a panel has taken it; see touched().
  std::vector<InputEvent> take_events();
  // Whether anything has happened since the last call, so that panels may look different.
  bool take_touched();
  // Its size as an event: what a session begins with.
  InputEvent size_event() const;

  std::array<int, 2> size() const;  // of what is drawn, pixels; 0 while it is minimised
  void resize(int width, int height);
  // Pixels of the screen for one of the sizes that people are used to.
  float scale() const { return scale_; }
  // Panels lie left of this: presses there are theirs.
  void set_panels(int right_edge) { panels_right_ = right_edge; }

  // A frame of panels: begin, calls to ImGui, end. What OpenGL drew before is under them.
  void begin_panels();
  void end_panels();
  Picture read() const;
  void show();

 private:
  struct Callbacks;
  friend struct Callbacks;

  void add(InputEvent event);
  void press(int button, int action, int modifiers);
  bool panels_take_mouse() const;
  void place_pointer(double x, double y);
  void set_up_imgui();

  GLFWwindow* window_ = nullptr;
  ImGuiContext* imgui_ = nullptr;
  float scale_ = 1;
  int panels_right_ = 0;
  double x_ = 0, y_ = 0;  // of the pointer
  bool dragging_[3] = {false, false, false};
  double last_click_ = -1, last_click_x_ = 0, last_click_y_ = 0;  // s
  bool touched_ = true;
  std::vector<InputEvent> events_;
};

}  // namespace sinew
