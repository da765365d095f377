#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace sinew {

// Allocates memory, in huge pages if it has 4 MB or more: sweeps over matrices of a hundred megabytes, which
// otherwise wait for address translation (TLB misses), take a quarter less time. Throws std::bad_alloc.
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

// For arrays whose length grows with the body and that are read in every step.
template <typename T>
using LargeVector = std::vector<T, LargeAllocator<T>>;

template <typename T>
struct UnsetAllocator : LargeAllocator<T> {
  template <typename U>
  struct rebind {
    using other = UnsetAllocator<U>;
  };

  UnsetAllocator() = default;
  template <typename U>
  UnsetAllocator(const UnsetAllocator<U>&) {}

  template <typename U>
  void construct(U*) noexcept {}
  template <typename U, typename... Arguments>
  void construct(U* at, Arguments&&... arguments) {
    std::construct_at(at, std::forward<Arguments>(arguments)...);
  }
};

// The same for arrays that are written before they are read: elements without a value are left uninitialised.
// Clearing them first takes a tenth of the time of a cut.
template <typename T>
using UnsetVector = std::vector<T, UnsetAllocator<T>>;

}  // namespace sinew
