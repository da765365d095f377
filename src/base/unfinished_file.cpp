#include "base/unfinished_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstring>

#include "base/error.h"

namespace sinew {

namespace {

// A name where a signal handler can read it: it is complete while the slot is kNamed.
struct Slot {
  enum State { kFree, kTaken, kNamed };
  std::atomic<State> state{kFree};
  std::array<char, PATH_MAX> name;
};
static_assert(std::atomic<Slot::State>::is_always_lock_free);

std::array<Slot, 8> g_slots;

// The number of the slot, -1 where none is free or the name is too long.
int announce(const std::string& path) {
  if (path.size() >= PATH_MAX) return -1;
  for (std::size_t i = 0; i < g_slots.size(); ++i) {
    Slot::State free = Slot::kFree;
    if (!g_slots[i].state.compare_exchange_strong(free, Slot::kTaken)) continue;
    std::strcpy(g_slots[i].name.data(), path.c_str());
    g_slots[i].state = Slot::kNamed;
    return static_cast<int>(i);
  }
  return -1;
}

}  // namespace

UnfinishedFile::UnfinishedFile(std::filesystem::path target)
    : target_(std::move(target)),
      path_(target_.string() + fmt::format(".{}.part", getpid())),
      slot_(announce(path_.string())) {}

UnfinishedFile::~UnfinishedFile() {
  if (!path_.empty()) unlink(path_.c_str());
  if (slot_ >= 0) g_slots[static_cast<std::size_t>(slot_)].state = Slot::kFree;
}

void UnfinishedFile::keep() {
  if (std::rename(path_.c_str(), target_.c_str()) != 0) fail_to_write(target_);
  path_.clear();
}

void fail_to_write(const std::filesystem::path& target) {
  throw Error(fmt::format("cannot be written: {}", std::strerror(errno)), target.string(),
              "check that the folder exists, is writable and has room");
}

void remove_unfinished_files() noexcept {
  for (Slot& slot : g_slots)
    if (slot.state == Slot::kNamed) unlink(slot.name.data());
}

}  // namespace sinew
