#include "base/unfinished_file.h"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <climits>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <utility>

#include "sinew/base/error.h"

namespace sinew {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEnd = ".part";

// Names where a signal handler can read them: `name` is complete while the slot is kNamed, both while it is
// kLastWords.
struct Slot {
  enum State { kFree, kTaken, kNamed, kLastWords };
  std::atomic<State> state{kFree};
  std::array<char, PATH_MAX> name, target;
};
static_assert(std::atomic<Slot::State>::is_always_lock_free);

std::array<Slot, 8> g_slots;

// The number of the slot, -1 if none is free or the name is too long.
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

bool is_announced(const std::string& path) {
  for (const Slot& slot : g_slots)
    if (slot.state >= Slot::kNamed && path == slot.name.data()) return true;
  return false;
}

// The process that an unfinished file's name ends with; 0 for any other file.
pid_t writer_of(std::string_view name) {
  if (!name.ends_with(kEnd)) return 0;
  name.remove_suffix(kEnd.size());
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return 0;
  pid_t writer = 0;
  const char* const end = name.data() + name.size();
  const auto [rest, failure] = std::from_chars(name.data() + dot + 1, end, writer);
  return failure == std::errc() && rest == end && writer > 0 ? writer : 0;
}

// Numbers of processes come again: a file of this one's number that it does not write is an earlier one's.
bool is_abandoned(const fs::path& path) {
  const pid_t writer = writer_of(path.filename().string());
  if (writer == 0) return false;
  if (writer == getpid()) return !is_announced(path.string());
  return kill(writer, 0) != 0 && errno == ESRCH;
}

}  // namespace

UnfinishedFile::UnfinishedFile(std::filesystem::path target)
    : target_(std::move(target)),
      path_(target_.string() + fmt::format(".{}{}", getpid(), kEnd)),
      slot_(announce(path_.string())) {}

UnfinishedFile::~UnfinishedFile() {
  if (!path_.empty()) unlink(path_.c_str());
  if (slot_ >= 0) g_slots[static_cast<std::size_t>(slot_)].state = Slot::kFree;
}

void UnfinishedFile::keep() {
  if (std::rename(path_.c_str(), target_.c_str()) != 0) fail_to_write(target_);
  path_.clear();
}

void UnfinishedFile::keep_if_interrupted_as(const std::filesystem::path& other) {
  const std::string target = other.string();
  if (slot_ < 0 || target.size() >= PATH_MAX) return;
  Slot& slot = g_slots[static_cast<std::size_t>(slot_)];
  std::strcpy(slot.target.data(), target.c_str());
  slot.state = Slot::kLastWords;
}

LastWords::LastWords(std::filesystem::path target)
    : target_(std::move(target)), file_(target_.string() + ".interrupted") {}

void LastWords::say(std::string_view bytes) {
  UnfinishedFile next(file_.path());
  std::ofstream stream(next.path(), std::ios::binary);
  stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  stream.close();
  if (!stream) return;
  next.keep();
  file_.keep_if_interrupted_as(target_);
}

void fail_to_write(const std::filesystem::path& target) {
  throw Error(fmt::format("cannot be written: {}", std::strerror(errno)), target.string(),
              "check that the folder exists, is writable and has room");
}

void remove_unfinished_files() noexcept {
  for (Slot& slot : g_slots) {
    if (slot.state == Slot::kNamed) unlink(slot.name.data());
    if (slot.state == Slot::kLastWords) std::rename(slot.name.data(), slot.target.data());
  }
}

int remove_abandoned_files(const fs::path& folder) {
  int removed = 0;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored))
    if (entry.is_regular_file(ignored) && is_abandoned(entry.path()) && fs::remove(entry.path(), ignored))
      ++removed;
  return removed;
}

}  // namespace sinew
