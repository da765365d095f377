#include "base/machine.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>

#include "base/parallel.h"

namespace sinew {

namespace {

std::string shell_quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

// Standard output of a shell command, up to its first line end; empty if it fails.
std::string first_line_of(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::array<char, 256> buffer{};
  if (!pipe || std::fgets(buffer.data(), buffer.size(), pipe.get()) == nullptr) return "";
  std::string line(buffer.data());
  line.erase(line.find_last_not_of("\r\n") + 1);
  return line;
}

// Asked for when a bench runs, not when it is built: the hash would else relink the command at each commit.
std::string current_commit() {
  const std::string source = SINEW_SOURCE_DIR;
  if (!std::filesystem::exists(source + "/.git")) return "unknown";
  const std::string commit = first_line_of(
      "git -C " + shell_quoted(source) + " describe --always --dirty --abbrev=12 --exclude '*' 2>/dev/null");
  return commit.empty() ? "unknown" : commit;
}

std::string processor_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.starts_with("model name")) return line.substr(std::min(line.find(':') + 2, line.size()));
  return "unknown";
}

}  // namespace

Machine this_machine() { return {current_commit(), processor_name(), thread_count()}; }

}  // namespace sinew
