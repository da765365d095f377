#include "render/window/viewer_window.h"

#include <epoxy/gl.h>
//
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "render/engine/overlay.h"
#include "render/gl/render_target.h"
#include "render/window/theme.h"
#include "sinew/base/error.h"
#include "sinew/render/viewer.h"

namespace sinew {

namespace {

constexpr int kPanelWidth = 320;

std::string last_glfw_problem() {
  const char* text = nullptr;
  glfwGetError(&text);
  return text == nullptr ? "no reason given" : text;
}

std::optional<Key> key_of(int key) {
  if (key >= GLFW_KEY_1 && key <= GLFW_KEY_9)
    return static_cast<Key>(static_cast<int>(Key::k1) + key - GLFW_KEY_1);
  switch (key) {
    case GLFW_KEY_SPACE:
      return Key::kSpace;
    case GLFW_KEY_PERIOD:
    case GLFW_KEY_KP_DECIMAL:
      return Key::kPeriod;
    case GLFW_KEY_R:
      return Key::kR;
    case GLFW_KEY_F:
      return Key::kF;
    case GLFW_KEY_P:
      return Key::kP;
    case GLFW_KEY_M:
      return Key::kM;
    case GLFW_KEY_K:
      return Key::kK;
    case GLFW_KEY_TAB:
      return Key::kTab;
    case GLFW_KEY_F1:
      return Key::kF1;
    case GLFW_KEY_ESCAPE:
      return Key::kEscape;
    default:
      return std::nullopt;
  }
}

Modifiers modifiers_of(int bits) {
  return {(bits & GLFW_MOD_SHIFT) != 0, (bits & GLFW_MOD_CONTROL) != 0, (bits & GLFW_MOD_ALT) != 0};
}

std::optional<MouseButton> button_of(int button) {
  switch (button) {
    case GLFW_MOUSE_BUTTON_LEFT:
      return MouseButton::kLeft;
    case GLFW_MOUSE_BUTTON_MIDDLE:
      return MouseButton::kMiddle;
    case GLFW_MOUSE_BUTTON_RIGHT:
      return MouseButton::kRight;
    default:
      return std::nullopt;
  }
}

}  // namespace

// What GLFW calls; ImGui's own callbacks call these first.
struct ViewerWindow::Callbacks {
  static ViewerWindow& of(GLFWwindow* window) {
    return *static_cast<ViewerWindow*>(glfwGetWindowUserPointer(window));
  }
  static void move(GLFWwindow* window, double x, double y) { of(window).place_pointer(x, y); }
  static void button(GLFWwindow* window, int button, int action, int modifiers) {
    of(window).press(button, action, modifiers);
  }
  static void wheel(GLFWwindow* window, double, double notches) {
    ViewerWindow& self = of(window);
    self.touched_ = true;
    if (self.panels_take_mouse()) return;
    self.add({.kind = InputKind::kWheel, .x = self.x_, .y = self.y_, .value = notches});
  }
  static void key(GLFWwindow* window, int key, int, int action, int modifiers) {
    ViewerWindow& self = of(window);
    self.touched_ = true;
    if (key == GLFW_KEY_Q && action == GLFW_PRESS && (modifiers & GLFW_MOD_CONTROL) != 0)
      return self.add({.kind = InputKind::kClose});
    const auto known = key_of(key);
    if (!known || action == GLFW_RELEASE || ImGui::GetIO().WantTextInput) return;
    if (action == GLFW_REPEAT && *known != Key::kPeriod) return;
    self.add(key_event(*known, modifiers_of(modifiers)));
  }
  static void size(GLFWwindow* window, int, int) { of(window).add(of(window).size_event()); }
  static void close(GLFWwindow* window) { of(window).add({.kind = InputKind::kClose}); }
  static void refresh(GLFWwindow* window) { of(window).touched_ = true; }
};

void require_screen() {
  glfwInitHint(GLFW_JOYSTICK_HAT_BUTTONS, GLFW_FALSE);
  if (glfwInit() == GLFW_TRUE) return;
  throw Error(fmt::format("no window can be opened: {}", last_glfw_problem()), "",
              "a window needs a screen; 'sinew render' makes pictures and movies without one");
}

ViewerWindow::ViewerWindow(const std::string& title, int width, int height) {
  require_screen();
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHintString(GLFW_X11_CLASS_NAME, "sinew");
  glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "sinew");
  window_ = glfwCreateWindow(width, height, title.c_str(), nullptr, nullptr);
  if (window_ == nullptr) {
    const std::string problem = last_glfw_problem();
    glfwTerminate();
    throw Error(fmt::format("no window with OpenGL 3.3 can be opened: {}", problem), "",
                "install a driver (libgl1-mesa-dri draws on the processor), or use 'sinew render'");
  }
  glfwMakeContextCurrent(window_);
  glfwSwapInterval(1);
  glfwSetWindowSizeLimits(window_, 400, 300, GLFW_DONT_CARE, GLFW_DONT_CARE);
  float vertical = 1;
  glfwGetWindowContentScale(window_, &scale_, &vertical);
  glfwSetWindowUserPointer(window_, this);
  glfwSetCursorPosCallback(window_, Callbacks::move);
  glfwSetMouseButtonCallback(window_, Callbacks::button);
  glfwSetScrollCallback(window_, Callbacks::wheel);
  glfwSetKeyCallback(window_, Callbacks::key);
  glfwSetFramebufferSizeCallback(window_, Callbacks::size);
  glfwSetWindowCloseCallback(window_, Callbacks::close);
  glfwSetWindowRefreshCallback(window_, Callbacks::refresh);
  set_up_imgui();
}

