#include "mesh/surface_input.h"

#include "base/log.h"
#include "base/table.h"
#include "mesh/surface_topology.h"
#include "sinew/mesh/repair.h"

namespace sinew {

SurfaceMesh surface_from(const std::filesystem::path& path) {
  std::vector<std::string> notes;
  SurfaceMesh surface = load_surface(path, notes);
  for (const std::string& note : notes) log_warning("{}: {}", path.string(), note);
  return surface;
}

SurfaceMesh solid_from(const std::filesystem::path& path) {
  SurfaceMesh surface = surface_from(path);
  const SurfaceTopology topology = surface_topology(surface.triangles);
  if (topology.open_edges > 0)
    log_warning(
        "{}: the surface is open, with {} in {}: holes are closed where the winding number passes one half",
        path.string(), counted(topology.open_edges, "open edge", "open edges"),
        counted(topology.boundary_loops, "loop", "loops"));
  if (topology.nonmanifold_edges > 0 || topology.opposed_edges > 0)
    log_warning(
        "{}: {} more than two triangles, {} two that face opposite ways: inside is where the winding "
        "number exceeds one half",
        path.string(), counted(topology.nonmanifold_edges, "edge has", "edges have"),
        counted(topology.opposed_edges, "edge has", "edges have"));
  return surface;
}

}  // namespace sinew
