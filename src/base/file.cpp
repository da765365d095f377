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
#include "base/unfinished_file.h"

namespace sinew {

namespace fs = std::filesystem;

void require_file(const fs::path& path) {
  std::error_code ignored;
  if (!fs::exists(path, ignored))
    throw Error("no such file", path.string(), "check the path and its spelling");
  if (fs::is_directory(path, ignored))
    throw Error("is a folder, not a file", path.string(), "name a file in it");
}

std::string read_file(const fs::path& path) {
  require_file(path);
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw Error(fmt::format("cannot be read: {}", std::strerror(errno)), path.string());
  std::string bytes{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  if (stream.bad()) throw Error("reading failed part of the way", path.string());
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
