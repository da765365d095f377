#include <fmt/format.h>

#include "app/commands.h"
#include "app/program.h"
#include "base/file.h"
#include "base/table.h"
#include "bench/bench.h"
#include "bench/bench_report.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

void list_benches() {
  Table table({"bench", "cases", "what it measures"});
  for (const Bench& bench : all_benches())
    table.add_row({bench.name, fmt::format("{}", fmt::join(bench.cases, " ")), bench.description});
  fmt::print("{}", table.text());
}

void run(const BenchOptions& options) {
  if (options.name.empty()) {
    if (!options.json.empty() || !options.wanted_case.empty())
      throw Error("which bench?", "", "'sinew bench' lists them");
    return list_benches();
  }
  const Bench& bench = find_bench(options.name, all_benches());
  if (!options.json.empty()) require_writable(options.json);
  const BenchContext context = run_bench(bench, options.wanted_case);
  const Machine machine = this_machine();
  fmt::print("{}", bench_table(bench, context, machine));
  if (!options.json.empty()) write_file(options.json, bench_json(bench, context, machine));
}

}  // namespace

}  // namespace sinew

// The program behind 'sinew bench', which takes the same words.
int main(int argc, char** argv) {
  return sinew::run_program(argc, argv,
                            [](sinew::CommandLine& line) { sinew::add_bench_command(line, sinew::run); });
}
