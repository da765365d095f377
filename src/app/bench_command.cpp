#include <fmt/format.h>

#include "app/commands.h"
#include "base/error.h"
#include "base/file.h"
#include "base/table.h"
#include "bench/bench.h"
#include "bench/bench_report.h"

namespace sinew {

namespace {

struct BenchOptions {
  std::string name, wanted_case;
  std::filesystem::path json;
};

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
  const BenchMachine machine = this_machine();
  fmt::print("{}", bench_table(bench, context, machine));
  if (!options.json.empty()) write_file(options.json, bench_json(bench, context, machine));
}

}  // namespace

void add_bench_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("bench", "Measure: the papers' tables beside our figures");
  auto options = std::make_shared<BenchOptions>();
  command->add_option("NAME", options->name, "The bench to run; without it, they are listed");
  command->add_option("--case", options->wanted_case, "Only this case of the bench")->type_name("CASE");
  command->add_option("--json", options->json, "Write the figures to this file too")->type_name("FILE");
  command->footer(
      "Examples:\n"
      "  sinew bench                                    list the benches and their cases\n"
      "  sinew bench nearest-point                      run one and show its table\n"
      "  sinew bench nearest-point --case sphere-5k     only one of its cases\n"
      "  sinew --threads 1 bench nearest-point --json out.json");
  command->callback([options] { run(*options); });
}

}  // namespace sinew
