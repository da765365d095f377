#include "bench/silent_driver.h"

#include <epoxy/gl.h>

#include <functional>
#include <type_traits>
#include <vector>

namespace sinew {

// libepoxy calls every function through a pointer that the program may set.
struct SilentDriver::Saved {
  std::vector<std::function<void()>> restore;

  template <typename Result, typename... Arguments>
  void silence(Result (*&function)(Arguments...)) {
    restore.push_back([&function, before = function] { function = before; });
    function = [](Arguments...) -> Result {
      if constexpr (!std::is_void_v<Result>) return Result{};
    };
  }
};

SilentDriver::SilentDriver() : saved_(std::make_unique<Saved>()) {
  auto silence = [&](auto&... functions) { (saved_->silence(functions), ...); };
  silence(epoxy_glActiveTexture, epoxy_glBindBuffer, epoxy_glBindFramebuffer, epoxy_glBindTexture,
          epoxy_glBindVertexArray, epoxy_glBlendEquation, epoxy_glBlendFunc, epoxy_glBlendFuncSeparate,
          epoxy_glBufferData, epoxy_glBufferSubData, epoxy_glClear, epoxy_glClearColor, epoxy_glClearDepth,
          epoxy_glColorMask, epoxy_glCullFace, epoxy_glDepthFunc, epoxy_glDepthMask, epoxy_glDepthRange,
          epoxy_glDisable, epoxy_glDrawArrays, epoxy_glDrawArraysInstanced, epoxy_glDrawElements,
          epoxy_glDrawElementsInstanced, epoxy_glEnable, epoxy_glEnableVertexAttribArray, epoxy_glFrontFace,
          epoxy_glGetError, epoxy_glGetIntegerv, epoxy_glGetUniformLocation, epoxy_glPixelStorei,
          epoxy_glPolygonOffset, epoxy_glScissor, epoxy_glTexImage2D, epoxy_glTexParameteri,
          epoxy_glTexSubImage2D, epoxy_glUniform1f, epoxy_glUniform1i, epoxy_glUniform2f, epoxy_glUniform3f,
          epoxy_glUniformMatrix4fv, epoxy_glUseProgram, epoxy_glVertexAttribPointer, epoxy_glViewport);
}

SilentDriver::~SilentDriver() {
  for (const auto& restore : saved_->restore) restore();
}

}  // namespace sinew
