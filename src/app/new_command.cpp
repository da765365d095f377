#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "app/commands.h"
#include "app/starter_scene.h"
#include "base/file.h"
#include "base/suggestion.h"
#include "meshing/element_budget.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

constexpr const char* kNewFooter =
    R"(The scene runs as it is: a solid stands on its lowest part and sags, a sheet hangs from its highest. What was
guessed (unit, up, material, step) is said in its comments, for you to change. The material is as soft as may be: a
static solve tells how far the body sags, and it is to move by less than a tenth of its size. A surface is filled with
tetrahedra, holes and all; a volume of tetrahedra is taken as it is; a surface that encloses nothing becomes a sheet.
An existing file is kept.

Examples:
  sinew new organ.stl -o organ.json      a scene beside the mesh
  sinew new organ.stl > organ.json       the same
  sinew new organ.stl --type octree --cells 96 -o organ.json          a body that can be cut
  sinew new part.stl --unit mm --up z --material rubber -o part.json  nothing guessed
  sinew new organ.stl --tets 50k -o organ.json
  sinew scene organ.json                 check it after a change
  sinew run organ.json --set bodies[0].type=octree                    as cubes, this once)";

struct NewOptions {
  std::string mesh, output;
  std::string type, up;
  StarterOptions scene;
};

// The value that a word stands for; throws Error with all words if it is unknown.
template <typename T>
std::optional<T> meaning(const std::string& word, const std::string& option,
                         const std::vector<std::pair<std::string, T>>& known) {
  if (word.empty()) return {};
  std::vector<std::string> names;
  for (const auto& [name, value] : known) {
    if (name == word) return value;
    names.push_back(name);
  }
  throw Error(fmt::format("'{}' is not known{}", word, did_you_mean(word, names)), option,
              fmt::format("there are: {}", fmt::join(names, ", ")));
}

StarterOptions understood(const NewOptions& options) {
  StarterOptions scene = options.scene;
  scene.type =
      meaning<BodyType>(options.type, "--type", {{"tet", BodyType::kTet}, {"octree", BodyType::kOctree}});
  scene.up = meaning<UpAxis>(options.up, "--up", {{"y", UpAxis::kY}, {"z", UpAxis::kZ}});
  std::vector<std::pair<std::string, bool>> units, materials;
  for (const LengthUnit& unit : kLengthUnits) units.emplace_back(unit.name, true);
  for (const NamedMaterial& material : named_materials()) materials.emplace_back(material.name, true);
  meaning(scene.unit, "--unit", units);
  meaning(scene.material, "--material", materials);
  return scene;
}

void run(const NewOptions& options) {
  const std::filesystem::path output = options.output;
  std::error_code ignored;
  if (std::filesystem::exists(output, ignored))
    throw Error("the file is already there", options.output, "choose another name, or remove it");
  if (!output.empty()) require_writable(output);
  const std::string text = starter_scene(options.mesh, output.parent_path(), understood(options));
  if (output.empty())
    fmt::print("{}", text);
  else
    write_file(output, text);
}

}  // namespace

void add_new_command(CommandLine& line) {
  auto options = std::make_shared<NewOptions>();
  Command command = line.add_command("new", "A scene to start from, for a mesh of yours");
  command.option("MESH", options->mesh, "A surface or a volume of tetrahedra").required();
  command.option("-o,--output", options->output, "File to write instead of the standard output")
      .type_name("SCENE");
  command.option("--type", options->type, "What the body is made of: tet or octree").type_name("TYPE");
  command.option("--tets", options->scene.tets, "About how many tetrahedra to fill it with (default 20,000)")
      .whole(kFewestTetrahedra, 100'000'000)
      .type_name("N");
  command.option("--cells", options->scene.cells, "Of an octree: cells along its longest side (default 64)")
      .whole(1, 4096)
      .type_name("N");
  command.option("--unit", options->scene.unit, "Of the mesh: m, cm, mm or in").type_name("UNIT");
  command.option("--up", options->up, "The axis that points up: y or z").type_name("AXIS");
  command.option("--material", options->scene.material, "By name: jelly, muscle, rubber, wood, ...")
      .type_name("NAME");
  command.footer(kNewFooter);
  command.callback([options] { run(*options); });
}

}  // namespace sinew
