#include "base/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <utility>

#include "base/error.h"

namespace sinew {

namespace fs = std::filesystem;

std::string read_file(const fs::path& path) {
  std::error_code ignored;
  if (!fs::exists(path, ignored))
    throw Error("no such file", path.string(), "check the path and its spelling");
  if (fs::is_directory(path, ignored)) throw Error("is a folder, not a file", path.string());
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw Error(fmt::format("cannot be read: {}", std::strerror(errno)), path.string());
  std::string bytes{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  if (stream.bad()) throw Error("reading failed part of the way", path.string());
  if (bytes.empty()) throw Error("the file is empty", path.string());
  return bytes;
}

namespace {

// Owns a descriptor and, until it is kept, the temporary file behind it.
class TemporaryFile {
 public:
  explicit TemporaryFile(const fs::path& target)
      : target_(target), path_(target.string() + fmt::format(".{}.part", getpid())) {
    descriptor_ = open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor_ < 0) fail();
  }
  ~TemporaryFile() {
    if (descriptor_ >= 0) close(descriptor_);
    if (!path_.empty()) unlink(path_.c_str());
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  void write(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) fail();
      bytes.remove_prefix(static_cast<std::size_t>(written));
    }
  }
  void keep() {
    if (fsync(descriptor_) != 0 && errno != EINVAL && errno != EROFS) fail();
    if (close(std::exchange(descriptor_, -1)) != 0) fail();
    if (rename(path_.c_str(), target_.c_str()) != 0) fail();
    path_.clear();
  }

 private:
  [[noreturn]] void fail() const {
    throw Error(fmt::format("cannot be written: {}", std::strerror(errno)), target_.string(),
                "check that the folder exists, is writable and has room");
  }

  fs::path target_;
  std::string path_;
  int descriptor_ = -1;
};

}  // namespace

void write_file(const fs::path& path, std::string_view bytes) {
  std::error_code ignored;
  if (fs::exists(path, ignored) && !fs::is_regular_file(path, ignored)) {
    // A device or a pipe (/dev/stdout) is written to, not replaced.
    std::ofstream stream(path, std::ios::binary);
    if (!stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size())))
      throw Error("cannot be written", path.string());
    return;
  }
  TemporaryFile file(path);
  file.write(bytes);
  file.keep();
}

}  // namespace sinew
