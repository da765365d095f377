#pragma once

#include <filesystem>
#include <fstream>
#include <vector>

#include "render/input_event.h"

namespace sinew {

// Recorded input as text, one event per line, after the number of steps made until then:
//
//   sinew-events 1
//   0 resize 1280 800 320
//   12 press left 640 400 shift
//   12 move 660.5 400
//   15 release left 660.5 400 shift
//   15 wheel -1 660.5 400
//   16 key space
//   16 tune "bar" "mass damping" 0.5
//   17 display "wire" "on"
//   18 tool "blade" "depth" 0.2
//   30 close
//
// Empty lines and lines that begin with '#' are ignored.

// One line, without the newline.
std::string event_text(const InputEvent& event);
// Throws Error; `where` names the line.
InputEvent event_from_text(std::string_view line, const std::string& where);

// Throws Error, with file and line, if a line is not an event or steps are not in order.
std::vector<InputEvent> read_events(const std::filesystem::path& path);

// Writes each event at once, so that the recording survives a crash.
class EventRecorder {
 public:
  // Replaces an existing file. Throws Error if it cannot be written.
  explicit EventRecorder(std::filesystem::path path);
  void add(const InputEvent& event);

 private:
  void write(const std::string& line);

  std::filesystem::path path_;
  std::ofstream file_;
};

// Returns recorded events when they are due.
class EventReplay {
 public:
  explicit EventReplay(std::vector<InputEvent> events) : events_(std::move(events)) {}

  bool finished() const { return next_ == events_.size(); }
  // The next event if it is due, else nullptr. An event is due at its number of steps, or at once if nothing
  // moves (a simulation on its own thread makes another step or two after a pause, a replayed one does not).
  const InputEvent* next(std::int64_t tick, bool moving);

 private:
  std::vector<InputEvent> events_;
  std::size_t next_ = 0;
};

}  // namespace sinew
