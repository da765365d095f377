#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <set>
#include <utility>

#include "base/error.h"
#include "base/file.h"
#include "base/log.h"
#include "scene/recorder.h"

namespace sinew {

namespace {

namespace fs = std::filesystem;

// A file that grows by whole lines: each is handed to the system in one piece, so that it survives the death
// of the program, and one that does not fit on the disk is taken back.
class LineFile {
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

// A name as a CSV file wants it.
std::string quoted(const std::string& name) {
  if (name.find_first_of(",\"\r\n") == std::string::npos) return name;
  std::string text = "\"";
  for (const char c : name) text += c == '"' ? std::string("\"\"") : std::string(1, c == '\n' ? ' ' : c);
  return text + "\"";
}

std::string header(const Frame& frame, const std::vector<Probe>& probes) {
  std::string line = "step,time";
  for (const BodyFrame& body : frame.bodies)
    for (const char* energy : {"kinetic", "elastic", "external", "total"})
      line += "," + quoted(fmt::format("{}.{}", body.body, energy));
  for (const Probe& probe : probes)
    for (const char* part : {"x", "y", "z", "dx", "dy", "dz"})
      line += "," + quoted(fmt::format("{}.{}", probe.name, part));
  return line + "\n";
}

// A comma and the number; nothing behind it where it is none, as before a failure, since readers of CSV do
// not agree on how to write that.
std::string cell(double value) { return std::isfinite(value) ? fmt::format(",{}", value) : ","; }

// The step that a line is of; -1 where it does not begin with one.
std::int64_t step_of(std::string_view line) {
  std::int64_t step = -1;
  const auto [rest, failure] = std::from_chars(line.data(), line.data() + line.size(), step);
  return failure == std::errc() && rest != line.data() + line.size() && *rest == ',' ? step : -1;
}

class CsvRecorder : public Recorder {
 public:
  CsvRecorder(const fs::path& folder, std::int64_t every, std::vector<Probe> probes)
      : Recorder(every), path_(folder / "run.csv"), probes_(std::move(probes)) {
    std::set<std::string> names;
    for (const Probe& probe : probes_.probes())
      if (probe.name.empty() || !names.insert(probe.name).second)
        throw Error(fmt::format("two probes are called '{}', or one has no name", probe.name), "",
                    "give each probe a name of its own");
  }

  FrameContents contents() const override { return {.energies = true}; }

  void resume(const Frame& frame) override {
    const std::string head = header(frame, probes_.probes());
    file_ = std::make_unique<LineFile>(path_, fs::exists(path_) ? kept_lines(head, frame.step) : head);
  }

  void record(const Frame& frame) override {
    const std::string text = line(frame);
    if (!file_) file_ = std::make_unique<LineFile>(path_, header(frame, probes_.probes()));
    file_->add(text);
  }

  void sync() override {
    if (file_) file_->sync();
  }

 private:
  // The lines up to and including `step`. A last line without its end is no line.
  std::string kept_lines(const std::string& head, std::int64_t step) const {
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
    if (last < step - step % every())
      log_warning("{}: ends at step {}, before step {} that is resumed from", path_.string(), last, step);
    return bytes.substr(0, end);
  }

  std::string line(const Frame& frame) {
    std::string text = fmt::format("{},{}", frame.step, frame.time);
    for (const BodyFrame& body : frame.bodies) {
      const Energies& e = body.energies;
      for (const double energy : {e.kinetic, e.elastic, e.external, e.total()}) text += cell(energy);
    }
    const std::vector<Vec3> moved = probes_.displacements(frame);
    for (std::size_t p = 0; p < moved.size(); ++p)
      for (const Vec3& v : {probes_.probes()[p].rest_position + moved[p], moved[p]})
        for (int axis = 0; axis < 3; ++axis) text += cell(v[axis]);
    return text + "\n";
  }

  fs::path path_;
  ProbeTracker probes_;
  std::unique_ptr<LineFile> file_;
};

}  // namespace

std::unique_ptr<Recorder> make_csv_recorder(const fs::path& folder, std::int64_t every,
                                            std::vector<Probe> probes) {
  return std::make_unique<CsvRecorder>(folder, every, std::move(probes));
}

}  // namespace sinew
