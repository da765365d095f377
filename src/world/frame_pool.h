#pragma once

#include <memory>

#include "sinew/body/frame.h"

namespace sinew {

// Frames that are used again when the last one who held them lets go, with the arrays that they have grown:
// once as many were made as are held at a time, handing one out allocates nothing. A frame that somebody
// holds is never handed out. Frames outlive their pool as long as they are held, and may be let go of in any
// thread.
class FramePool {
 public:
  FramePool();
  ~FramePool();
  FramePool(FramePool&&) noexcept;
  FramePool& operator=(FramePool&&) noexcept;

  // A frame that nobody holds, with whatever it held last, to be filled and then published as const. By one
  // thread at a time.
  std::shared_ptr<Frame> take();
  // How many frames were made so far.
  int size() const;

 private:
  struct Slot;
  struct Slots;
  template <typename T>
  class SlotMemory;

  std::shared_ptr<Slots> slots_;
};

}  // namespace sinew
