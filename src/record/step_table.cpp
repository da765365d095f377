#include "record/step_table.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <utility>

#include "base/file.h"
#include "base/log.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

namespace fs = std::filesystem;

// The step that a line is of; -1 if it does not begin with one.
std::int64_t step_of(std::string_view line) {
  std::int64_t step = -1;
  const auto [rest, failure] = std::from_chars(line.data(), line.data() + line.size(), step);
  return failure == std::errc() && rest != line.data() + line.size() && *rest == ',' ? step : -1;
}

}  // namespace

class StepTable::LineFile {
 public:
  LineFile(fs::path path, const std::string& contents) : path_(std::move(path)) {
    write_file(path_, contents);
    descriptor_ = open(path_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
    if (descriptor_ < 0) fail();
    size_ = static_cast<off_t>(contents.size());
  }
  ~LineFile() { close(descriptor_); }
  LineFile(const LineFile&) = delete;
  LineFile& operator=(const LineFile&) = delete;

  void add(const std::string& line) {
    std::string_view left = line;
    while (!left.empty()) {
      const ssize_t written = write(descriptor_, left.data(), left.size());
      if (written < 0 && errno != EINTR) take_back();
      if (written > 0) left.remove_prefix(static_cast<std::size_t>(written));
    }
    size_ += static_cast<off_t>(line.size());
  }
  void sync() const {
    if (fdatasync(descriptor_) != 0) fail();
  }

 private:
  [[noreturn]] void take_back() const {
    const int reason = errno;
    if (ftruncate(descriptor_, size_) != 0)
      throw Error("the last line could not be written, nor taken back", path_.string());
    errno = reason;
    fail();
  }
  [[noreturn]] void fail() const {
    throw Error(fmt::format("cannot be written: {}", std::strerror(errno)), path_.string(),
                "check that the folder is writable and has room");
  }

  fs::path path_;
  int descriptor_ = -1;
  off_t size_ = 0;
};

StepTable::StepTable(fs::path path, std::int64_t every) : path_(std::move(path)), every_(every) {}
StepTable::~StepTable() = default;
StepTable::StepTable(StepTable&&) noexcept = default;
StepTable& StepTable::operator=(StepTable&&) noexcept = default;

void StepTable::start(const std::string& header) { file_ = std::make_unique<LineFile>(path_, header); }

void StepTable::resume(const std::string& header, std::int64_t step) {
  start(fs::exists(path_) ? kept_lines(header, step) : header);
}

void StepTable::add(const std::string& line) { file_->add(line); }

void StepTable::sync() const {
  if (file_) file_->sync();
}

// The lines up to and including `step`. A last line without its end is no line.
std::string StepTable::kept_lines(const std::string& head, std::int64_t step) const {
  const std::string bytes = read_file(path_);
  if (!bytes.starts_with(head))
    throw Error("has other columns than this run", path_.string(),
                "resume with the bodies and probes of the run that wrote it, or into another folder");
  std::size_t end = head.size();
  std::int64_t last = -1;
  for (std::size_t next; (next = bytes.find('\n', end)) != std::string::npos; end = next + 1) {
    const std::int64_t of_line = step_of(std::string_view(bytes).substr(end, next - end));
    if (of_line < 0) throw Error("has a line that does not begin with a step", path_.string());
    if (of_line > step) break;
    last = of_line;
  }
  if (last < step - step % every_)
    log_warning("{}: ends at step {}, before step {} that is resumed from", path_.string(), last, step);
  return bytes.substr(0, end);
}

std::string csv_quoted(const std::string& name) {
  if (name.find_first_of(",\"\r\n") == std::string::npos) return name;
  std::string text = "\"";
  for (const char c : name) text += c == '"' ? std::string("\"\"") : std::string(1, c == '\n' ? ' ' : c);
  return text + "\"";
}

}  // namespace sinew
