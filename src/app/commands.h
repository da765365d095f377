#pragma once

#include <CLI/CLI.hpp>

namespace sinew {

// Each command adds itself with its options and its examples; its callback does the work and throws Error
// on bad input, which main() turns into one message and exit code 2.
void add_bench_command(CLI::App& app);
void add_demo_command(CLI::App& app);
void add_inspect_command(CLI::App& app);
void add_mesh_command(CLI::App& app);
void add_model_command(CLI::App& app);
void add_new_command(CLI::App& app);
void add_render_command(CLI::App& app);
void add_run_command(CLI::App& app);
void add_scene_command(CLI::App& app);
void add_view_command(CLI::App& app);

}  // namespace sinew
