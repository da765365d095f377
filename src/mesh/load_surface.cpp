#include "sinew/mesh/repair.h"

#include "sinew/base/error.h"

namespace sinew {

SurfaceMesh surface_of(const MeshFile& file) {
  if (!file.is_volume()) return file.surface;
  SurfaceMesh surface = boundary_surface(file.volume);
  drop_unused_vertices(surface);
  return surface;
}

SurfaceMesh load_surface(const std::filesystem::path& path, std::vector<std::string>& notes,
                         const RepairOptions& options) {
  const MeshFile file = read_mesh(path);
  notes.insert(notes.end(), file.warnings.begin(), file.warnings.end());
  if (file.is_volume()) notes.push_back("the file holds a volume: its boundary is taken as the surface");
  SurfaceMesh surface = surface_of(file);
  const RepairReport report = repair(surface, options);
  notes.insert(notes.end(), report.notes.begin(), report.notes.end());
  if (surface.triangles.empty())
    throw Error("no triangle with an area", path.string(), "a surface is needed: faces or volume elements");
  return surface;
}

}  // namespace sinew
