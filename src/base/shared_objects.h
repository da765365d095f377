#pragma once

#include <map>
#include <memory>
#include <mutex>

#include "base/fingerprint.h"

namespace sinew {

// Makes equal objects only once: whoever asks for one that somebody still holds gets the same object. Objects
// are known by the fingerprint of what they are made from. Several threads may ask at the same time; one of
// them makes the object while the others wait.
template <typename T>
class SharedObjects {
 public:
  template <typename Make>
  std::shared_ptr<const T> find_or_make(const Fingerprint& made_from, Make&& make) {
    const std::lock_guard lock(mutex_);
    if (std::shared_ptr<const T> found = made_[made_from].lock()) return found;
    std::erase_if(made_, [](const auto& entry) { return entry.second.expired(); });
    std::shared_ptr<const T> made = make();
    made_[made_from] = made;
    return made;
  }

 private:
  std::mutex mutex_;
  std::map<Fingerprint, std::weak_ptr<const T>> made_;
};

}  // namespace sinew
