#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "app/commands.h"
#include "app/demo_models.h"
#include "app/demo_page.h"
#include "app/demo_scenes.h"
#include "app/scene_list.h"
#include "meshing/element_budget.h"
#include "sinew/base/error.h"
#include "sinew/shape/models.h"

namespace sinew {

namespace {

namespace fs = std::filesystem;

struct DemoOptions {
  std::string folder = "out";
  bool full = false;
  std::vector<std::string> models, scenes;  // both empty: all
  Index tets = 0;                           // 0: as many as suit the demo
};

// What the options ask for, in the order in which it is made.
struct DemoPlan {
  std::vector<std::string> scenes, models, hierarchies;
};

std::vector<std::string> without_repetition(const std::vector<std::string>& names) {
  std::vector<std::string> result;
  for (const std::string& name : names)
    if (std::ranges::find(result, name) == result.end()) result.push_back(name);
  return result;
}

// Throws Error for a name that does not exist.
DemoPlan plan_of(const DemoOptions& options) {
  for (const std::string& model : options.models) find_model(model);
  for (const std::string& scene : options.scenes) find_scene(scene);
  DemoPlan plan;
  plan.scenes = without_repetition(options.scenes);
  plan.hierarchies = plan.models = without_repetition(options.models);
  if (options.models.empty() && options.scenes.empty()) {
    plan.scenes = scenes_to_show();
    for (const ModelInfo& info : model_list()) plan.models.push_back(info.name);
    plan.hierarchies = {"rabbit", "knot"};
    if (options.full) plan.hierarchies.insert(plan.hierarchies.end(), {"dragon", "pony", "figure", "bear"});
  }
  std::erase(plan.hierarchies, "cloth");  // has no inside
  return plan;
}

std::vector<GalleryPart> parts_of(const DemoPlan& plan) {
  std::vector<GalleryPart> parts;
  for (const std::string& scene : plan.scenes) parts.push_back(scene_part(scene));
  if (!plan.models.empty()) parts.push_back(models_part());
  if (!plan.hierarchies.empty()) parts.push_back(hierarchies_part());
  return parts;
}

void make_folder(const fs::path& folder) {
  std::error_code failure;
  fs::create_directories(folder, failure);
  if (failure)
    throw Error(fmt::format("the folder cannot be made: {}", failure.message()), folder.string(),
                "choose another with --out");
}

void run(const DemoOptions& options) {
  const DemoPlan plan = plan_of(options);
  const fs::path folder(options.folder);
  make_folder(folder);
  const auto tetrahedra = [&](Index otherwise) { return options.tets > 0 ? options.tets : otherwise; };
  DemoPage page(folder, parts_of(plan));
  if (!plan.scenes.empty()) show_scenes(plan.scenes, options.full, folder, page);
  if (!plan.models.empty())
    show_models(plan.models, tetrahedra(options.full ? 100'000 : 20'000), folder, page);
  if (!plan.hierarchies.empty()) show_hierarchies(plan.hierarchies, tetrahedra(100'000), folder, page);
  page.finish();
}

}  // namespace

void add_demo_command(CommandLine& line) {
  auto options = std::make_shared<DemoOptions>();
  Command command = line.add_command(
      "demo", "What sinew does, in some minutes: models, volumes, hierarchies, bodies that move");
  command.option("--out", options->folder, "Folder for what is made").show_default().type_name("DIR");
  command.option("--models", options->models, "Only these models, with a hierarchy for each")
      .by_commas()
      .type_name("A,B,...");
  command.option("--scenes", options->scenes, "Only these scenes").by_commas().type_name("A,B,...");
  command.option("--tets", options->tets, "Tetrahedra of each volume and finest level")
      .whole(kFewestTetrahedra, 10'000'000)
      .type_name("N");
  command.flag(
      "--full", options->full,
      "Larger meshes and more of them, octrees as large as in the papers (takes many times as long)");
  command.footer(
      "Examples:\n"
      "  sinew demo\n"
      "  sinew demo --models rabbit,knot --tets 5000          a look in a few seconds\n"
      "  sinew demo --scenes cloth,towers                     bodies that move\n"
      "  sinew demo --full --out /tmp/sinew-demo");
  command.callback([options] { run(*options); });
}

}  // namespace sinew
