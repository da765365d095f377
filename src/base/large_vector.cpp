#include "base/large_vector.h"

#include <cstdlib>

#include "base/large_arena.h"

namespace sinew {

namespace {

constexpr std::size_t kLarge = 2 * LargeArena::kPage, kAligned = 64;

}  // namespace

void* allocate_large(std::size_t bytes) {
  if (bytes >= kLarge)
    if (void* memory = LargeArena::instance().allocate(bytes)) return memory;
  const std::size_t size = (bytes + kAligned - 1) / kAligned * kAligned;
  if (size < bytes) throw std::bad_alloc();
  void* memory = std::aligned_alloc(kAligned, size);
  if (memory == nullptr && size > 0) throw std::bad_alloc();
  return memory;
}

void free_large(void* memory) noexcept {
  if (!LargeArena::instance().free(memory)) std::free(memory);
}

}  // namespace sinew
