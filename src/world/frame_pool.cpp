#include "world/frame_pool.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <new>
#include <utility>
#include <vector>

namespace sinew {

// A frame, and the memory of the counters of those who hold it.
struct FramePool::Slot {
  Frame frame;
  std::atomic<bool> held{false};
  alignas(std::max_align_t) std::array<std::byte, 128> counters;
};

struct FramePool::Slots {
  std::vector<std::unique_ptr<Slot>> all;
};

// What a shared_ptr to a frame asks for the memory of its counters, and gives it back to as the very last
// thing: then the frame is free. It holds the slots too, so that they outlive the pool.
template <typename T>
class FramePool::SlotMemory {
 public:
  using value_type = T;

  SlotMemory(Slot& slot, std::shared_ptr<Slots> slots) : slot_(&slot), slots_(std::move(slots)) {}
  template <typename U>
  SlotMemory(const SlotMemory<U>& other) : slot_(other.slot_), slots_(other.slots_) {}

  T* allocate(std::size_t count) {
    static_assert(sizeof(T) <= sizeof(Slot::counters) && alignof(T) <= alignof(std::max_align_t));
    return count == 1 ? reinterpret_cast<T*>(slot_->counters.data()) : throw std::bad_alloc();
  }
  void deallocate(T*, std::size_t) { slot_->held.store(false, std::memory_order_release); }
  template <typename U>
  bool operator==(const SlotMemory<U>& other) const {
    return slot_ == other.slot_;
  }

 private:
  template <typename U>
  friend class SlotMemory;

  Slot* slot_;
  std::shared_ptr<Slots> slots_;
};

FramePool::FramePool() : slots_(std::make_shared<Slots>()) {}
FramePool::~FramePool() = default;
FramePool::FramePool(FramePool&&) noexcept = default;
FramePool& FramePool::operator=(FramePool&&) noexcept = default;

std::shared_ptr<Frame> FramePool::take() {
  Slot* free = nullptr;
  for (const auto& slot : slots_->all)
    if (!slot->held.load(std::memory_order_acquire)) free = slot.get();
  if (free == nullptr) free = slots_->all.emplace_back(std::make_unique<Slot>()).get();
  free->held.store(true, std::memory_order_relaxed);
  return {&free->frame, [](Frame*) {}, SlotMemory<Frame>(*free, slots_)};
}

int FramePool::size() const { return static_cast<int>(slots_->all.size()); }

}  // namespace sinew
