#include "render/event_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/file.h"
#include "base/suggestion.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

constexpr std::string_view kHeading = "sinew-events 1";

std::string in_quotes(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n')
      out += "\\n";
    else
      out += c;
  }
  return out + '"';
}

// Reads a line word by word; complaints name it.
class LineReader {
 public:
  LineReader(std::string_view line, const std::string& where) : rest_(line), where_(where) { skip_space(); }

  bool at_end() const { return rest_.empty(); }

  std::string word(const char* what) {
    if (at_end()) refuse(fmt::format("{} is missing", what));
    return rest_.front() == '"' ? quoted_word() : plain_word();
  }

  double number(const char* what) {
    const std::string text = word(what);
    double value = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failure != std::errc{} || end != text.data() + text.size() || !std::isfinite(value))
      refuse(fmt::format("'{}' is not a number for {}", text, what));
    return value;
  }

  std::int64_t count(const char* what) {
    const double value = number(what);
    if (value < 0 || value > 1e15 || value != std::floor(value))
      refuse(fmt::format("{} is not a whole number for {}", value, what));
    return static_cast<std::int64_t>(value);
  }

  // The place of the word in the list.
  template <std::size_t N>
  std::size_t choice(const char* what, const std::array<std::string_view, N>& names) {
    const std::string text = word(what);
    for (std::size_t i = 0; i < N; ++i)
      if (names[i] == text) return i;
    const std::vector<std::string> known(names.begin(), names.end());
    throw Error(fmt::format("'{}' is no {}{}", text, what, did_you_mean(text, known)), where_,
                fmt::format("there are: {}", fmt::join(names, ", ")));
  }

  [[noreturn]] void refuse(const std::string& problem) const {
    throw Error(problem, where_, "record the session again, or mend the line by hand");
  }

 private:
  void skip_space() {
    const std::size_t begin = rest_.find_first_not_of(" \t\r");
    rest_.remove_prefix(begin == std::string_view::npos ? rest_.size() : begin);
  }

  std::string plain_word() {
    const std::string text(rest_.substr(0, rest_.find_first_of(" \t\r")));
    rest_.remove_prefix(text.size());
    skip_space();
    return text;
  }

  std::string quoted_word() {
    std::string text;
    for (std::size_t i = 1; i < rest_.size(); ++i) {
      const char c = rest_[i];
      if (c == '"') {
        rest_.remove_prefix(i + 1);
        skip_space();
        return text;
      }
      const bool escaped = c == '\\' && i + 1 < rest_.size();
      text += !escaped ? c : rest_[++i] == 'n' ? '\n' : rest_[i];
    }
    refuse("a quotation mark is not closed");
  }

  std::string_view rest_;
  const std::string& where_;
};

constexpr std::array<std::string_view, 3> kModifierNames{"shift", "control", "alt"};

std::string modifiers_text(const Modifiers& modifiers) {
  return fmt::format("{}{}{}", modifiers.shift ? " shift" : "", modifiers.control ? " control" : "",
                     modifiers.alt ? " alt" : "");
}

Modifiers read_modifiers(LineReader& line) {
  Modifiers modifiers;
  while (!line.at_end()) {
    switch (line.choice("modifier", kModifierNames)) {
      case 0:
        modifiers.shift = true;
        break;
      case 1:
        modifiers.control = true;
        break;
      default:
        modifiers.alt = true;
    }
  }
  return modifiers;
}

void read_place(LineReader& line, InputEvent& event) {
  event.x = line.number("x");
  event.y = line.number("y");
}

