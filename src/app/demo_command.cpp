#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "app/commands.h"
#include "app/demo_scenes.h"
#include "app/scene_list.h"
#include "base/error.h"
#include "base/file.h"
#include "base/progress.h"
#include "base/table.h"
#include "base/timer.h"
#include "mesh/mesh_file.h"
#include "mesh/surface_diagnosis.h"
#include "meshing/element_budget.h"
#include "meshing/hierarchy.h"
#include "meshing/tetrahedralize.h"
#include "shape/models.h"

namespace sinew {

namespace {

namespace fs = std::filesystem;

constexpr Index kCoarsest = 100;  // tetrahedra of a hierarchy's last level

struct DemoOptions {
  std::string folder = "out";
  bool full = false;
  std::vector<std::string> models, scenes;  // both empty: all
  Index tets = 0;                           // 0: as many as suit the demo
};

bool everything(const DemoOptions& options) { return options.models.empty() && options.scenes.empty(); }

bool chosen(const DemoOptions& options, const std::string& model) {
  return options.models.empty() || std::ranges::find(options.models, model) != options.models.end();
}

std::vector<std::string> scenes_of(const DemoOptions& options) {
  return everything(options) ? scene_names() : options.scenes;
}

std::string verdict(const SurfaceDiagnosis& diagnosis) {
  const SurfaceTopology& topology = diagnosis.topology;
  std::string text = topology.closed ? "closed" : "open";
  text += topology.manifold() ? ", manifold" : ", not manifold";
  if (topology.genus) text += fmt::format(", genus {}", *topology.genus);
  if (diagnosis.self_intersecting_pairs > 0)
    text += fmt::format(", {} crossings", diagnosis.self_intersecting_pairs);
  return text;
}

// Makes, inspects and meshes one model; its surface and, if it has an inside, its volume are left in the
// folder.
void show_model(const ModelInfo& info, Index tetrahedra, const fs::path& folder, Table& table) {
  const Timer timer;
  const SurfaceMesh surface = make_model(info.name);
  const SurfaceDiagnosis diagnosis = diagnose(surface);
  write_surface(folder / (info.name + ".ply"), surface);
  std::vector<std::string> cells{info.name, with_thousands(surface.triangle_count()), verdict(diagnosis)};
  if (diagnosis.topology.closed) {
    const SignedDistance solid(surface);
    const VolumeMesh mesh = tetrahedralize(surface, solid, tetrahedra);
    write_volume(folder / (info.name + ".vtu"), mesh);
    const LevelReport report = report_on(mesh, surface);
    cells.insert(cells.end(),
                 {with_thousands(report.tetrahedra), fmt::format("{:.3f}", report.volume / diagnosis.volume),
                  fmt::format("{:.1f} to {:.1f}", report.dihedral.least, report.dihedral.most)});
  } else {
    cells.insert(cells.end(), {"-", "-", "-"});
  }
  cells.push_back(fmt::format("{:.1f}", timer.seconds()));
  table.add_row(std::move(cells));
}

void show_models(const DemoOptions& options, const fs::path& folder) {
  std::vector<ModelInfo> shown;
  for (const ModelInfo& info : model_list())
    if (chosen(options, info.name)) shown.push_back(info);
  const Index tetrahedra = options.tets > 0 ? options.tets : options.full ? 100'000 : 20'000;
  fmt::print("The procedural models: made, inspected and filled with tetrahedra.\n\n");
  std::fflush(stdout);
  Table table(
      {"model", "triangles", "surface", "tetrahedra", "volume / solid", "dihedral angles", "seconds"});
  {
    Progress progress("models", static_cast<double>(shown.size()));
    for (const ModelInfo& info : shown) {
      show_model(info, tetrahedra, folder, table);
      progress.advance();
    }
  }
  fmt::print("{}\nin {}: the surfaces as MODEL.ply, the volumes as MODEL.vtu\n", table.text(),
             folder.string());
}

void show_hierarchy(const std::string& model, Index finest, const fs::path& folder, Table& table) {
  const SurfaceMesh surface = make_model(model);
  const SignedDistance solid(surface);
  HierarchyParams params;
  params.finest = finest;
  params.coarsest = kCoarsest;
  const double steps = std::log(finest / static_cast<double>(kCoarsest)) / std::log(4.0);
  params.levels = std::clamp(1 + static_cast<int>(std::lround(steps)), 1, 12);
  const MeshHierarchy hierarchy = build_hierarchy(surface, solid, params);
  for (std::size_t level = 0; level < hierarchy.levels.size(); ++level) {
    write_volume(folder / fmt::format("{}_level{}.vtu", model, level), hierarchy.levels[level]);
    const LevelReport& report = hierarchy.reports[level];
    table.add_row({model, std::to_string(level), with_thousands(report.tetrahedra),
                   fmt::format("{:.3f}", report.volume / signed_volume(surface)),
                   fmt::format("{:.1f} to {:.1f}", report.dihedral.least, report.dihedral.most),
                   with_thousands(report.vertices_outside), fmt::format("{:.1f}", report.seconds)});
  }
}

void show_hierarchies(const DemoOptions& options, const fs::path& folder) {
  std::vector<std::string> shown = options.models;
  if (shown.empty()) shown = {"rabbit", "knot"};
  if (options.models.empty() && options.full) shown.insert(shown.end(), {"dragon", "pony", "figure", "bear"});
  std::erase(shown, "cloth");  // has no inside
  if (shown.empty()) return;
  fmt::print("\nHierarchies for multigrid: every vertex of the surface is inside every level.\n\n");
  std::fflush(stdout);
  Table table(
      {"model", "level", "tetrahedra", "volume / solid", "dihedral angles", "vertices outside", "seconds"});
  for (const std::string& model : shown)
    show_hierarchy(model, options.tets > 0 ? options.tets : 100'000, folder, table);
  fmt::print("{}\nin {}: the levels as MODEL_levelN.vtu\n", table.text(), folder.string());
}

void run(const DemoOptions& options) {
  for (const std::string& model : options.models) find_model(model);
  for (const std::string& scene : options.scenes) find_scene(scene);
  const fs::path folder(options.folder);
  std::error_code failure;
  fs::create_directories(folder, failure);
  if (failure)
    throw Error(fmt::format("the folder cannot be made: {}", failure.message()), options.folder,
                "choose another with --out");
  require_writable(folder / "demo");
  const Timer timer;
  if (everything(options) || !options.models.empty()) {
    show_models(options, folder);
    show_hierarchies(options, folder);
  }
  if (const auto scenes = scenes_of(options); !scenes.empty()) show_scenes(scenes, options.full, folder);
  fmt::print("\n{:.0f} s; ParaView opens the .vtu and .pvd files\n", timer.seconds());
}

}  // namespace

void add_demo_command(CommandLine& line) {
  auto options = std::make_shared<DemoOptions>();
  Command command = line.add_command(
      "demo", "What sinew does, in about three minutes: models, volumes, hierarchies, bodies that move");
  command.option("--out", options->folder, "Folder for what is made").show_default().type_name("DIR");
  command.option("--models", options->models, "Only these models, with a hierarchy for each")
      .by_commas()
      .type_name("A,B,...");
  command.option("--scenes", options->scenes, "Only these scenes").by_commas().type_name("A,B,...");
  command.option("--tets", options->tets, "Tetrahedra of each volume and finest level")
      .whole(kFewestTetrahedra, 10'000'000)
      .type_name("N");
  command.flag("--full", options->full, "Larger meshes and more of them (takes several times as long)");
  command.footer(
      "Examples:\n"
      "  sinew demo\n"
      "  sinew demo --models rabbit,knot --tets 5000          a look in a few seconds\n"
      "  sinew demo --scenes cloth,towers                     bodies that move\n"
      "  sinew demo --full --out /tmp/sinew-demo");
  command.callback([options] { run(*options); });
}

}  // namespace sinew
