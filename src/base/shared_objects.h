#pragma once

#include <map>
#include <memory>
#include <mutex>

#include "base/fingerprint.h"

namespace sinew {

// Keeps equal objects only once: whoever asks for one that somebody still holds gets the same object. Objects
// are known by the fingerprint of what they are made from. Several threads may ask at the same time. They do
// not wait for each other: two may both make an object, of which one is kept.
template <typename T>
class SharedObjects {
 public:
  template <typename Make>
  std::shared_ptr<const T> find_or_make(const Fingerprint& made_from, Make&& make) {
    if (std::shared_ptr<const T> found = find(made_from)) return found;
    return keep(made_from, make());
  }

 private:
  std::shared_ptr<const T> find(const Fingerprint& made_from) {
    const std::lock_guard lock(mutex_);
    const auto entry = made_.find(made_from);
    return entry == made_.end() ? nullptr : entry->second.lock();
  }

  std::shared_ptr<const T> keep(const Fingerprint& made_from, std::shared_ptr<const T> made) {
    const std::lock_guard lock(mutex_);
    std::weak_ptr<const T>& kept = made_[made_from];
    if (std::shared_ptr<const T> other = kept.lock()) return other;
    kept = made;
    std::erase_if(made_, [](const auto& entry) { return entry.second.expired(); });
    return made;
  }

  std::mutex mutex_;
  std::map<Fingerprint, std::weak_ptr<const T>> made_;
};

}  // namespace sinew
