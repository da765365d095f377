#pragma once

#include "app/command_line.h"

namespace sinew {

// Each command adds itself with its options and examples; its callback does the work and throws Error on bad
// input, which main() turns into one message and exit code 2.
struct BenchOptions {
  std::string name, wanted_case;  // empty: list the benches; all cases
  std::filesystem::path json;
};
void add_bench_command(CommandLine& line, const std::function<void(const BenchOptions&)>& run);
// Runs the program sinew-bench, which is beside this one, with the words of the command line. The benches are
// not part of the command, so that it builds faster.
void run_bench_program(const std::vector<std::string>& words);
void add_demo_command(CommandLine& line);
void add_feel_command(CommandLine& line);
void add_inspect_command(CommandLine& line);
void add_mesh_command(CommandLine& line);
void add_model_command(CommandLine& line);
void add_new_command(CommandLine& line);
void add_precompute_command(CommandLine& line);
void add_render_command(CommandLine& line);
void add_run_command(CommandLine& line);
void add_scene_command(CommandLine& line);
void add_view_command(CommandLine& line);

}  // namespace sinew
