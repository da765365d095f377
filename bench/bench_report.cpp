#include "bench/bench_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/parallel.h"
#include "base/table.h"

namespace sinew {

namespace {

std::string shell_quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

// Standard output of a shell command, up to its first line end; empty where it fails.
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

std::string text_of(const BenchValue& value) {
  if (const auto* number = std::get_if<double>(&value)) return fmt::format("{:.4g}", *number);
  if (const auto* count = std::get_if<long long>(&value)) return with_thousands(*count);
  if (const auto* yes = std::get_if<bool>(&value)) return *yes ? "yes" : "no";
  return std::get<std::string>(value);
}

}  // namespace

BenchMachine this_machine() { return {current_commit(), processor_name(), thread_count()}; }

std::string bench_table(const Bench& bench, const BenchContext& context, const BenchMachine& machine) {
  bool any_paper = false;
  for (const BenchRow& row : context.rows())
    for (const BenchFigure& figure : row.figures) any_paper = any_paper || !figure.paper.empty();
  Table table(any_paper ? std::vector<std::string>{"case", "figure", "ours", "paper"}
                        : std::vector<std::string>{"case", "figure", "ours"});
  for (const BenchRow& row : context.rows())
    for (std::size_t i = 0; i < row.figures.size(); ++i) {
      const auto& [key, value, paper] = row.figures[i];
      table.add_row({i == 0 ? row.name : "", key, text_of(value), paper});
    }
  return fmt::format("{}: {}\n{}, {} thread{}, commit {}\n\n{}", bench.name, bench.description, machine.cpu,
                     machine.threads, machine.threads == 1 ? "" : "s", machine.commit, table.text());
}

std::string bench_json(const Bench& bench, const BenchContext& context, const BenchMachine& machine) {
  nlohmann::ordered_json report = {{"bench", bench.name},
                                   {"commit", machine.commit},
                                   {"cpu", machine.cpu},
                                   {"threads", machine.threads},
                                   {"rows", nlohmann::ordered_json::array()}};
  for (const BenchRow& row : context.rows()) {
    nlohmann::ordered_json entry = {{"case", row.name}};
    for (const BenchFigure& figure : row.figures)
      std::visit([&](const auto& value) { entry[figure.key] = value; }, figure.value);
    report["rows"].push_back(std::move(entry));
  }
  return report.dump(2) + "\n";
}

}  // namespace sinew
