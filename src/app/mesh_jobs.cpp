#include "app/mesh_jobs.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "base/file.h"
#include "base/log.h"
#include "base/table.h"
#include "base/timer.h"
#include "mesh/surface_input.h"
#include "meshing/inside_check.h"
#include "remeshing/decimation.h"
#include "remeshing/distortion_report.h"
#include "remeshing/semi_regular.h"
#include "sinew/base/error.h"
#include "sinew/mesh/mesh_file.h"
#include "sinew/meshing/tetrahedra.h"
#include "sinew/meshing/voxel_grid.h"

namespace sinew {

namespace {

namespace fs = std::filesystem;

// out/body.vtu -> out/body_level2.vtu
std::string level_path(const std::string& output, std::size_t level) {
  const fs::path path(output);
  fs::path named = path.parent_path() / path.stem();
  named += fmt::format("_level{}{}", level, path.extension().string());
  return named.string();
}

// What would stop the writing in the end stops the work at its start.
void require_volume_output(const fs::path& path) {
  require_volume_format(path);
  require_writable(path);
}
void require_surface_output(const fs::path& path) {
  require_surface_format(path);
  require_writable(path);
}

std::string volume_ratio(const LevelReport& report, double solid_volume) {
  return solid_volume > 0 ? fmt::format("{:.3f}", report.volume / solid_volume) : "-";
}

std::string angle_range(const LevelReport& report) {
  return fmt::format("{:.1f} to {:.1f}", report.dihedral.least, report.dihedral.most);
}

VolumeMesh read_tetrahedra(const std::string& path) {
  MeshFile file = read_mesh(path);
  for (const std::string& warning : file.warnings) log_warning("{}: {}", path, warning);
  if (file.volume.tetrahedra.empty())
    throw Error("has no tetrahedra", path,
                "a volume of tetrahedra is needed here; 'sinew mesh' makes one of a surface");
  return std::move(file.volume);
}

// By counting voxels, which is right for parts that overlap too; 0 (unknown) for an open surface too thin for
// them.
double inside_volume(const SurfaceMesh& surface, const SignedDistance& solid) {
  constexpr std::size_t kTrusted = 1000;
  const VoxelGrid grid = voxelize(surface, solid, voxel_frame(solid.box(), 64));
  if (grid.inside_count() >= kTrusted) return grid.volume();
  return solid.closed() ? std::abs(signed_volume(surface)) : 0;
}

// Which bases were tried, if the first one folded.
std::string trial_table(const SemiRegularResult& result) {
  Table table({"base tried", "evenness", "reach", "crossings", "turned over", "distance (rms)", ""});
  for (std::size_t k = 0; k < result.trials.size(); ++k) {
    const BaseTrial& trial = result.trials[k];
    table.add_row({with_thousands(trial.base_triangles), fmt::format("{}", trial.weights.evenness),
                   fmt::format("{}", trial.weights.reach), with_thousands(trial.crossings),
                   with_thousands(trial.flipped_triangles), fmt::format("{:.2g}", trial.rms_distance),
                   k == result.kept ? "kept" : ""});
  }
  return table.text();
}

void warn_of_faults(const BaseTrial& kept, Index base_triangles) {
  if (kept.faults() == 0) return;
  log_warning(
      "{} and {} turned over on every base tried: {} triangles are too few for this surface; try --base {}",
      counted(kept.crossings, "pair of triangles crosses", "pairs of triangles cross"),
      counted(kept.flipped_triangles, "triangle is", "triangles are"), base_triangles, 4 * base_triangles);
}

}  // namespace

void make_tetrahedra(const MeshJob& job, Index target) {
  require_volume_output(job.output);
  const SurfaceMesh surface = solid_from(job.input);
  const SignedDistance solid(surface);
  const Timer timer;
  const VolumeMesh mesh = tetrahedralize(surface, solid, target);
  LevelReport report = report_on(mesh, surface);
  report.seconds = timer.seconds();
  write_volume(job.output, mesh);
  Table table({"tetrahedra", "nodes", "volume / solid", "dihedral angles", "pieces", "seconds", "file"});
  table.add_row({with_thousands(report.tetrahedra), with_thousands(report.nodes),
                 volume_ratio(report, inside_volume(surface, solid)), angle_range(report),
                 with_thousands(report.pieces), fmt::format("{:.2f}", report.seconds), job.output});
  fmt::print("{}", table.text());
}

void make_hierarchy(const MeshJob& job, int levels, Index finest, const std::map<int, std::string>& given) {
  require_volume_format(job.output);
  require_writable(level_path(job.output, 0));
  HierarchyParams params;
  params.levels = levels;
  params.finest = finest;
  for (const auto& [level, path] : given) params.given[level] = read_tetrahedra(path);
  const SurfaceMesh surface = solid_from(job.input);
  const SignedDistance solid(surface);
  const MeshHierarchy hierarchy = build_hierarchy(surface, solid, params);

  Table table({"level", "tetrahedra", "nodes", "volume / solid", "dihedral angles", "vertices outside",
               "pieces", "seconds", "file"});
  const double volume = inside_volume(surface, solid);
  for (std::size_t level = 0; level < hierarchy.levels.size(); ++level) {
    const std::string path = level_path(job.output, level);
    write_volume(path, hierarchy.levels[level]);
    const LevelReport& report = hierarchy.reports[level];
    table.add_row({std::to_string(level), with_thousands(report.tetrahedra), with_thousands(report.nodes),
                   volume_ratio(report, volume), angle_range(report), with_thousands(report.vertices_outside),
                   with_thousands(report.pieces),
                   report.given ? "given" : fmt::format("{:.2f}", report.seconds), path});
    if (report.vertices_outside > 0)
      log_warning("level {}: {} vertices of the surface are outside; they will follow the nearest element",
                  level, with_thousands(report.vertices_outside));
  }
  fmt::print("{}", table.text());
}

void make_voxels(const MeshJob& job, Index resolution) {
  require_volume_output(job.output);
  const SurfaceMesh surface = solid_from(job.input);
  const Timer timer;
  const SignedDistance solid(surface);
  require_inside(solid);
  const VoxelGrid grid = voxelize(surface, solid, voxel_frame(solid.box(), resolution));
  const double seconds = timer.seconds();
  if (grid.inside_count() == 0)
    throw Error("no voxel has its centre inside", job.input, "ask for more voxels: the solid is thin");
  write_volume(job.output, hexahedra(grid));
  const auto& n = grid.frame.counts;
  fmt::print("{} x {} x {} voxels of side {:.4g}, {} inside, volume {:.6g}, by {}, {:.2f} s, in {}\n", n[0],
             n[1], n[2], grid.frame.spacing, with_thousands(static_cast<long long>(grid.inside_count())),
             grid.volume(), solid.closed() ? "crossings along rows" : "winding number", seconds, job.output);
}

void refine_volume(const MeshJob& job, int times) {
  require_volume_output(job.output);
  VolumeMesh mesh = read_tetrahedra(job.input);
  constexpr double kMost = 2e8;
  if (mesh.tetrahedron_count() * std::pow(8.0, times) > kMost)
    throw Error(fmt::format("{} refinements of {} tetrahedra are more than {:.0f} million", times,
                            with_thousands(mesh.tetrahedron_count()), kMost / 1e6),
                job.input, "refine fewer times");
  for (int i = 0; i < times; ++i) mesh = refine_nested(mesh);
  write_volume(job.output, mesh);
  fmt::print("{} tetrahedra, {} nodes, in {}\n", with_thousands(mesh.tetrahedron_count()),
             with_thousands(mesh.node_count()), job.output);
}

void decimate_surface(const MeshJob& job, Index triangles) {
  require_surface_output(job.output);
  const SurfaceMesh surface = surface_from(job.input);
  const Timer timer;
  DecimationParams params;
  params.target_triangles = triangles;
  const DecimationResult result = decimate(surface, params);
  write_surface(job.output, result.mesh);
  fmt::print("{} triangles of {}, largest error {:.3g} (box diagonal {:.3g}), {:.2f} s, in {}\n",
             with_thousands(result.mesh.triangle_count()), with_thousands(surface.triangle_count()),
             result.max_error, bounding_box(surface).diagonal(), timer.seconds(), job.output);
  if (!result.reached_target)
    log_warning("{} triangles could not be reached without harm to the surface", with_thousands(triangles));
}

void remesh_surface(const MeshJob& job, Index levels, Index base_triangles) {
  require_surface_output(job.output);
  const SurfaceMesh surface = surface_from(job.input);
  const Timer timer;
  SemiRegularParams params;
  params.levels = levels;
  params.base_triangles = base_triangles;
  const SemiRegularResult result = remesh_semi_regular(surface, params);
  const DistortionReport report = distortion(result.mesh, surface);
  write_surface(job.output, result.mesh.finest);
  Table table({"level", "vertices", "triangles"});
  for (Index l = 0; l <= levels; ++l)
    table.add_row({std::to_string(l), with_thousands(result.mesh.level_vertex_count[l]),
                   with_thousands(static_cast<long long>(result.mesh.triangles(l).size()))});
  fmt::print("{}\n", table.text());
  if (result.trials.size() > 1) fmt::print("{}\n", trial_table(result));
  fmt::print(
      "distance to the input, in parts of its diagonal: {:.2g} at most, {:.2g} root mean square\n"
      "triangle areas over their share of the base: {:.2f} to {:.2f}, mean {:.2f}\n"
      "smallest angle {:.1f} degrees, {} triangles flipped, {} pairs cross, {:.2f} s, in {}\n",
      report.max_distance, report.rms_distance, report.min_area_ratio, report.max_area_ratio,
      report.mean_area_ratio, report.smallest_angle_degrees, report.flipped_triangles,
      result.trials[result.kept].crossings, timer.seconds(), job.output);
  warn_of_faults(result.trials[result.kept], base_triangles);
}

}  // namespace sinew