void read_members(LineReader& line, InputEvent& event) {
  switch (event.kind) {
    case InputKind::kPress:
    case InputKind::kRelease:
    case InputKind::kDoubleClick:
      event.button = static_cast<MouseButton>(line.choice("mouse button", kMouseButtonNames));
      read_place(line, event);
      event.modifiers = read_modifiers(line);
      break;
    case InputKind::kMove:
      read_place(line, event);
      break;
    case InputKind::kWheel:
      event.value = line.number("the notches");
      read_place(line, event);
      break;
    case InputKind::kKey:
      event.key = static_cast<Key>(line.choice("key", kKeyNames));
      event.modifiers = read_modifiers(line);
      break;
    case InputKind::kResize:
      event.x = static_cast<double>(line.count("the width"));
      event.y = static_cast<double>(line.count("the height"));
      event.value = static_cast<double>(line.count("the width of the panels"));
      break;
    case InputKind::kClose:
      break;
    case InputKind::kTune:
      event.body = line.word("the body");
      event.name = line.word("the name");
      event.value = line.number("the value");
      break;
    case InputKind::kDisplay:
      event.name = line.word("the name");
      event.text = line.word("the value");
      break;
    case InputKind::kTool:
      event.tool = line.word("the tool");
      event.name = line.word("the name");
      event.value = line.number("the value");
      break;
  }
}

std::string members_text(const InputEvent& event) {
  switch (event.kind) {
    case InputKind::kPress:
    case InputKind::kRelease:
    case InputKind::kDoubleClick:
      return fmt::format(" {} {} {}{}", kMouseButtonNames[static_cast<std::size_t>(event.button)], event.x,
                         event.y, modifiers_text(event.modifiers));
    case InputKind::kMove:
      return fmt::format(" {} {}", event.x, event.y);
    case InputKind::kWheel:
      return fmt::format(" {} {} {}", event.value, event.x, event.y);
    case InputKind::kKey:
      return fmt::format(" {}{}", kKeyNames[static_cast<std::size_t>(event.key)],
                         modifiers_text(event.modifiers));
    case InputKind::kResize:
      return fmt::format(" {} {} {}", event.x, event.y, event.value);
    case InputKind::kClose:
      return "";
    case InputKind::kTune:
      return fmt::format(" {} {} {}", in_quotes(event.body), in_quotes(event.name), event.value);
    case InputKind::kDisplay:
      return fmt::format(" {} {}", in_quotes(event.name), in_quotes(event.text));
    case InputKind::kTool:
      return fmt::format(" {} {} {}", in_quotes(event.tool), in_quotes(event.name), event.value);
  }
  return "";
}

}  // namespace

std::string event_text(const InputEvent& event) {
  return fmt::format("{} {}{}", event.tick, kInputKindNames[static_cast<std::size_t>(event.kind)],
                     members_text(event));
}

InputEvent event_from_text(std::string_view text, const std::string& where) {
  LineReader line(text, where);
  InputEvent event;
  event.tick = line.count("the number of steps");
  event.kind = static_cast<InputKind>(line.choice("event", kInputKindNames));
  read_members(line, event);
  if (!line.at_end()) line.refuse("there is more on the line than the event has");
  return event;
}

std::vector<InputEvent> read_events(const std::filesystem::path& path) {
  const std::string text = read_file(path);
  std::vector<InputEvent> events;
  int number = 0;
  for (std::size_t begin = 0; begin < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = std::string_view(text).substr(begin, end - begin);
    begin = end + 1;
    const std::string where = fmt::format("{}:{}", path.string(), number + 1);
    if (number == 0) {
      if (line.substr(0, line.find('\r')) != kHeading)
        throw Error("these are not recorded events of this version", where,
                    fmt::format("the first line must be '{}'; record with --record-events", kHeading));
    } else if (line.find_first_not_of(" \t\r") != std::string_view::npos && line.front() != '#') {
      events.push_back(event_from_text(line, where));
      if (events.size() > 1 && events.back().tick < events[events.size() - 2].tick)
        throw Error("the event happened before the one above it", where, "put the lines in order");
    }
  }
  return events;
}

EventRecorder::EventRecorder(std::filesystem::path path) : path_(std::move(path)) {
  require_writable(path_);
  file_.open(path_, std::ios::trunc);
  write(std::string(kHeading));
}

void EventRecorder::add(const InputEvent& event) { write(event_text(event)); }

void EventRecorder::write(const std::string& line) {
  file_ << line << '\n' << std::flush;
  if (!file_)
    throw Error("the events cannot be written", path_.string(), "is the disk full? choose another file");
}

const InputEvent* EventReplay::next(std::int64_t tick, bool moving) {
  if (finished() || (moving && events_[next_].tick > tick)) return nullptr;
  return &events_[next_++];
}

}  // namespace sinew
