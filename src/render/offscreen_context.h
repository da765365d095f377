#pragma once

#include <memory>
#include <string>

namespace sinew {

// OpenGL without a screen, through EGL: on a graphics card where there is one, else by Mesa's software
// rasteriser. Current in the thread that made it, as long as it lives.
class OffscreenContext {
 public:
  enum class Api { kDesktop, kEmbedded };  // OpenGL 3.3 core, or OpenGL ES 3

  // Throws Error where EGL, a driver or the version is missing; it says what to install.
  explicit OffscreenContext(Api api = Api::kDesktop);
  ~OffscreenContext();

  // The driver's name and version, for reports.
  std::string driver() const;

 private:
  struct Egl;
  std::unique_ptr<Egl> egl_;
};

}  // namespace sinew
