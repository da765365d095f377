#pragma once

#include <memory>

namespace sinew {

// While it lives, the calls of OpenGL that a frame makes do nothing and return at once: what is left of a
// frame's time is ours, and that of the words over the picture, whose calls ImGui makes by itself. Only
// around frames that were drawn once before, so that nothing has to be made.
class SilentDriver {
 public:
  SilentDriver();
  ~SilentDriver();

 private:
  struct Saved;
  std::unique_ptr<Saved> saved_;
};

}  // namespace sinew
