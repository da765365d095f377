#include "app/inspection.h"

#include "sinew/mesh/mesh_file.h"
#include "sinew/mesh/repair.h"

namespace sinew {

Inspection inspect_file(const std::filesystem::path& path) {
  const MeshFile file = read_mesh(path);
  Inspection inspection;
  inspection.path = path.string();
  inspection.format = file.format;
  inspection.polygons = file.polygons;
  inspection.warnings = file.warnings;
  if (file.is_volume()) {
    inspection.loose_triangles = file.surface.triangle_count();
    inspection.volume = diagnose(file.volume);
    inspection.unit = guess_unit(inspection.volume->box);
  } else {
    inspection.surface = diagnose(file.surface);
    inspection.unit = guess_unit(inspection.surface->box);
  }
  SurfaceMesh surface = surface_of(file);
  inspection.repair = repair(surface);
  inspection.loaded = inspection.repair.changed() ? diagnose(surface) : inspection.stored_surface();
  return inspection;
}

}  // namespace sinew
