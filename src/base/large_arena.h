#pragma once

#include <cstddef>
#include <map>
#include <mutex>

namespace sinew {

// An allocator for large arrays, separate from small objects. A body's arrays are allocated and freed
// together. If small objects lie between them, freed arrays leave holes too short for the next, somewhat
// larger ones: a body that was cut three times held half as much again as after the first cut. Thread-safe.
class LargeArena {
 public:
  static constexpr std::size_t kPage = std::size_t(2) << 20;  // all addresses are multiples of it

  // The program's only arena.
  static LargeArena& instance();

  // Null if there is no room: use another allocator then.
  void* allocate(std::size_t bytes);
  // Frees the memory if it belongs to the arena; returns whether it does.
  bool free(void* memory) noexcept;

  // Whether freed pages are kept instead of being returned to the system. Default: false.
  void keep_freed_pages(bool keep);

  ~LargeArena() = delete;  // arrays may outlive every static object

 private:
  LargeArena();

  std::mutex mutex_;
  char* begin_ = nullptr;
  bool keeps_ = false;
  std::map<std::size_t, std::size_t> free_, used_;  // offset: length
};

}  // namespace sinew