void ViewerWindow::set_up_imgui() {
  imgui_ = ImGui::CreateContext();
  ImGui::SetCurrentContext(imgui_);
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  add_font(*io.Fonts, std::round(16 * scale_));
  set_theme(scale_);
  ImGui_ImplGlfw_InitForOpenGL(window_, true);
  ImGui_ImplOpenGL3_Init("#version 330 core");
}

ViewerWindow::~ViewerWindow() {
  ImGui::SetCurrentContext(imgui_);
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplGlfw_Shutdown();
  ImGui::DestroyContext(imgui_);
  glfwDestroyWindow(window_);
  glfwTerminate();
}

void ViewerWindow::wait(double seconds) {
  ImGui::SetCurrentContext(imgui_);
  if (seconds > 0)
    glfwWaitEventsTimeout(seconds);
  else
    glfwPollEvents();
}

std::vector<InputEvent> ViewerWindow::take_events() { return std::exchange(events_, {}); }
bool ViewerWindow::take_touched() { return std::exchange(touched_, false); }

std::array<int, 2> ViewerWindow::size() const {
  if (glfwGetWindowAttrib(window_, GLFW_ICONIFIED) == GLFW_TRUE) return {0, 0};
  std::array<int, 2> size{};
  glfwGetFramebufferSize(window_, &size[0], &size[1]);
  return size;
}

InputEvent ViewerWindow::size_event() const {
  std::array<int, 2> size{};
  glfwGetFramebufferSize(window_, &size[0], &size[1]);
  return {.kind = InputKind::kResize,
          .x = static_cast<double>(size[0]),
          .y = static_cast<double>(size[1]),
          .value = std::round(kPanelWidth * scale_)};
}

void ViewerWindow::resize(int width, int height) { glfwSetWindowSize(window_, width, height); }

void ViewerWindow::add(InputEvent event) {
  touched_ = true;
  events_.push_back(std::move(event));
}

// Pointers are in units of the screen; what is drawn may have more pixels.
void ViewerWindow::place_pointer(double x, double y) {
  touched_ = true;
  int width = 0, height = 0;
  glfwGetWindowSize(window_, &width, &height);
  const auto [pixels_x, pixels_y] = size();
  x_ = width > 0 ? x * pixels_x / width : x;
  y_ = height > 0 ? y * pixels_y / height : y;
  if (dragging_[0] || dragging_[1] || dragging_[2]) add({.kind = InputKind::kMove, .x = x_, .y = y_});
}

bool ViewerWindow::panels_take_mouse() const {
  return x_ < panels_right_ || ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
}

void ViewerWindow::press(int number, int action, int modifiers) {
  touched_ = true;
  const auto button = button_of(number);
  if (!button) return;
  InputEvent event{.kind = InputKind::kRelease, .x = x_, .y = y_, .button = *button};
  event.modifiers = modifiers_of(modifiers);
  bool& dragging = dragging_[static_cast<int>(*button)];
  if (action == GLFW_RELEASE) {
    if (std::exchange(dragging, false)) add(event);
    return;
  }
  if (panels_take_mouse()) return;
  // Two clicks at one place within a moment.
  constexpr double kMoment = 0.35, kPlace = 6;
  const double now = glfwGetTime();
  const bool twice = *button == MouseButton::kLeft && now - last_click_ < kMoment &&
                     std::hypot(x_ - last_click_x_, y_ - last_click_y_) < kPlace * scale_;
  last_click_ = twice || *button != MouseButton::kLeft ? -1 : now;
  last_click_x_ = x_, last_click_y_ = y_;
  event.kind = twice ? InputKind::kDoubleClick : InputKind::kPress;
  dragging = !twice;
  add(event);
}

void ViewerWindow::begin_panels() {
  ImGui::SetCurrentContext(imgui_);
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  ImGui::NewFrame();
}

void ViewerWindow::end_panels() {
  ImGui::Render();
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  const auto [width, height] = size();
  glViewport(0, 0, width, height);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

Picture ViewerWindow::read() const {
  const auto [width, height] = size();
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  return read_pixels(width, height);
}

void ViewerWindow::show() { glfwSwapBuffers(window_); }

}  // namespace sinew
