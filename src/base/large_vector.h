#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace sinew {

// Memory of so many bytes, in pages as large as the system has where it is worth it (4 MB and more): sweeps
// over matrices of a hundred megabytes, which otherwise wait for addresses to be looked up, take a quarter
// less time. Throws std::bad_alloc.
void* allocate_large(std::size_t bytes);
void free_large(void* memory) noexcept;

template <typename T>
struct LargeAllocator {
  using value_type = T;

  LargeAllocator() = default;
  template <typename U>
  LargeAllocator(const LargeAllocator<U>&) {}

  T* allocate(std::size_t n) { return static_cast<T*>(allocate_large(n * sizeof(T))); }
  void deallocate(T* memory, std::size_t) noexcept { free_large(memory); }
  bool operator==(const LargeAllocator&) const { return true; }
};

// For arrays that are as long as the body is large, and are gone through in every step.
template <typename T>
using LargeVector = std::vector<T, LargeAllocator<T>>;

}  // namespace sinew
