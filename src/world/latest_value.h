#pragma once

#include <array>
#include <atomic>

namespace sinew {

// A triple buffer: passes values from one writer's thread to one reader's. Neither ever waits for the other:
// a value that the reader did not take in time is overwritten by a newer one.
//
//   writer owns one buffer --offer--> swaps it with the middle one <--newest-- reader owns one buffer
//
// The middle buffer's index and whether it holds a new value are one atomic, so that a swap is one exchange.
template <typename T>
class LatestValue {
 public:
  // Called by the writer: it fills its own buffer, which holds some older value, then offers it.
  T& writers() { return values_[writers_]; }
  void offer() { writers_ = middle_.exchange(writers_ | kNews, std::memory_order_acq_rel) & ~kNews; }

  // Called by the reader: the newest value offered; the same as last time if there is no newer one; nullptr
  // before the first. It does not change until the next call.
  const T* newest() {
    if ((middle_.load(std::memory_order_relaxed) & kNews) != 0) {
      readers_ = middle_.exchange(readers_, std::memory_order_acq_rel) & ~kNews;
      any_taken_ = true;
    }
    return any_taken_ ? &values_[readers_] : nullptr;
  }

 private:
  static constexpr unsigned kNews = 4;  // added to the buffer's index, 0 to 2

  std::array<T, 3> values_;
  std::atomic<unsigned> middle_{1};
  unsigned writers_ = 0, readers_ = 2;
  bool any_taken_ = false;
};

}  // namespace sinew
