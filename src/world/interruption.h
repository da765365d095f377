#pragma once

namespace sinew {

// While it lives, the first SIGINT or SIGTERM is taken as a wish to stop, for the program to notice at its
// next convenient moment; a second one does what it would have done before. One at a time.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  bool wanted() const { return signal() != 0; }
  // The signal that came; 0: none.
  int signal() const;
};

}  // namespace sinew
