#include "meshing/hierarchy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/progress.h"
#include "base/timer.h"
#include "mesh/tetrahedron_adjacency.h"
#include "mesh/tetrahedron_locator.h"
#include "mesh/tetrahedron_quality.h"
#include "meshing/tetrahedralize.h"

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
  report.min_dihedral = 180;
  for (Index t = 0; t < mesh.tetrahedron_count(); ++t) {
    const auto [a, b, c, d] = mesh.corners(t);
    for (const double angle : dihedral_angles(a, b, c, d)) {
      report.min_dihedral = std::min(report.min_dihedral, angle);
      report.max_dihedral = std::max(report.max_dihedral, angle);
    }
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
  // Work grows with the elements, but a level has a price of its own too.
  auto effort = [](Index target) { return target + 5000.0; };
  double total = 0;
  for (const Index target : targets) total += effort(target);
  Progress progress("meshing levels", total);
  for (int level = 0; level < params.levels; ++level) {
    const Timer timer;
    const auto given = params.given.find(level);
    hierarchy.levels.push_back(
        given != params.given.end() ? given->second : containing_mesh(surface, solid, targets[level], level));
    LevelReport report = report_on(hierarchy.levels.back(), surface);
    report.given = given != params.given.end();
    report.seconds = timer.seconds();
    hierarchy.reports.push_back(report);
    progress.advance(effort(targets[level]));
  }
  return hierarchy;
}

}  // namespace sinew
