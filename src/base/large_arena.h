#pragma once

#include <cstddef>
#include <map>
#include <mutex>

namespace sinew {

// Room for large arrays, apart from all that is small. A body's arrays come and go together, and where small
// things lie between them, what they leave is in pieces too short for the next, somewhat larger ones: a body
// that was cut three times held half as much again as after the first cut. Thread-safe.
class LargeArena {
 public:
  static constexpr std::size_t kPage = std::size_t(2) << 20;  // all addresses are multiples of it

  // The one of the program.
  static LargeArena& instance();

  // Null where there is no room: then it has to come from elsewhere.
  void* allocate(std::size_t bytes);
  // Whether this was its memory, which it takes back.
  bool free(void* memory) noexcept;

  // Whether the system gets pages back that are freed. At first it does.
  void keep_freed_pages(bool keep);

  ~LargeArena() = delete;  // arrays may outlive all that would end it

 private:
  LargeArena();

  std::mutex mutex_;
  char* begin_ = nullptr;
  bool keeps_ = false;
  std::map<std::size_t, std::size_t> free_, used_;  // offset: length
};

}  // namespace sinew
