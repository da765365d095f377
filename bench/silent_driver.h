#pragma once

#include <memory>

namespace sinew {

// As long as it lives, the OpenGL calls of a frame do nothing and return immediately. The rest of a frame's
// time is our own, and that of the text over the picture, whose calls ImGui makes directly. Use it only
// around frames that were drawn once before, so that nothing has to be created.
class SilentDriver {
 public:
  SilentDriver();
  ~SilentDriver();

 private:
  struct Saved;
  std::unique_ptr<Saved> saved_;
};

}  // namespace sinew
