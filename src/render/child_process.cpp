#include "render/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

namespace sinew {

namespace {

class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int get() const { return number_; }
  int release() { return std::exchange(number_, -1); }

 private:
  int number_;
};

[[noreturn]] void fail_to_start(const std::string& program, int reason) {
  throw Error(fmt::format("{} cannot be started: {}", program, std::strerror(reason)));
}

// What the program is given: a standard input, no output, a place for its words, a process group of its own.
class SpawnPlan {
 public:
  SpawnPlan(int input, int words) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_adddup2(&actions_, input, STDIN_FILENO);
    posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions_, words, STDERR_FILENO);
    posix_spawnattr_init(&attributes_);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP);
  }
  ~SpawnPlan() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;

  pid_t start(std::vector<std::string>& words) const {
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    pid_t pid = -1;
    const int failure = posix_spawnp(&pid, pointers[0], &actions_, &attributes_, pointers.data(), environ);
    if (failure == ENOENT) throw NoSuchProgram(fmt::format("{} is not installed", words[0]));
    if (failure != 0) fail_to_start(words[0], failure);
    return pid;
  }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

}  // namespace

// A socket instead of a pipe: writing to one that nobody reads can be an error rather than SIGPIPE, without
// a change of what signals do in this program.
ChildProcess::ChildProcess(std::vector<std::string> words) {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) fail_to_start(words[0], errno);
  Descriptor ours(ends[0]), theirs(ends[1]);
  Descriptor said(memfd_create("words", MFD_CLOEXEC));
  if (said.get() < 0) fail_to_start(words[0], errno);
  pid_ = SpawnPlan(theirs.get(), said.get()).start(words);
  input_ = ours.release();
  words_ = said.release();
}

ChildProcess::~ChildProcess() {
  if (pid_ > 0) kill(pid_, SIGKILL);
  finish();
  close(words_);
}

bool ChildProcess::feed(std::span<const std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = send(input_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno != EINTR) return false;
    if (sent > 0) bytes = bytes.subspan(static_cast<std::size_t>(sent));
  }
  return true;
}

bool ChildProcess::finish() {
  if (input_ >= 0) close(std::exchange(input_, -1));
  if (pid_ <= 0) return false;
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0)
    if (errno != EINTR) return pid_ = -1, false;
  pid_ = -1;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

std::string ChildProcess::last_words() const {
  constexpr off_t kMost = 600;
  const off_t size = lseek(words_, 0, SEEK_END), begin = std::max<off_t>(0, size - kMost);
  std::string text(static_cast<std::size_t>(std::max<off_t>(0, size - begin)), '\0');
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(0, pread(words_, text.data(), text.size(), begin))));
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

}  // namespace sinew
