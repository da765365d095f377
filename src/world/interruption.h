#pragma once

namespace sinew {

// While this object exists, the first SIGINT or SIGTERM only sets a flag that asks the program to stop at its
// next convenient moment. A second signal has its previous effect. Only one such object may exist at a time.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  bool wanted() const { return signal() != 0; }
  // The signal that was received; 0: none.
  int signal() const;
};

}  // namespace sinew
