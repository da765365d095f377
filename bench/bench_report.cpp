#include "bench/bench_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/table.h"

namespace sinew {

namespace {

std::string text_of(const BenchValue& value) {
  if (const auto* number = std::get_if<double>(&value)) return fmt::format("{:.4g}", *number);
  if (const auto* count = std::get_if<long long>(&value)) return with_thousands(*count);
  if (const auto* yes = std::get_if<bool>(&value)) return *yes ? "yes" : "no";
  return std::get<std::string>(value);
}

}  // namespace

std::string bench_table(const Bench& bench, const BenchContext& context, const Machine& machine) {
  bool any_paper = false;
  for (const BenchRow& row : context.rows())
    for (const BenchEntry& entry : row.entries) any_paper = any_paper || !entry.paper.empty();
  Table table(any_paper ? std::vector<std::string>{"case", "quantity", "ours", "paper"}
                        : std::vector<std::string>{"case", "quantity", "ours"});
  for (const BenchRow& row : context.rows())
    for (std::size_t i = 0; i < row.entries.size(); ++i) {
      const auto& [key, value, paper] = row.entries[i];
      table.add_row({i == 0 ? row.name : "", key, text_of(value), paper});
    }
  return fmt::format("{}: {}\n{}, {} thread{}, commit {}\n\n{}", bench.name, bench.description, machine.cpu,
                     machine.threads, machine.threads == 1 ? "" : "s", machine.commit, table.text());
}

std::string bench_json(const Bench& bench, const BenchContext& context, const Machine& machine) {
  nlohmann::ordered_json report = {{"bench", bench.name},
                                   {"commit", machine.commit},
                                   {"cpu", machine.cpu},
                                   {"threads", machine.threads},
                                   {"rows", nlohmann::ordered_json::array()}};
  for (const BenchRow& row : context.rows()) {
    nlohmann::ordered_json values = {{"case", row.name}};
    for (const BenchEntry& entry : row.entries)
      std::visit([&](const auto& value) { values[entry.key] = value; }, entry.value);
    report["rows"].push_back(std::move(values));
  }
  return report.dump(2) + "\n";
}

}  // namespace sinew
