#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "app/commands.h"
#include "base/error.h"
#include "base/progress.h"
#include "base/table.h"
#include "base/timer.h"
#include "mesh/mesh_file.h"
#include "mesh/surface_diagnosis.h"
#include "meshing/hierarchy.h"
#include "meshing/tetrahedralize.h"
#include "shape/models.h"

namespace sinew {

namespace {

namespace fs = std::filesystem;

struct DemoOptions {
  std::string folder = "out";
  bool full = false;
};

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
  const std::string surface_file = (folder / (info.name + ".ply")).string();
  write_surface(surface_file, surface);
  std::vector<std::string> cells{info.name, with_thousands(surface.triangle_count()), verdict(diagnosis)};
  if (diagnosis.topology.closed) {
    const SignedDistance solid(surface);
    const VolumeMesh mesh = tetrahedralize(surface, solid, tetrahedra);
    const LevelReport report = report_on(mesh, surface);
    const std::string file = (folder / (info.name + ".vtu")).string();
    write_volume(file, mesh);
    cells.insert(cells.end(),
                 {with_thousands(report.tetrahedra), fmt::format("{:.3f}", report.volume / diagnosis.volume),
                  fmt::format("{:.1f} to {:.1f}", report.min_dihedral, report.max_dihedral),
                  fmt::format("{:.1f}", timer.seconds()), file});
  } else {
    cells.insert(cells.end(), {"-", "-", "-", fmt::format("{:.1f}", timer.seconds()), surface_file});
  }
  table.add_row(std::move(cells));
}

void show_hierarchy(const std::string& model, Index finest, const fs::path& folder, Table& table) {
  const SurfaceMesh surface = make_model(model);
  const SignedDistance solid(surface);
  HierarchyParams params;
  params.finest = finest;
  const MeshHierarchy hierarchy = build_hierarchy(surface, solid, params);
  for (std::size_t level = 0; level < hierarchy.levels.size(); ++level) {
    const std::string file = (folder / fmt::format("{}_level{}.vtu", model, level)).string();
    write_volume(file, hierarchy.levels[level]);
    const LevelReport& report = hierarchy.reports[level];
    table.add_row({model, std::to_string(level), with_thousands(report.tetrahedra),
                   fmt::format("{:.3f}", report.volume / signed_volume(surface)),
                   fmt::format("{:.1f} to {:.1f}", report.min_dihedral, report.max_dihedral),
                   with_thousands(report.vertices_outside), fmt::format("{:.1f}", report.seconds), file});
  }
}

void run(const DemoOptions& options) {
  const fs::path folder(options.folder);
  std::error_code failure;
  fs::create_directories(folder, failure);
  if (failure) throw Error(fmt::format("the folder cannot be made: {}", failure.message()), options.folder);
  const Timer timer;

  fmt::print("The procedural models: made, inspected and filled with tetrahedra.\n\n");
  Table models({"model", "triangles", "surface", "tetrahedra", "volume / solid", "dihedral angles", "seconds",
                "file"});
  {
    Progress progress("models", static_cast<double>(model_list().size()));
    for (const ModelInfo& info : model_list()) {
      show_model(info, options.full ? 100'000 : 20'000, folder, models);
      progress.advance();
    }
  }
  fmt::print("{}\nHierarchies for multigrid: every vertex of the surface is inside every level.\n\n",
             models.text());

  Table levels({"model", "level", "tetrahedra", "volume / solid", "dihedral angles", "vertices outside",
                "seconds", "file"});
  const std::vector<std::string> shown =
      options.full ? std::vector<std::string>{"rabbit", "knot", "dragon", "pony", "figure", "bear"}
                   : std::vector<std::string>{"rabbit", "knot"};
  for (const std::string& model : shown) show_hierarchy(model, options.full ? 100'000 : 0, folder, levels);
  fmt::print("{}\nEverything is in {} after {:.0f} s; ParaView opens the .vtu files.\n", levels.text(),
             folder.string(), timer.seconds());
}

}  // namespace

void add_demo_command(CLI::App& app) {
  auto options = std::make_shared<DemoOptions>();
  CLI::App* command =
      app.add_subcommand("demo", "What sinew does, in about three minutes: models, volumes, hierarchies");
  command->add_option("--out", options->folder, "Folder for what is made")
      ->capture_default_str()
      ->type_name("DIR");
  command->add_flag("--full", options->full, "Larger meshes and more of them (takes several times as long)");
  command->footer(
      "Examples:\n"
      "  sinew demo\n"
      "  sinew demo --full --out /tmp/sinew-demo");
  command->callback([options] { run(*options); });
}

}  // namespace sinew
