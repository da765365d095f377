#include <fmt/format.h>

#include <memory>

#include "app/commands.h"
#include "base/error.h"
#include "base/table.h"
#include "base/terminal_text.h"
#include "scene/scene_file.h"

namespace sinew {

namespace {

constexpr const char* kFooter =
    R"(A scene file is JSON with comments; docs/scene.md has every key. What is wrong with one is said with its line, its
path in the file and what is accepted. Meshes are looked for, not read.

Examples:
  sinew scene bar.json                                     check a scene and say what is in it
  sinew scene bar.json --set bodies[0].material.young=1e5  with another modulus
  sinew scene bar.json --set bodies.bar.tets=5000          a body by its name
  sinew scene --schema > scene.schema.json                 for an editor that knows JSON Schema
  sinew scene --reference                                  the reference page, in Markdown)";

struct SceneOptions {
  std::string file;
  std::vector<std::string> settings;
  bool schema = false, reference = false;
};

struct MeshWords {
  std::string operator()(const MeshFileDescription& mesh) const { return mesh.file.string(); }
  std::string operator()(const ModelDescription& mesh) const { return "model " + mesh.model; }
  std::string operator()(const BoxMeshDescription& mesh) const {
    return fmt::format("box of {} cells", fmt::join(mesh.cells, " x "));
  }
  std::string operator()(const RectangleMeshDescription& mesh) const {
    return fmt::format("rectangle of {} cells", fmt::join(mesh.cells, " x "));
  }
};

std::string material_words(const MaterialDescription& material) {
  const bool varies =
      material.volume || !material.regions.empty() || material.fields != MaterialFieldsDescription{};
  return fmt::format("{}{:.4g} Pa, {:.4g}, {:.4g} kg/m^3", varies ? "varies; " : "", material.material.young,
                     material.material.poisson, material.material.density);
}

void print_summary(const SceneDescription& scene, const std::string& file) {
  const auto count = [](const auto& list, const char* one, const char* many) {
    return counted(static_cast<long long>(list.size()), one, many);
  };
  fmt::print("{}{}{}\n\n", file, scene.title.empty() ? "" : ": ", terminal_text(scene.title));
  Table table({"body", "mesh", "material", "hold", "forces"});
  for (const BodyDescription& body : scene.bodies)
    table.add_row({terminal_text(body.name), std::visit(MeshWords{}, body.mesh),
                   material_words(body.material), count(body.hold, "region", "regions"),
                   fmt::format("{}", body.forces.size() + scene.forces.size())});
  const Vec3& g = scene.gravity;
  fmt::print("{}\n{} of {:g} s, gravity {:g} {:g} {:g} m/s^2, {}\n", table.text(),
             counted(scene.steps, "step", "steps"), scene.step, g.x, g.y, g.z,
             count(scene.record.probes, "probe", "probes"));
}

void run(const SceneOptions& options) {
  if (options.schema) return fmt::print("{}", scene_schema());
  if (options.reference) return fmt::print("{}", scene_reference());
  if (options.file.empty()) throw Error("which scene?", "", "name a file: 'sinew scene FILE'");
  print_summary(read_scene(options.file, options.settings), options.file);
}

}  // namespace

void add_scene_command(CLI::App& app) {
  auto options = std::make_shared<SceneOptions>();
  CLI::App* command =
      app.add_subcommand("scene", "Check a scene file; the schema and reference of scene files");
  CLI::Option* file = command->add_option("FILE", options->file, "The scene to check");
  command->add_option("--set", options->settings, "Change a value of the scene; may be repeated")
      ->type_name("PATH=VALUE")
      ->allow_extra_args(false)
      ->needs(file);
  CLI::Option* schema =
      command->add_flag("--schema", options->schema, "Print the JSON Schema of scene files");
  command->add_flag("--reference", options->reference, "Print the reference page of scene files")
      ->excludes(file)
      ->excludes(schema);
  schema->excludes(file);
  command->footer(kFooter);
  command->callback([options] { run(*options); });
}

}  // namespace sinew
