#include "sinew/mesh/repair.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/table.h"
#include "mesh/duplicate_triangles.h"
#include "mesh/edge_table.h"
#include "mesh/orient.h"
#include "mesh/surface_diagnosis.h"
#include "mesh/weld_near.h"

namespace sinew {

namespace {

Index drop_marked(SurfaceMesh& mesh, const std::vector<char>& marked) {
  Index kept = 0;
  for (Index t = 0; t < mesh.triangle_count(); ++t)
    if (marked[t] == 0) mesh.triangles[kept++] = mesh.triangles[t];
  const Index dropped = mesh.triangle_count() - kept;
  mesh.triangles.resize(kept);
  return dropped;
}

Index drop_collapsed_triangles(SurfaceMesh& mesh) {
  std::vector<char> collapsed(mesh.triangles.size());
  std::transform(mesh.triangles.begin(), mesh.triangles.end(), collapsed.begin(), has_repeated_corner);
  return drop_marked(mesh, collapsed);
}

// Drops triangles without area at a rim, and those that come to lie at one as others go.
Index drop_loose_flat_triangles(SurfaceMesh& mesh, Index& kept) {
  std::vector<char> flat(mesh.triangles.size(), 0), dropped(mesh.triangles.size(), 0);
  std::vector<Index> waiting;
  for (Index t = 0; t < mesh.triangle_count(); ++t)
    if (is_degenerate(mesh, t)) flat[t] = 1, waiting.push_back(t);
  if (waiting.empty()) return 0;

  const auto all = static_cast<Index>(waiting.size());
  const EdgeTable edges(mesh.triangles);
  std::vector<Index> sides(edges.edge_count());
  for (Index e = 0; e < edges.edge_count(); ++e) sides[e] = static_cast<Index>(edges.sides(e).size());
  while (!waiting.empty()) {
    const Index t = waiting.back();
    waiting.pop_back();
    const Index at[3] = {edges.edge_of(t, 0), edges.edge_of(t, 1), edges.edge_of(t, 2)};
    const bool at_rim = std::any_of(at, at + 3, [&](Index e) { return sides[e] == 1; });
    if (dropped[t] != 0 || !at_rim) continue;
    dropped[t] = 1;
    for (const Index e : at) {
      --sides[e];
      for (const auto& side : edges.sides(e))
        if (flat[side.triangle] != 0 && dropped[side.triangle] == 0) waiting.push_back(side.triangle);
    }
  }
  const Index count = drop_marked(mesh, dropped);
  kept = all - count;
  return count;
}

std::string counted(Index count, const std::string& one, const std::string& many) {
  return fmt::format("{} {}", with_thousands(count), count == 1 ? one : many);
}

std::string triangles(Index count) { return counted(count, "triangle", "triangles"); }

std::vector<std::string> notes_of(const RepairReport& report, Index triangle_count, double tolerance) {
  std::vector<std::string> notes;
  auto note = [&](Index count, const std::string& text) {
    if (count > 0) notes.push_back(text);
  };
  const OrientationReport& turned = report.orientation;
  note(report.welded_vertices,
       fmt::format("{} welded to another {}", counted(report.welded_vertices, "vertex", "vertices"),
                   tolerance > 0 ? fmt::format("no farther than {:g}", tolerance) : "at the same position"));
  note(report.dropped_degenerate_triangles,
       triangles(report.dropped_degenerate_triangles) + " without area dropped");
  note(report.kept_degenerate_triangles, triangles(report.kept_degenerate_triangles) +
                                             " without area kept, because they hold the surface together");
  note(report.duplicates.copies, triangles(report.duplicates.copies) + " dropped as duplicates of others");
  note(report.duplicates.cancelled,
       triangles(report.duplicates.cancelled) + " dropped that lay back to back and bounded nothing");
  note(report.dropped_vertices,
       counted(report.dropped_vertices, "vertex", "vertices") + " used by no triangle dropped");
  note(turned.turned_to_neighbours,
       triangles(turned.turned_to_neighbours) +
           " turned over to agree with their neighbours; the larger area of each patch was taken as right");
  note(turned.turned_outward,
       turned.turned_outward == triangle_count
           ? fmt::format("{} turned outward: the whole surface was inside out",
                         counted(turned.turned_outward, "inward face", "inward faces"))
           : fmt::format("{} turned outward: some of the parts were inside out",
                         counted(turned.turned_outward, "inward face", "inward faces")));
  note(turned.cavities, counted(turned.cavities, "closed part", "closed parts") +
                            " facing inward inside another taken as cavities");
  note(turned.nested_solids, counted(turned.nested_solids, "closed part", "closed parts") +
                                 " facing outward inside another taken as solid");
  note(turned.one_sided_patches, counted(turned.one_sided_patches, "part", "parts") +
                                     " with one side only (as a Moebius strip) left as they are");
  return notes;
}

}  // namespace

RepairReport repair(SurfaceMesh& mesh, const RepairOptions& options) {
  RepairReport report;
  report.welded_vertices = weld_near_positions(mesh, options.weld_tolerance);
  report.dropped_degenerate_triangles = drop_collapsed_triangles(mesh);
  report.duplicates = drop_duplicate_triangles(mesh);
  report.dropped_degenerate_triangles += drop_loose_flat_triangles(mesh, report.kept_degenerate_triangles);
  report.orientation = orient(mesh);
  report.dropped_vertices = drop_unused_vertices(mesh);
  report.notes = notes_of(report, mesh.triangle_count(), options.weld_tolerance);
  return report;
}

}  // namespace sinew
