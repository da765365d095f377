#include "app/feel_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/machine.h"
#include "base/table.h"

namespace sinew {

namespace {

std::string microseconds(double us) {
  return us < 1000 ? fmt::format("{:.1f} us", us) : fmt::format("{:.2f} ms", 1e-3 * us);
}

std::vector<std::string> quantile_row(const char* name, const Histogram& h) {
  return {name, microseconds(h.quantile(0.5)), microseconds(h.quantile(0.99)),
          microseconds(h.quantile(0.999)), microseconds(h.most())};
}

// One line for each factor of two that has ticks.
std::string bars(const Histogram& histogram) {
  constexpr int kBinsPerLine = 8, kWidest = 50;
  std::vector<std::int64_t> lines;
  for (int bin = 0; bin < Histogram::kBins; ++bin) {
    if (bin % kBinsPerLine == 0) lines.push_back(0);
    lines.back() += histogram.in_bin(bin);
  }
  const auto has_ticks = [](std::int64_t n) { return n > 0; };
  const auto first = std::ranges::find_if(lines, has_ticks);
  const auto last = std::find_if(lines.rbegin(), lines.rend(), has_ticks).base();
  std::string text;
  for (auto line = first; line < last; ++line) {
    const double share = static_cast<double>(*line) / static_cast<double>(histogram.count());
    const auto bin = static_cast<int>(line - lines.begin()) * kBinsPerLine + kBinsPerLine - 1;
    const int length = *line > 0 ? std::max(1, static_cast<int>(kWidest * share)) : 0;
    text += fmt::format("  <= {:>9}  {:>9}  {}\n", microseconds(Histogram::upper_end(bin)),
                        with_thousands(*line), std::string(static_cast<std::size_t>(length), '#'));
  }
  return text;
}

std::string hazards_text(const ServoStatistics& statistics) {
  std::string text;
  for (int k = 1; k < kHazards; ++k)
    if (const std::int64_t ticks = statistics.hazards[static_cast<std::size_t>(k)].load(); ticks > 0)
      text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", name_of(static_cast<Hazard>(k)),
                          counted(ticks, "tick", "ticks"));
  return text.empty() ? "never" : text;
}

}  // namespace

std::string feel_text(const FeelSummary& summary, const ServoStatistics& statistics) {
  const std::int64_t done = statistics.done.load(), due = statistics.due.load();
  std::string text =
      fmt::format("'{}' was felt with {} for {:.1f} s\n", summary.body, summary.device, summary.seconds);
  text += fmt::format("ticks       {} of {} due, {} missed; {} in contact\n", with_thousands(done),
                      with_thousands(due), with_thousands(due - done),
                      with_thousands(statistics.touching.load()));
  text += fmt::format("force       {:.3g} N at most; the hand put in {:.3g} mJ and got {:.3g} mJ back\n",
                      statistics.most_force.load(), 1e3 * statistics.put_in.load(),
                      1e3 * statistics.given_back.load());
  text += fmt::format("no force    {}\n", hazards_text(statistics));
  text += fmt::format("simulation  {}, {:.1f} a second of {:.1f} due; checksum {:016x}\n",
                      counted(summary.steps, "step", "steps"),
                      summary.seconds > 0 ? static_cast<double>(summary.steps) / summary.seconds : 0,
                      summary.steps_due, summary.checksum);
  if (!summary.fifo_refusal.empty())
    text += fmt::format("scheduling  ordinary: real time was refused ({})\n", summary.fifo_refusal);
  Table table({"", "p50", "p99", "p99.9", "max"});
  table.add_row(quantile_row("late", statistics.late));
  table.add_row(quantile_row("compute", statistics.compute));
  table.add_row(quantile_row("latency", statistics.latency));
  if (statistics.age.count() > 0) table.add_row(quantile_row("age of responses", statistics.age));
  return text + '\n' + table.text() + "\nticks by how late they began\n" + bars(statistics.late);
}

JsonValue feel_json(const FeelSummary& summary, const ServoStatistics& statistics) {
  const Machine machine = this_machine();
  return {{"scene", summary.scene},
          {"body", summary.body},
          {"device", summary.device},
          {"seconds", summary.seconds},
          {"steps", summary.steps},
          {"steps_due_per_second", summary.steps_due},
          {"checksum", fmt::format("{:016x}", summary.checksum)},
          {"fifo_refusal", summary.fifo_refusal},
          {"lock_refusal", summary.lock_refusal},
          {"commit", machine.commit},
          {"cpu", machine.cpu},
          {"servo", statistics.json()}};
}

}  // namespace sinew
