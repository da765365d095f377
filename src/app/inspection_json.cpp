#include <vector>

#include "app/inspection.h"
#include "sinew/base/json_value.h"

namespace sinew {

namespace {

JsonValue json_of(const Vec3& p) { return JsonValue::array({p.x, p.y, p.z}); }

// An empty box has infinite corners, which JSON cannot say.
JsonValue json_of(const Box3& box) {
  return box.empty() ? JsonValue() : JsonValue{{"lower", json_of(box.lower)}, {"upper", json_of(box.upper)}};
}

JsonValue json_of(const SurfaceTopology& t) {
  return {{"closed", t.closed},
          {"edge_manifold", t.edge_manifold()},
          {"vertex_manifold", t.vertex_manifold()},
          {"oriented", t.oriented()},
          {"edges", t.edges},
          {"open_edges", t.open_edges},
          {"boundary_loops", t.boundary_loops},
          {"nonmanifold_edges", t.nonmanifold_edges},
          {"nonmanifold_vertices", t.nonmanifold_vertices},
          {"opposed_edges", t.opposed_edges},
          {"components", t.components},
          {"euler_characteristic", t.euler_characteristic},
          {"genus", t.genus ? JsonValue(*t.genus) : JsonValue()}};
}

JsonValue json_of(const SurfaceDiagnosis& d) {
  return {{"vertices", d.vertices},
          {"triangles", d.triangles},
          {"box", json_of(d.box)},
          {"area", d.area},
          {"signed_volume", d.volume},
          {"unused_vertices", d.unused_vertices},
          {"duplicate_vertices", d.duplicate_vertices},
          {"degenerate_triangles", d.degenerate_triangles},
          {"duplicate_triangles", d.duplicate_triangles},
          {"self_intersecting_pairs", d.self_intersecting_pairs},
          {"self_intersections_complete", d.self_intersections_complete},
          {"topology", json_of(d.topology)},
          {"welded_topology", json_of(d.welded_topology)}};
}

JsonValue json_of(const WorstElement& worst) {
  return worst.element < 0 ? JsonValue() : JsonValue{{"value", worst.value}, {"element", worst.element}};
}

JsonValue json_of(const VolumeDiagnosis& d) {
  return {{"nodes", d.nodes},
          {"tetrahedra", d.tetrahedra},
          {"hexahedra", d.hexahedra},
          {"box", json_of(d.box)},
          {"volume", d.volume},
          {"unused_nodes", d.unused_nodes},
          {"duplicate_nodes", d.duplicate_nodes},
          {"inverted_elements", d.inverted_elements},
          {"degenerate_elements", d.degenerate_elements},
          {"duplicate_elements", d.duplicate_elements},
          {"overfull_faces", d.overfull_faces},
          {"components", d.components},
          {"min_dihedral_angle", json_of(d.min_dihedral_angle)},
          {"max_dihedral_angle", json_of(d.max_dihedral_angle)},
          {"min_mean_ratio", json_of(d.min_quality)},
          {"average_mean_ratio", d.mean_quality},
          {"mean_ratio_histogram",
           JsonValue::array(std::vector<JsonValue>(d.quality_histogram.begin(), d.quality_histogram.end()))},
          {"min_scaled_jacobian", json_of(d.min_scaled_jacobian)},
          {"boundary", json_of(d.boundary)}};
}

JsonValue json_of(const RepairReport& report) {
  const OrientationReport& turned = report.orientation;
  return {{"changes", report.changed()},
          {"notes", JsonValue::texts(report.notes)},
          {"welded_vertices", report.welded_vertices},
          {"dropped_degenerate_triangles", report.dropped_degenerate_triangles},
          {"kept_degenerate_triangles", report.kept_degenerate_triangles},
          {"dropped_duplicate_triangles", report.duplicates.copies},
          {"dropped_back_to_back_triangles", report.duplicates.cancelled},
          {"dropped_vertices", report.dropped_vertices},
          {"turned_to_neighbours", turned.turned_to_neighbours},
          {"turned_outward", turned.turned_outward},
          {"cavities", turned.cavities},
          {"nested_solids", turned.nested_solids},
          {"one_sided_patches", turned.one_sided_patches}};
}

}  // namespace

JsonValue inspection_json(const Inspection& inspection) {
  JsonValue loading = json_of(inspection.repair);
  loading["surface"] = json_of(inspection.loaded);
  return {{"file", inspection.path},
          {"format", inspection.format},
          {"kind", inspection.volume ? "volume" : "surface"},
          {"polygons", inspection.polygons},
          {"loose_triangles", inspection.loose_triangles},
          {"warnings", JsonValue::texts(inspection.warnings)},
          {"unit",
           JsonValue{{"guess", inspection.unit.unit.empty() ? JsonValue() : JsonValue(inspection.unit.unit)},
                     {"reason", inspection.unit.reason}}},
          {"surface", inspection.surface ? json_of(*inspection.surface) : JsonValue()},
          {"volume", inspection.volume ? json_of(*inspection.volume) : JsonValue()},
          {"loading", std::move(loading)}};
}

}  // namespace sinew
