#include "base/large_arena.h"

#include <algorithm>
#include <iterator>
#ifdef __linux__
#include <sys/mman.h>
#endif

namespace sinew {

namespace {
constexpr std::size_t kRoom = std::size_t(1) << 38;  // bytes of addresses; memory is taken as it is used
}

LargeArena& LargeArena::instance() {
  static LargeArena* const arena = new LargeArena();
  return *arena;
}

LargeArena::LargeArena() {
#ifdef __linux__
  void* room = mmap(nullptr, kRoom + kPage, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (room == MAP_FAILED) return;
  const auto address = reinterpret_cast<std::size_t>(room);
  begin_ = static_cast<char*>(room) + (kPage - address % kPage) % kPage;
  madvise(begin_, kRoom, MADV_HUGEPAGE);  // a wish: it does no harm where it is not granted
  free_[0] = kRoom;
#endif
}

// The first that is long enough, so that what is in use stays together.
void* LargeArena::allocate(std::size_t bytes) {
  if (bytes > kRoom) return nullptr;
  const std::size_t length = (bytes + kPage - 1) / kPage * kPage;
  const std::lock_guard lock(mutex_);
  const auto room =
      std::find_if(free_.begin(), free_.end(), [&](const auto& f) { return f.second >= length; });
  if (length == 0 || room == free_.end()) return nullptr;
  const auto [offset, available] = *room;
  used_[offset] = length;
  free_.erase(room);
  if (available > length) free_[offset + length] = available - length;
  return begin_ + offset;
}

bool LargeArena::free(void* memory) noexcept {
  if (begin_ == nullptr || memory < begin_ || memory >= begin_ + kRoom) return false;
  const std::lock_guard lock(mutex_);
  const auto used = used_.find(static_cast<std::size_t>(static_cast<char*>(memory) - begin_));
  const auto [offset, length] = *used;
  used_.erase(used);
#ifdef __linux__
  if (!keeps_) madvise(begin_ + offset, length, MADV_DONTNEED);
#endif
  // One with what is free before and after it.
  auto at = free_.emplace(offset, length).first;
  if (const auto next = std::next(at); next != free_.end() && offset + length == next->first) {
    at->second += next->second;
    free_.erase(next);
  }
  if (at != free_.begin())
    if (const auto before = std::prev(at); before->first + before->second == at->first) {
      before->second += at->second;
      free_.erase(at);
    }
  return true;
}

void LargeArena::keep_freed_pages(bool keep) {
  const std::lock_guard lock(mutex_);
  keeps_ = keep;
}

}  // namespace sinew
