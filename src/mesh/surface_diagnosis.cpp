#include "mesh/surface_diagnosis.h"

#include <tuple>

#include "mesh/duplicate_triangles.h"
#include "mesh/predicates.h"
#include "mesh/weld.h"

namespace sinew {

namespace {

void measure(const SurfaceMesh& mesh, SurfaceDiagnosis& diagnosis) {
  diagnosis.vertices = mesh.vertex_count();
  diagnosis.triangles = mesh.triangle_count();
  diagnosis.area = surface_area(mesh);
  diagnosis.volume = signed_volume(mesh);
  const std::vector<char> used = used_vertices(mesh);
  for (Index v = 0; v < mesh.vertex_count(); ++v) {
    if (used[v] != 0) diagnosis.box.extend(mesh.positions[v]);
    diagnosis.unused_vertices += used[v] == 0;
  }
}

void count_bad_triangles(const SurfaceMesh& mesh, SurfaceDiagnosis& diagnosis) {
  for (Index t = 0; t < mesh.triangle_count(); ++t) diagnosis.degenerate_triangles += is_degenerate(mesh, t);
  const std::vector<Index> first = first_copies(mesh.triangles);
  for (Index t = 0; t < mesh.triangle_count(); ++t) diagnosis.duplicate_triangles += first[t] != t;
}

auto tied(const SurfaceDiagnosis& d) {
  return std::tie(d.vertices, d.triangles, d.box.lower, d.box.upper, d.area, d.volume, d.unused_vertices,
                  d.duplicate_vertices, d.degenerate_triangles, d.duplicate_triangles, d.topology,
                  d.welded_topology, d.self_intersecting_pairs, d.self_intersections_complete);
}

}  // namespace

bool SurfaceDiagnosis::operator==(const SurfaceDiagnosis& other) const { return tied(*this) == tied(other); }

bool is_degenerate(const SurfaceMesh& mesh, Index t) {
  if (has_repeated_corner(mesh.triangles[t])) return true;
  const auto [a, b, c] = mesh.corners(t);
  return collinear(a, b, c);
}

SurfaceDiagnosis diagnose(const SurfaceMesh& mesh) {
  SurfaceDiagnosis diagnosis;
  measure(mesh, diagnosis);
  count_bad_triangles(mesh, diagnosis);
  diagnosis.topology = surface_topology(mesh.triangles);

  SurfaceMesh welded = mesh;
  diagnosis.duplicate_vertices = weld_equal_positions(welded);
  diagnosis.welded_topology =
      diagnosis.duplicate_vertices == 0 ? diagnosis.topology : surface_topology(welded.triangles);
  const SelfIntersections crossing = self_intersections(welded);
  diagnosis.self_intersecting_pairs = static_cast<Index>(crossing.pairs.size());
  diagnosis.self_intersections_complete = crossing.complete;
  return diagnosis;
}

}  // namespace sinew
