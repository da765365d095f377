#pragma once

#include <algorithm>
#include <limits>

#include "bench/machine.h"

namespace sinew {

// Milliseconds of CPU time that a call takes: the mean over a window of calls, of the best of five windows.
template <typename F>
double shortest_cpu_ms(int window, F&& f) {
  constexpr int kWindows = 5;
  f();  // allocates, and fills the caches
  double best = std::numeric_limits<double>::infinity();
  for (int i = 0; i < kWindows; ++i) {
    const double start = cpu_seconds();
    for (int call = 0; call < window; ++call) f();
    best = std::min(best, 1e3 * (cpu_seconds() - start) / window);
  }
  return best;
}

}  // namespace sinew
