#include "sinew/meshing/tetrahedra.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <mutex>

#include "base/parallel.h"
#include "base/progress.h"
#include "base/timer.h"
#include "mesh/tetrahedron_adjacency.h"
#include "mesh/tetrahedron_locator.h"
#include "mesh/tetrahedron_quality.h"
#include "meshing/containing_mesh.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

void check(const HierarchyParams& params) {
  if (params.levels < 1 || params.levels > 12)
    throw Error(fmt::format("{} levels asked for", params.levels), "", "between 1 and 12 make sense");
  for (const auto& [level, mesh] : params.given) {
    if (level < 0 || level >= params.levels)
      throw Error(fmt::format("a mesh is given for level {}, but there are {} levels", level, params.levels),
                  "", "levels count from 0, the finest");
    if (mesh.tetrahedra.empty())
      throw Error(fmt::format("the mesh given for level {} has no tetrahedra", level));
  }
}

}  // namespace

LevelReport report_on(const VolumeMesh& mesh, const SurfaceMesh& surface) {
  LevelReport report;
  report.tetrahedra = mesh.tetrahedron_count();
  report.nodes = mesh.node_count();
  report.volume = total_volume(mesh);
  for (Index t = 0; t < mesh.tetrahedron_count(); ++t) {
    const auto [a, b, c, d] = mesh.corners(t);
    report.dihedral.extend(dihedral_range(a, b, c, d));
  }
  report.vertices_outside = count_outside(mesh, surface.positions);
  report.pieces = face_components(face_neighbours(mesh.tetrahedra)).count;
  return report;
}

std::vector<Index> level_targets(const HierarchyParams& params) {
  const int steps = std::max(1, params.levels - 1);
  const double finest = params.finest > 0 ? params.finest : params.coarsest * std::pow(4.0, steps);
  const double ratio = params.levels > 1 ? std::pow(finest / params.coarsest, 1.0 / steps) : 1;
  std::vector<Index> targets;
  for (int level = 0; level < params.levels; ++level)
    targets.push_back(static_cast<Index>(std::lround(std::min(finest / std::pow(ratio, level), 2e9))));
  return targets;
}

MeshHierarchy build_hierarchy(const SurfaceMesh& surface, const SignedDistance& solid,
                              const HierarchyParams& params) {
  check(params);
  const std::vector<Index> targets = level_targets(params);
  MeshHierarchy hierarchy;
  hierarchy.levels.resize(params.levels);
  hierarchy.reports.resize(params.levels);
  // Work grows with the elements, but a level has a price of its own too.
  auto effort = [](Index target) { return target + 5000.0; };
  double total = 0;
  for (const Index target : targets) total += effort(target);
  Progress progress("meshing levels", total);
  std::mutex progress_mutex;
  // Levels at the same time: shrinking a level is one thread's work, and half of all.
  parallel_for(params.levels, 1, [&](Index level, Index) {
    const Timer timer;
    const auto given = params.given.find(level);
    VolumeMesh& mesh = hierarchy.levels[level];
    LevelReport& report = hierarchy.reports[level];
    mesh =
        given != params.given.end() ? given->second : containing_mesh(surface, solid, targets[level], level);
    report = report_on(mesh, surface);
    report.given = given != params.given.end();
    report.seconds = timer.seconds();
    const std::lock_guard lock(progress_mutex);
    progress.advance(effort(targets[level]));
  });
  return hierarchy;
}

}  // namespace sinew
