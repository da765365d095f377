#include "render/offscreen_context.h"

#include <dlfcn.h>
#include <epoxy/egl.h>
#include <epoxy/gl.h>
#include <fmt/format.h>

#include <array>
#include <string_view>
#include <vector>

#include "sinew/base/error.h"

namespace sinew {

namespace {

constexpr const char* kInstall =
    "install a graphics driver with EGL; on Debian: apt-get install libegl1 libgl1-mesa-dri libopengl0";

// libepoxy ends the program if a library is missing, so we check first.
void require_library(const char* name) {
  void* library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  if (library == nullptr)
    throw Error(fmt::format("pictures need {}, which is not on this system", name), "", kInstall);
  dlclose(library);
}

bool has_word(const char* words, std::string_view word) {
  return words != nullptr && fmt::format(" {} ", words).find(fmt::format(" {} ", word)) != std::string::npos;
}

// Graphics cards first: with a vendor's driver beside Mesa, the platform without a surface is Mesa's
// software.
std::vector<EGLDisplay> displays() {
  std::vector<EGLDisplay> found;
  const char* extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
  if (has_word(extensions, "EGL_EXT_device_enumeration") && has_word(extensions, "EGL_EXT_platform_device")) {
    std::array<EGLDeviceEXT, 16> devices{};
    EGLint count = 0;
    eglQueryDevicesEXT(static_cast<EGLint>(devices.size()), devices.data(), &count);
    for (EGLint i = 0; i < count; ++i)
      if (!has_word(eglQueryDeviceStringEXT(devices[i], EGL_EXTENSIONS), "EGL_MESA_device_software"))
        found.push_back(eglGetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, devices[i], nullptr));
  }
  if (has_word(extensions, "EGL_MESA_platform_surfaceless"))
    found.push_back(eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr));
  found.push_back(eglGetDisplay(EGL_DEFAULT_DISPLAY));
  return found;
}

}  // namespace

struct OffscreenContext::Egl {
  EGLDisplay display = EGL_NO_DISPLAY;
  EGLContext context = EGL_NO_CONTEXT;

  ~Egl() {
    if (context == EGL_NO_CONTEXT) return;
    if (eglGetCurrentContext() == context)
      eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(display, context);
  }

  bool make_current() const {
    return eglGetCurrentContext() == context ||
           eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context);
  }

  // True if the display gives a context that is current now.
  bool open(EGLDisplay candidate, Api api) {
    const bool desktop = api == Api::kDesktop;
    EGLint major = 0, minor = 0, configs = 0;
    if (candidate == EGL_NO_DISPLAY || !eglInitialize(candidate, &major, &minor)) return false;
    if (!eglBindAPI(desktop ? EGL_OPENGL_API : EGL_OPENGL_ES_API)) return false;
    const std::array wanted{EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE,
                            desktop ? EGL_OPENGL_BIT : EGL_OPENGL_ES3_BIT, EGL_NONE};
    EGLConfig config = nullptr;
    if (!eglChooseConfig(candidate, wanted.data(), &config, 1, &configs) || configs == 0) return false;
    const std::array for_desktop{EGL_CONTEXT_MAJOR_VERSION,
                                 3,
                                 EGL_CONTEXT_MINOR_VERSION,
                                 3,
                                 EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                 EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                 EGL_NONE};
    const std::array for_embedded{EGL_CONTEXT_MAJOR_VERSION, 3, EGL_NONE};
    display = candidate;
    context = eglCreateContext(candidate, config, EGL_NO_CONTEXT,
                               desktop ? for_desktop.data() : for_embedded.data());
    return context != EGL_NO_CONTEXT && make_current();
  }
};

OffscreenContext::OffscreenContext(Api api) {
  require_library("libEGL.so.1");
  require_library(api == Api::kDesktop ? "libOpenGL.so.0" : "libGLESv2.so.2");
  for (EGLDisplay display : displays()) {
    egl_ = std::make_unique<Egl>();
    if (egl_->open(display, api)) return;
  }
  throw Error(fmt::format("no graphics driver here gives {} without a screen",
                          api == Api::kDesktop ? "OpenGL 3.3" : "OpenGL ES 3"),
              "", kInstall);
}

OffscreenContext::~OffscreenContext() = default;

void OffscreenContext::make_current() const {
  if (!egl_->make_current())
    throw Error("the graphics driver does not give its context back", "render",
                "draw in the thread that made it");
}

std::string OffscreenContext::driver() const {
  auto text = [](GLenum what) { return reinterpret_cast<const char*>(glGetString(what)); };
  return fmt::format("{}, OpenGL {}", text(GL_RENDERER), text(GL_VERSION));
}

}  // namespace sinew
