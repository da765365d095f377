#include "app/commands.h"

namespace sinew {

void add_bench_command(CommandLine& line, const std::function<void(const BenchOptions&)>& run) {
  Command command = line.add_command("bench", "Measure, with the papers' values beside ours");
  auto options = std::make_shared<BenchOptions>();
  command.option("NAME", options->name, "The bench to run; without it, they are listed");
  command.option("--case", options->wanted_case, "Only this case of the bench").type_name("CASE");
  command.option("--json", options->json, "Write the values to this file too").type_name("FILE");
  command.footer(
      "Examples:\n"
      "  sinew bench                                    list the benches and their cases\n"
      "  sinew bench nearest-point                      run one and show its table\n"
      "  sinew bench nearest-point --case sphere-5k     only one of its cases\n"
      "  sinew --threads 1 bench nearest-point --json out.json");
  command.callback([options, run] { run(*options); });
}

}  // namespace sinew
