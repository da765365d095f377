#include "app/mesh_jobs.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "app/surface_input.h"
#include "base/error.h"
#include "base/log.h"
#include "base/table.h"
#include "base/timer.h"
#include "mesh/mesh_file.h"
#include "meshing/decimation.h"
#include "meshing/distortion_report.h"
#include "meshing/hierarchy.h"
#include "meshing/nested_refinement.h"
#include "meshing/semi_regular.h"
#include "meshing/tetrahedralize.h"
#include "meshing/voxel_grid.h"

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

Table level_table() {
  return Table({"level", "tetrahedra", "nodes", "volume / solid", "dihedral angles", "vertices outside",
                "pieces", "seconds", "file"});
}

void add_level(Table& table, std::size_t level, const LevelReport& report, double solid_volume,
               const std::string& file) {
  table.add_row({std::to_string(level), with_thousands(report.tetrahedra), with_thousands(report.nodes),
                 fmt::format("{:.3f}", report.volume / solid_volume),
                 fmt::format("{:.1f} to {:.1f}", report.min_dihedral, report.max_dihedral),
                 with_thousands(report.vertices_outside), with_thousands(report.pieces),
                 report.given ? "given" : fmt::format("{:.2f}", report.seconds), file});
}

VolumeMesh read_level(int level, const std::string& path) {
  MeshFile file = read_mesh(path);
  for (const std::string& warning : file.warnings) log_warning("{}: {}", path, warning);
  if (file.volume.tetrahedra.empty())
    throw Error(fmt::format("has no tetrahedra for level {}", level), path, "give a tetrahedral mesh");
  return std::move(file.volume);
}

double inside_volume(const SurfaceMesh& surface, const SignedDistance& solid) {
  return voxelize(surface, solid, voxel_frame(solid.box(), 64)).volume();
}

}  // namespace

void make_tetrahedra(const MeshJob& job, Index target) {
  require_volume_format(job.output);
  const SurfaceMesh surface = surface_to_mesh(job.input);
  const SignedDistance solid(surface);
  const Timer timer;
  const VolumeMesh mesh = tetrahedralize(surface, solid, target);
  LevelReport report = report_on(mesh, surface);
  report.seconds = timer.seconds();
  write_volume(job.output, mesh);
  Table table = level_table();
  add_level(table, 0, report, inside_volume(surface, solid), job.output);
  fmt::print("{}", table.text());
}

void make_hierarchy(const MeshJob& job, int levels, Index finest, const std::map<int, std::string>& given) {
  require_volume_format(job.output);
  const SurfaceMesh surface = surface_to_mesh(job.input);
  const SignedDistance solid(surface);
  HierarchyParams params;
  params.levels = levels;
  params.finest = finest;
  for (const auto& [level, path] : given) params.given[level] = read_level(level, path);
  const MeshHierarchy hierarchy = build_hierarchy(surface, solid, params);

  Table table = level_table();
  const double volume = inside_volume(surface, solid);
  for (std::size_t level = 0; level < hierarchy.levels.size(); ++level) {
    const std::string path = level_path(job.output, level);
    write_volume(path, hierarchy.levels[level]);
    add_level(table, level, hierarchy.reports[level], volume, path);
    if (hierarchy.reports[level].vertices_outside > 0)
      log_warning("level {}: {} vertices of the surface are outside; they will follow the nearest element",
                  level, with_thousands(hierarchy.reports[level].vertices_outside));
  }
  fmt::print("{}", table.text());
}

void make_voxels(const MeshJob& job, Index resolution) {
  require_volume_format(job.output);
  const SurfaceMesh surface = surface_to_mesh(job.input);
  const Timer timer;
  const SignedDistance solid(surface);
  const VoxelGrid grid = voxelize(surface, solid, voxel_frame(solid.box(), resolution));
  const double seconds = timer.seconds();
  if (grid.inside_count() == 0)
    throw Error("no voxel has its centre inside", job.input,
                "ask for more voxels, or check with 'sinew inspect'");
  write_volume(job.output, hexahedra(grid));
  const auto& n = grid.frame.counts;
  fmt::print("{} x {} x {} voxels of side {:.4g}, {} inside, volume {:.6g}, by {}, {:.2f} s, in {}\n", n[0],
             n[1], n[2], grid.frame.spacing, with_thousands(static_cast<long long>(grid.inside_count())),
             grid.volume(), solid.closed() ? "crossings along rows" : "winding number", seconds, job.output);
}

void refine_volume(const MeshJob& job, int times) {
  require_volume_format(job.output);
  VolumeMesh mesh = read_level(0, job.input);
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
  require_surface_format(job.output);
  const SurfaceMesh surface = surface_to_mesh(job.input);
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
  require_surface_format(job.output);
  const SurfaceMesh surface = surface_to_mesh(job.input);
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
  fmt::print(
      "distance to the input, in parts of its diagonal: {:.2g} at most, {:.2g} root mean square\n"
      "triangle areas over their share of the base: {:.2f} to {:.2f}, mean {:.2f}\n"
      "smallest angle {:.1f} degrees, {} triangles flipped, {:.2f} s, in {}\n",
      report.max_distance, report.rms_distance, report.min_area_ratio, report.max_area_ratio,
      report.mean_area_ratio, report.smallest_angle_degrees, report.flipped_triangles, timer.seconds(),
      job.output);
}

}  // namespace sinew
