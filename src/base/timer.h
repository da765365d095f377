#pragma once

#include <cstdint>

namespace sinew {

// Wall-clock seconds since it was made or restarted.
class Timer {
 public:
  double seconds() const { return 1e-9 * static_cast<double>(now() - start_); }
  void restart() { start_ = now(); }

  static std::int64_t now();  // ns, of a clock that never goes back

 private:
  std::int64_t start_ = now();
};

}  // namespace sinew
