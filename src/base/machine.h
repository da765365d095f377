#pragma once

#include <string>

namespace sinew {

// Where and from what source something was measured.
struct Machine {
  std::string commit;  // short hash, followed by "-dirty" if files differ, or "unknown"
  std::string cpu;
  int threads = 1;
};

// Asks git for the commit, and the system for its processor.
Machine this_machine();

}  // namespace sinew
