#pragma once

#include <memory>
#include <string>

namespace sinew {

// OpenGL without a screen, through EGL: on a graphics card where there is one, else by Mesa's software
// rasteriser. It belongs to the thread that made it, and is current there until another one is.
class OffscreenContext {
 public:
  enum class Api { kDesktop, kEmbedded };  // OpenGL 3.3 core, or OpenGL ES 3

  // Throws Error where EGL, a driver or the version is missing; it says what to install.
  explicit OffscreenContext(Api api = Api::kDesktop);
  ~OffscreenContext();
  OffscreenContext(const OffscreenContext&) = delete;
  OffscreenContext& operator=(const OffscreenContext&) = delete;

  // Where several take turns: what is drawn, made and removed from now on is this one's.
  void make_current() const;
  // The driver's name and version, for reports.
  std::string driver() const;

 private:
  struct Egl;
  std::unique_ptr<Egl> egl_;
};

}  // namespace sinew
