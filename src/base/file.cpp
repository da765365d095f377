#include "base/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <utility>

#include "base/unfinished_file.h"
#include "sinew/base/error.h"

namespace sinew {

namespace fs = std::filesystem;

void require_file(const fs::path& path) {
  std::error_code ignored;
  if (!fs::exists(path, ignored))
    throw Error("no such file", path.string(), "check the path and its spelling");
  if (fs::is_directory(path, ignored))
    throw Error("is a folder, not a file", path.string(), "name a file in it");
}

namespace {

constexpr std::size_t kGigabyte = std::size_t{1} << 30;

// /dev/zero and its like never end, and a terminal waits for ever.
void require_no_device(const fs::path& path) {
  std::error_code ignored;
  if (fs::is_character_file(path, ignored) || fs::is_block_file(path, ignored))
    throw Error("is a device, not a file", path.string(), "name a file, or a pipe that a program writes to");
}

// The most that is read: what is in memory has to be made something of there. How long a pipe is, nobody
// knows.
std::size_t most_bytes(bool is_pipe) {
  const std::size_t memory =
      static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(sysconf(_SC_PAGE_SIZE));
  return is_pipe ? std::min(4 * kGigabyte, memory / 2) : memory / 2;
}

[[noreturn]] void refuse_size(const fs::path& path, std::uintmax_t most) {
  throw Error(fmt::format("is larger than {:.3g} GB, the most that is read on this machine",
                          static_cast<double>(most) / 1e9),
              path.string(), "make a smaller file of it");
}

std::string read_all(std::istream& stream, const fs::path& path, std::size_t most) {
  constexpr std::size_t kPart = std::size_t{1} << 20;
  std::string bytes;
  while (stream) {
    const std::size_t before = bytes.size();
    if (before > most) refuse_size(path, most);
    bytes.resize(before + kPart);
    stream.read(bytes.data() + before, kPart);
    bytes.resize(before + static_cast<std::size_t>(stream.gcount()));
  }
  if (stream.bad()) throw Error("reading failed part of the way", path.string());
  return bytes;
}

}  // namespace

std::string read_file(const fs::path& path) {
  require_file(path);
  require_no_device(path);
  std::error_code ignored;
  const bool is_regular = fs::is_regular_file(path, ignored);
  const std::size_t most = most_bytes(!is_regular);
  if (is_regular && fs::file_size(path, ignored) > most) refuse_size(path, most);
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw Error(fmt::format("cannot be read: {}", std::strerror(errno)), path.string());
  std::string bytes = read_all(stream, path, most);
  if (bytes.empty()) throw Error("the file is empty", path.string());
  return bytes;
}

namespace {

// Owns a descriptor and the unfinished file behind it.
class TemporaryFile {
 public:
  explicit TemporaryFile(const fs::path& target) : target_(target), file_(target) {
    descriptor_ = open(file_.path().c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor_ < 0) fail_to_write(target_);
  }
  ~TemporaryFile() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  void write(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) fail_to_write(target_);
      bytes.remove_prefix(static_cast<std::size_t>(written));
    }
  }
  void keep() {
    if (fsync(descriptor_) != 0 && errno != EINVAL && errno != EROFS) fail_to_write(target_);
    if (close(std::exchange(descriptor_, -1)) != 0) fail_to_write(target_);
    file_.keep();
  }

 private:
  fs::path target_;
  UnfinishedFile file_;
  int descriptor_ = -1;
};

// A device or a pipe (/dev/stdout) is written to, not replaced.
bool is_special(const fs::path& path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored))
    throw Error("is a folder, not a file", path.string(), "name a file in it");
  return fs::exists(path, ignored) && !fs::is_regular_file(path, ignored);
}

void write_special(const fs::path& path, std::string_view bytes) {
  std::ofstream stream(path, std::ios::binary);
  stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!stream.flush()) fail_to_write(path);
}

}  // namespace

void write_file(const fs::path& path, std::string_view bytes) {
  if (is_special(path)) return write_special(path, bytes);
  TemporaryFile file(path);
  file.write(bytes);
  file.keep();
}

void require_writable(const fs::path& path) {
  if (!is_special(path)) TemporaryFile{path};
}

}  // namespace sinew
