#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "sinew/base/json_value.h"

namespace sinew {

// Counts values of one thread, in microseconds, without a lock; others may read while it counts. Eight bins for each
// factor of two, from 0.1 us to 1.7 s, so that a quantile is right to 9%; what is below or above counts in the first or
// last bin.
class Histogram {
 public:
  static constexpr int kBins = 8 * 24;

  // By one thread.
  void add(double microseconds);
  // By any.
  std::int64_t count() const { return count_.load(std::memory_order_relaxed); }
  std::int64_t in_bin(int bin) const {
    return bins_[static_cast<std::size_t>(bin)].load(std::memory_order_relaxed);
  }
  double most() const { return most_.load(std::memory_order_relaxed); }
  // An upper bound of the least value that a share q of all do not exceed; 0 if there are none.
  double quantile(double q) const;
  // Count, quantiles, the largest value, and the bins that have something: [upper end, count].
  JsonValue json() const;

  // The upper end of a bin, us.
  static double upper_end(int bin);

 private:
  std::array<std::atomic<std::int64_t>, kBins> bins_{};
  std::atomic<std::int64_t> count_{0};
  std::atomic<double> most_{0};
};

}  // namespace sinew
