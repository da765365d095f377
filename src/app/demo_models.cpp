#include "app/demo_models.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/table.h"
#include "base/timer.h"
#include "mesh/surface_diagnosis.h"
#include "sinew/mesh/mesh_file.h"
#include "sinew/meshing/signed_distance.h"
#include "sinew/meshing/tetrahedra.h"
#include "sinew/shape/models.h"

namespace sinew {

namespace {

namespace fs = std::filesystem;

constexpr Index kCoarsest = 100;  // tetrahedra of a hierarchy's last level

std::string verdict(const SurfaceDiagnosis& diagnosis) {
  const SurfaceTopology& topology = diagnosis.topology;
  std::string text = topology.closed ? "closed" : "open";
  text += topology.manifold() ? ", manifold" : ", not manifold";
  if (topology.genus) text += fmt::format(", genus {}", *topology.genus);
  if (diagnosis.self_intersecting_pairs > 0)
    text += fmt::format(", {} crossings", diagnosis.self_intersecting_pairs);
  return text;
}

std::string angles(const LevelReport& report) {
  return fmt::format("{:.1f} to {:.1f}", report.dihedral.least, report.dihedral.most);
}

// Makes, inspects and meshes one model; its surface and, if it has an inside, its volume are left in the
// folder.
std::vector<std::string> model_row(const std::string& model, Index tetrahedra, const fs::path& folder) {
  const Timer timer;
  const SurfaceMesh surface = make_model(model);
  const SurfaceDiagnosis diagnosis = diagnose(surface);
  write_surface(folder / (model + ".ply"), surface);
  std::vector<std::string> cells{model, with_thousands(surface.triangle_count()), verdict(diagnosis)};
  if (diagnosis.topology.closed) {
    const SignedDistance solid(surface);
    const VolumeMesh mesh = tetrahedralize(surface, solid, tetrahedra);
    write_volume(folder / (model + ".vtu"), mesh);
    const LevelReport report = report_on(mesh, surface);
    cells.insert(cells.end(), {with_thousands(report.tetrahedra),
                               fmt::format("{:.3f}", report.volume / diagnosis.volume), angles(report)});
  } else {
    cells.insert(cells.end(), {"-", "-", "-"});
  }
  cells.push_back(fmt::format("{:.1f}", timer.seconds()));
  return cells;
}

std::vector<std::vector<std::string>> hierarchy_rows(const std::string& model, Index finest,
                                                     const fs::path& folder) {
  const SurfaceMesh surface = make_model(model);
  const SignedDistance solid(surface);
  HierarchyParams params;
  params.finest = finest;
  params.coarsest = kCoarsest;
  const double steps = std::log(finest / static_cast<double>(kCoarsest)) / std::log(4.0);
  params.levels = std::clamp(1 + static_cast<int>(std::lround(steps)), 1, 12);
  const MeshHierarchy hierarchy = build_hierarchy(surface, solid, params);
  std::vector<std::vector<std::string>> rows;
  for (std::size_t level = 0; level < hierarchy.levels.size(); ++level) {
    write_volume(folder / fmt::format("{}_level{}.vtu", model, level), hierarchy.levels[level]);
    const LevelReport& report = hierarchy.reports[level];
    rows.push_back({model, std::to_string(level), with_thousands(report.tetrahedra),
                    fmt::format("{:.3f}", report.volume / signed_volume(surface)), angles(report),
                    with_thousands(report.vertices_outside), fmt::format("{:.1f}", report.seconds)});
  }
  return rows;
}

void print_table(const GalleryPart& part) {
  Table table(part.heads);
  for (const auto& row : part.rows) table.add_row(row);
  fmt::print("\n{}\n\n{}\n", part.text, table.text());
  std::fflush(stdout);
}

}  // namespace

GalleryPart models_part() {
  GalleryPart part;
  part.name = "models";
  part.title = "The built-in models";
  part.text = "The procedural models: made, inspected and filled with tetrahedra (MODEL.ply and MODEL.vtu).";
  part.command = "sinew model";
  part.wide = true;
  part.heads = {"model",          "triangles",       "surface", "tetrahedra",
                "volume / solid", "dihedral angles", "seconds"};
  return part;
}

void show_models(const std::vector<std::string>& models, Index tetrahedra, const fs::path& folder,
                 DemoPage& page) {
  GalleryPart& part = page.begin(models_part().name);
  for (const std::string& model : models) {
    part.rows.push_back(model_row(model, tetrahedra, folder));
    page.update();
  }
  page.finish(part, "MODEL.ply and MODEL.vtu of " + counted(std::ssize(models), "model", "models"));
  print_table(part);
}

GalleryPart hierarchies_part() {
  GalleryPart part;
  part.name = "hierarchies";
  part.title = "Hierarchies for multigrid";
  part.text =
      "Hierarchies for multigrid: every vertex of the surface is inside every level (MODEL_levelN.vtu).";
  part.command = "sinew mesh rabbit.ply -o rabbit.vtu --levels 6";
  part.wide = true;
  part.heads = {"model",  "level", "tetrahedra", "volume / solid", "dihedral angles", "vertices outside",
                "seconds"};
  return part;
}

void show_hierarchies(const std::vector<std::string>& models, Index finest, const fs::path& folder,
                      DemoPage& page) {
  GalleryPart& part = page.begin(hierarchies_part().name);
  for (const std::string& model : models) {
    for (auto& row : hierarchy_rows(model, finest, folder)) part.rows.push_back(std::move(row));
    page.update();
  }
  page.finish(part, "MODEL_levelN.vtu of " + counted(std::ssize(models), "model", "models"));
  print_table(part);
}

}  // namespace sinew
