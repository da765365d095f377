#include <fmt/format.h>

#include <memory>

#include "app/commands.h"
#include "app/scene_argument.h"
#include "base/table.h"
#include "base/terminal_text.h"
#include "sinew/base/error.h"
#include "sinew/scene/scene_description.h"

namespace sinew {

namespace {

constexpr const char* kSceneFooter =
    R"(A scene file is JSON with comments; docs/scene.md has every key. What is wrong with one is said with its line, its
path in the file and what is accepted. The bodies are made as 'run' makes them, so that all it would warn of or refuse
before its first step is said here; --text reads the file alone, and looks for meshes without reading them.

Examples:
  sinew scene bar.json                                     check a scene and say what is in it
  sinew scene bar.json --set bodies[0].material.young=1e5  with another modulus
  sinew scene bar.json --set bodies.bar.tets=5000          a body by its name
  sinew scene bar.json --text                              at once, however large its meshes
  sinew scene pony                                         a built-in scene
  sinew scene --schema > scene.schema.json                 for an editor that knows JSON Schema
  sinew scene --reference                                  the reference page, in Markdown)";

struct SceneOptions {
  std::string file;
  std::vector<std::string> settings;
  bool text = false, schema = false, reference = false;
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

std::string element_words(const FrameElements& elements) {
  const long long count = elements.element_count();
  if (!elements.tetrahedra.empty()) return counted(count, "tetrahedron", "tetrahedra");
  return elements.hexahedra.empty() ? counted(count, "triangle", "triangles")
                                    : counted(count, "cell", "cells");
}

// `world` is what was made of the scene, if anything.
void print_summary(const SceneDescription& scene, const std::string& file, const World* world) {
  const auto count = [](const auto& list, const char* one, const char* many) {
    return counted(static_cast<long long>(list.size()), one, many);
  };
  fmt::print("{}{}{}\n\n", file, scene.title.empty() ? "" : ": ", terminal_text(scene.title));
  Table table({"body", "mesh", "elements", "material", "hold", "forces"});
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    const BodyDescription& body = scene.bodies[b];
    table.add_row({terminal_text(body.name), std::visit(MeshWords{}, body.mesh),
                   world == nullptr ? "-" : element_words(*world->frame().bodies[b].topology.elements),
                   material_words(body.material), count(body.hold, "region", "regions"),
                   fmt::format("{}", body.forces.size() + scene.forces.size())});
  }
  const Vec3& g = scene.gravity;
  fmt::print("{}\n{} of {:g} s, gravity {:g} {:g} {:g} m/s^2, {}\n", table.text(),
             counted(scene.steps, "step", "steps"), scene.step, g.x, g.y, g.z,
             count(scene.record.probes, "probe", "probes"));
}

void run(const SceneOptions& options) {
  if (options.schema) return fmt::print("{}", scene_schema());
  if (options.reference) return fmt::print("{}", scene_reference());
  if (options.file.empty()) throw Error("which scene?", "", "name a file: 'sinew scene FILE'");
  const SceneDescription scene = described_scene(options.file, options.settings);
  if (options.text) return print_summary(scene, options.file, nullptr);
  const LoadedWorld loaded = load_world(scene, options.file);
  require_recordable(loaded.world, loaded.run);
  print_summary(scene, options.file, &loaded.world);
}

}  // namespace

void add_scene_command(CommandLine& line) {
  auto options = std::make_shared<SceneOptions>();
  Command command = line.add_command("scene", "Check a scene file; the schema and reference of scene files");
  Option file = command.option("FILE", options->file, "The scene to check, or a built-in one");
  command.option("--set", options->settings, "Change a value of the scene; may be repeated")
      .type_name("PATH=VALUE")
      .one_at_a_time()
      .needs(file);
  command.flag("--text", options->text, "Check the text alone: make no bodies, read no meshes").needs(file);
  Option schema = command.flag("--schema", options->schema, "Print the JSON Schema of scene files");
  command.flag("--reference", options->reference, "Print the reference page of scene files")
      .excludes(file)
      .excludes(schema);
  schema.excludes(file);
  command.footer(kSceneFooter);
  command.callback([options] { run(*options); });
}

}  // namespace sinew
