#pragma once

#include <memory>
#include <mutex>
#include <vector>

namespace sinew {

// Memory that is needed only while something runs. It is handed out for that time and reused, so that there
// are as many objects as things that run at the same time. Several threads may take one.
template <typename T>
class ScratchPool {
 public:
  struct GiveBack {
    ScratchPool* pool = nullptr;
    void operator()(T* used) const { pool->give_back(std::unique_ptr<T>(used)); }
  };
  // Goes back to the pool, which must still exist then. What it contains is left from its last use.
  using Lease = std::unique_ptr<T, GiveBack>;

  Lease take() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) return {new T(), GiveBack{this}};
    Lease lease(free_.back().release(), GiveBack{this});
    free_.pop_back();
    return lease;
  }

 private:
  void give_back(std::unique_ptr<T> used) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(used));
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<T>> free_;  // the one used last is taken first: it may still be in the cache
};

}  // namespace sinew
