#pragma once

#include <memory>
#include <string>

namespace sinew {

// OpenGL without a screen, through EGL: on a graphics card if there is one, else by Mesa's software
// rasteriser. The context belongs to the thread that created it, and is current there until another one is
// made current.
class OffscreenContext {
 public:
  enum class Api { kDesktop, kEmbedded };  // OpenGL 3.3 core, or OpenGL ES 3

  // Throws Error if EGL, a driver or the version is missing; it says what to install.
  explicit OffscreenContext(Api api = Api::kDesktop);
  ~OffscreenContext();
  OffscreenContext(const OffscreenContext&) = delete;
  OffscreenContext& operator=(const OffscreenContext&) = delete;

  // Makes this context current, if there are several: OpenGL calls go to it from now on.
  void make_current() const;
  // The driver's name and version, for reports.
  std::string driver() const;

 private:
  struct Egl;
  std::unique_ptr<Egl> egl_;
};

}  // namespace sinew
