#include "bench/machine.h"

#include <malloc.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <memory>

#include "base/parallel.h"
#include "base/timer.h"

namespace sinew {

double triad_bandwidth() {
  constexpr Index kSize = 1 << 24, kChunk = 1 << 16;
  // The constructor does not clear them, so that each page is first touched by the thread that uses it.
  const std::unique_ptr<float[]> a(new float[kSize]), b(new float[kSize]), c(new float[kSize]);
  parallel_for_each(kSize, kChunk, [&](Index i) { a[i] = 0, b[i] = 1, c[i] = 2; });
  double best = 0;
  for (int run = 0; run < 9; ++run) {
    const Timer timer;
    parallel_for_each(kSize, kChunk, [&](Index i) { a[i] = b[i] + 0.5F * c[i]; });
    best = std::max(best, 3.0 * sizeof(float) * kSize / timer.seconds());
  }
  return best;
}

double rss_mb() {
  std::ifstream file("/proc/self/statm");
  double pages = 0, resident = 0;
  file >> pages >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE)) / (1024 * 1024);
}

double cpu_seconds() {
  timespec used{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
}

double peak_rss_mb() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

void forget_peak_rss() {
  malloc_trim(0);
  std::ofstream("/proc/self/clear_refs") << "5";
}

// From the kernel: sysconf asks the processor, which in a virtual machine reports that of the whole host.
double last_level_cache_bytes() {
  std::ifstream file("/sys/devices/system/cpu/cpu0/cache/index3/size");
  double kilobytes = 0;
  return file >> kilobytes ? 1024 * kilobytes : 32.0 * 1024 * 1024;
}

}  // namespace sinew
