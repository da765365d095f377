#include "app/surface_input.h"

#include <fmt/format.h>

#include "base/log.h"
#include "base/table.h"
#include "mesh/load_surface.h"
#include "mesh/surface_topology.h"

namespace sinew {

SurfaceMesh surface_to_mesh(const std::filesystem::path& path) {
  std::vector<std::string> notes;
  SurfaceMesh surface = load_surface(path, notes);
  for (const std::string& note : notes) log_warning("{}: {}", path.string(), note);
  const SurfaceTopology topology = surface_topology(surface.triangles);
  if (topology.open_edges > 0)
    log_warning(
        "{}: the surface is open, with {} open edges in {} loops: holes are closed where the winding "
        "number passes one half",
        path.string(), with_thousands(topology.open_edges), with_thousands(topology.boundary_loops));
  if (topology.nonmanifold_edges > 0 || topology.opposed_edges > 0)
    log_warning(
        "{}: {} edges have more than two triangles and {} have two that turn against each other: "
        "inside is where the winding number exceeds one half",
        path.string(), with_thousands(topology.nonmanifold_edges), with_thousands(topology.opposed_edges));
  return surface;
}

}  // namespace sinew
