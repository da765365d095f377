#include <fmt/format.h>

#include <algorithm>

#include "app/inspection.h"
#include "base/table.h"

namespace sinew {

namespace {

constexpr int kBarWidth = 40;

using Row = std::vector<std::string>;

std::string point(const Vec3& p) { return fmt::format("({:.5g} {:.5g} {:.5g})", p.x, p.y, p.z); }

std::string yes_unless(bool bad, const std::string& what) { return bad ? "no: " + what : "yes"; }

// What one column of the table says about a surface, in the order of kSurfaceRows.
const Row kSurfaceRows = {"vertices",
                          "triangles",
                          "area",
                          "volume",
                          "closed",
                          "edges manifold",
                          "vertices manifold",
                          "oriented",
                          "components",
                          "genus",
                          "Euler characteristic",
                          "duplicate vertices",
                          "unused vertices",
                          "degenerate triangles",
                          "duplicate triangles",
                          "self-intersecting pairs"};

std::string enclosed_volume(const SurfaceDiagnosis& d) {
  if (!d.topology.closed) return "-";
  return fmt::format("{:.5g}{}", d.volume, d.volume < 0 ? ", faces point inward" : "");
}

std::string closedness(const SurfaceTopology& t) {
  if (t.open_edges > 0)
    return fmt::format("no: {} in {}", counted(t.open_edges, "open edge", "open edges"),
                       counted(t.boundary_loops, "loop", "loops"));
  return yes_unless(!t.closed, "an edge has an odd number of triangles");
}

Row surface_column(const SurfaceDiagnosis& d) {
  const SurfaceTopology& t = d.topology;
  return {
      with_thousands(d.vertices),
      with_thousands(d.triangles),
      fmt::format("{:.5g}", d.area),
      enclosed_volume(d),
      closedness(t),
      yes_unless(!t.edge_manifold(), counted(t.nonmanifold_edges, "edge is not", "edges are not")),
      yes_unless(!t.vertex_manifold(), counted(t.nonmanifold_vertices, "vertex is not", "vertices are not")),
      yes_unless(!t.oriented(),
                 counted(t.opposed_edges, "edge with opposed sides", "edges with opposed sides")),
      with_thousands(t.components),
      t.genus ? with_thousands(*t.genus) : "-",
      with_thousands(t.euler_characteristic),
      with_thousands(d.duplicate_vertices),
      with_thousands(d.unused_vertices),
      with_thousands(d.degenerate_triangles),
      with_thousands(d.duplicate_triangles),
      (d.self_intersections_complete ? "" : "at least ") + with_thousands(d.self_intersecting_pairs)};
}

std::string surface_table(const Inspection& inspection, const std::string& title) {
  const Row stored = surface_column(inspection.stored_surface()), loaded = surface_column(inspection.loaded);
  const bool changed = inspection.repair.changed();
  Table table(changed ? Row{title, "in the file", "as loaded"} : Row{title, "in the file"});
  for (std::size_t i = 0; i < kSurfaceRows.size(); ++i) {
    // Cells that stay the same are left out of the second column, so that what changes stands out.
    Row row{kSurfaceRows[i], stored[i], loaded[i] == stored[i] ? "" : loaded[i]};
    table.add_row(std::move(row));
  }
  return table.text();
}

std::string with_element(const WorstElement& worst, const char* unit) {
  return fmt::format("{:.4g}{} (element {})", worst.value, unit, worst.element);
}

std::string volume_table(const VolumeDiagnosis& d) {
  Table table({"volume mesh", "in the file"});
  table.add_row({"nodes", with_thousands(d.nodes)});
  table.add_row({"tetrahedra", with_thousands(d.tetrahedra)});
  table.add_row({"hexahedra", with_thousands(d.hexahedra)});
  table.add_row({"volume", fmt::format("{:.5g}", d.volume)});
  table.add_row({"components", with_thousands(d.components)});
  table.add_row({"inverted elements", with_thousands(d.inverted_elements)});
  table.add_row({"degenerate elements", with_thousands(d.degenerate_elements)});
  table.add_row({"duplicate elements", with_thousands(d.duplicate_elements)});
  table.add_row({"faces of more than two", with_thousands(d.overfull_faces)});
  table.add_row({"unused nodes", with_thousands(d.unused_nodes)});
  table.add_row({"duplicate nodes", with_thousands(d.duplicate_nodes)});
  if (d.tetrahedra > 0) {
    table.add_row({"least dihedral angle", with_element(d.min_dihedral_angle, " deg")});
    table.add_row({"greatest dihedral angle", with_element(d.max_dihedral_angle, " deg")});
    table.add_row({"worst mean ratio", with_element(d.min_quality, "")});
    table.add_row({"average mean ratio", fmt::format("{:.4g}", d.mean_quality)});
  }
  if (d.hexahedra > 0) table.add_row({"least scaled Jacobian", with_element(d.min_scaled_jacobian, "")});
  return table.text();
}

std::string histogram(const VolumeDiagnosis& d) {
  const Index most = *std::max_element(d.quality_histogram.begin(), d.quality_histogram.end());
  std::string text = "mean ratio of the tetrahedra (1 regular, 0 flat)\n";
  for (int bin = 0; bin < 10; ++bin) {
    const Index count = d.quality_histogram[bin];
    const auto length =
        static_cast<int>(static_cast<long long>(count) * kBarWidth / std::max<Index>(most, 1));
    std::string line = fmt::format("  {:.1f} - {:.1f}  {:>9}  {}", bin / 10.0, (bin + 1) / 10.0,
                                   with_thousands(count), std::string(length, '#'));
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::string headline(const Inspection& inspection) {
  std::string text = fmt::format("{}: {}", inspection.path, inspection.format);
  if (inspection.polygons > 0)
    text += fmt::format(", {} split into triangles", counted(inspection.polygons, "polygon", "polygons"));
  if (inspection.loose_triangles > 0)
    text += fmt::format(", also {} beside the elements",
                        counted(inspection.loose_triangles, "triangle", "triangles"));
  const Box3& box = inspection.volume ? inspection.volume->box : inspection.surface->box;
  text += fmt::format("\nbox {} to {}", point(box.lower), point(box.upper));
  const UnitGuess& unit = inspection.unit;
  return text +
         fmt::format("\nunit {}: {}\n", unit.unit.empty() ? "unknown" : "perhaps " + unit.unit, unit.reason);
}

std::string loading(const Inspection& inspection) {
  const std::string what = inspection.volume ? "loading its boundary as a surface" : "loading";
  if (inspection.repair.notes.empty()) return what + " changes nothing\n";
  std::string text =
      what + (inspection.repair.changed() ? " repairs:\n" : " changes nothing, but assumes:\n");
  for (const std::string& note : inspection.repair.notes) text += "  " + note + "\n";
  return text;
}

}  // namespace

std::string inspection_text(const Inspection& inspection) {
  std::string text = headline(inspection);
  for (const std::string& warning : inspection.warnings) text += "warning: " + warning + "\n";
  text += "\n";
  if (inspection.volume) {
    text += volume_table(*inspection.volume) + "\n";
    if (inspection.volume->tetrahedra > 0) text += histogram(*inspection.volume) + "\n";
  }
  text += surface_table(inspection, inspection.volume ? "boundary" : "surface") + "\n";
  return text + loading(inspection);
}

}  // namespace sinew
