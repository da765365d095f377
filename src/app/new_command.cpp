#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "app/commands.h"
#include "app/starter_scene.h"
#include "base/error.h"
#include "base/file.h"

namespace sinew {

namespace {

constexpr const char* kFooter =
    R"(The scene runs as it is: a solid stands on its lowest part and sags, a sheet hangs from its highest. What was
guessed (unit, material, step) is said in its comments, for you to change. A closed surface is filled with
tetrahedra, a volume of tetrahedra is taken as it is, an open surface becomes a sheet. An existing file is kept.

Examples:
  sinew new organ.stl -o organ.json      a scene beside the mesh
  sinew new organ.stl > organ.json       the same
  sinew scene organ.json                 check it after a change)";

struct NewOptions {
  std::string mesh, output;
};

void run(const NewOptions& options) {
  const std::filesystem::path output = options.output;
  std::error_code ignored;
  if (std::filesystem::exists(output, ignored))
    throw Error("the file is already there", options.output, "choose another name, or remove it");
  if (!output.empty()) require_writable(output);
  const std::string text = starter_scene(options.mesh, output.parent_path());
  if (output.empty())
    fmt::print("{}", text);
  else
    write_file(output, text);
}

}  // namespace

void add_new_command(CLI::App& app) {
  auto options = std::make_shared<NewOptions>();
  CLI::App* command = app.add_subcommand("new", "A scene to start from, for a mesh of yours");
  command->add_option("MESH", options->mesh, "A surface or a volume of tetrahedra")->required();
  command->add_option("-o,--output", options->output, "File to write instead of the standard output")
      ->type_name("SCENE");
  command->footer(kFooter);
  command->callback([options] { run(*options); });
}

}  // namespace sinew
