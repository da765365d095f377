#include "mesh/mesh_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "sinew/base/error.h"

namespace sinew {

namespace {

void require_finite(std::span<const Vec3> positions, const std::string& file) {
  std::size_t bad = 0, first = 0;
  for (std::size_t v = 0; v < positions.size(); ++v)
    if (!is_finite(positions[v]) && bad++ == 0) first = v;
  if (bad == 0) return;
  const Vec3& p = positions[first];
  throw Error(fmt::format("{} of {} vertices have a coordinate that is not a finite number; the first is "
                          "vertex {} (counted from 0): {} {} {}",
                          bad, positions.size(), first, p.x, p.y, p.z),
              file, "export the mesh again, or remove these vertices");
}

template <std::size_t N>
void require_in_range(const std::vector<std::array<Index, N>>& cells, std::size_t vertices,
                      const std::string& kind, const std::string& file) {
  std::size_t bad = 0, first = 0;
  Index first_corner = 0;
  for (std::size_t i = 0; i < cells.size(); ++i)
    for (const Index corner : cells[i])
      if (corner < 0 || static_cast<std::size_t>(corner) >= vertices) {
        if (bad++ == 0) first = i, first_corner = corner;
        break;
      }
  if (bad == 0) return;
  throw Error(fmt::format("{} of {} {} use a vertex that is not there; the first is number {} (counted from "
                          "0): vertex {} of {}",
                          bad, cells.size(), kind, first, first_corner, vertices),
              file, "the mesh is damaged, or was written with another start of counting");
}

void require_sound(const SurfaceMesh& surface, const std::string& file) {
  require_finite(surface.positions, file);
  require_in_range(surface.triangles, surface.positions.size(), "triangles", file);
}

}  // namespace

void require_sound(const SurfaceMesh& surface) { require_sound(surface, ""); }

void require_sound_sheet(const SurfaceMesh& sheet) {
  require_sound(sheet, "");
  for (Index t = 0; t < sheet.triangle_count(); ++t)
    if (!(norm(sheet.area_vector(t)) > 0))
      throw Error(fmt::format("triangle {} (counted from 0) of the sheet has no area", t), "",
                  "remove it or repair the mesh");
}

void require_sound(const MeshFile& file, const std::filesystem::path& path) {
  const std::string name = path.string();
  const SurfaceMesh& surface = file.surface;
  const VolumeMesh& volume = file.volume;
  if (surface.triangles.empty() && volume.element_count() == 0)
    throw Error(fmt::format("the {} file holds no faces and no elements, only {} vertices", file.format,
                            std::max(surface.positions.size(), volume.positions.size())),
                name, "the file is truncated, or a point cloud, which must be meshed first");
  require_sound(surface, name);
  require_finite(volume.positions, name);
  require_in_range(volume.tetrahedra, volume.positions.size(), "tetrahedra", name);
  require_in_range(volume.hexahedra, volume.positions.size(), "hexahedra", name);
}

}  // namespace sinew
