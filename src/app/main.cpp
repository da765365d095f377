#include "app/commands.h"
#include "app/program.h"

int main(int argc, char** argv) {
  return sinew::run_program(argc, argv, [](sinew::CommandLine& line) {
    sinew::add_demo_command(line);
    sinew::add_model_command(line);
    sinew::add_inspect_command(line);
    sinew::add_mesh_command(line);
    sinew::add_new_command(line);
    sinew::add_precompute_command(line);
    sinew::add_run_command(line);
    sinew::add_render_command(line);
    sinew::add_feel_command(line);
    sinew::add_scene_command(line);
    sinew::add_view_command(line);
    sinew::add_bench_command(line,
                             [&line](const sinew::BenchOptions&) { sinew::run_bench_program(line.words()); });
  });
}
