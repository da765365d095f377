#include "base/large_vector.h"

#include <cstdlib>
#ifdef __linux__
#include <sys/mman.h>
#endif

namespace sinew {

namespace {

constexpr std::size_t kPage = std::size_t(2) << 20, kLarge = 2 * kPage, kAligned = 64;

std::size_t rounded_up(std::size_t bytes, std::size_t to) { return (bytes + to - 1) / to * to; }

}  // namespace

void* allocate_large(std::size_t bytes) {
  const bool large = bytes >= kLarge;
  const std::size_t alignment = large ? kPage : kAligned, size = rounded_up(bytes, alignment);
  if (size < bytes) throw std::bad_alloc();
  void* memory = std::aligned_alloc(alignment, size);
  if (memory == nullptr && size > 0) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
  if (large) madvise(memory, size, MADV_HUGEPAGE);  // a wish: it does no harm where it is not granted
#endif
  return memory;
}

void free_large(void* memory) noexcept { std::free(memory); }

}  // namespace sinew
