#include "scene/loading/filled_surface.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "octree/grid/linked_voxels.h"
#include "octree/voxelise/voxels_from_surface.h"
#include "scene/loading/placement.h"
#include "sinew/base/error.h"
#include "sinew/mesh/mesh_file.h"

namespace sinew {

namespace {

void require_affordable_voxels(double voxels) {
  constexpr double kMost = 1e9;
  if (voxels > kMost)
    throw Error(fmt::format("the box of the body would have {:.3g} of the finest cells", voxels), "",
                fmt::format("{:.0e} are the most: take larger ones", kMost));
}

GridFrame frame_of(const Box3& box, const OctreeBodyDescription& octree) {
  const double spacing = octree.cell_size.value_or(box.longest_side() / octree.cells);
  const Vec3 size = box.upper - box.lower;
  require_affordable_voxels(size.x * size.y * size.z / (spacing * spacing * spacing));
  return octree.cell_size ? spaced_frame(box, spacing) : voxel_frame(box, octree.cells);
}

// Cubes as wide as the walls would follow them.
std::optional<SolidFit> fit_of(const LinkedVoxels& voxels, const SurfaceMesh& surface,
                               const SignedDistance& solid) {
  const std::optional<SolidSize> size = solid_size(surface, solid);
  if (!size) return {};
  const double volume = static_cast<double>(voxels.inside_count()) * std::pow(voxels.lattice().spacing, 3);
  return SolidFit{volume / size->volume, std::ceil(solid.box().longest_side() / size->wall)};
}

struct FillSurface {
  const OctreeBodyDescription& own;
  double scale;

  FilledSurface operator()(const MeshFileDescription& mesh) const {
    MeshFile file = read_mesh(mesh.file);
    if (!file.is_volume()) return of_surface(described_surface(mesh, true));
    mend_volume(file.volume, mesh.file.string());
    SurfaceMesh boundary = boundary_surface(file.volume);
    drop_unused_vertices(boundary);
    for (Vec3& p : boundary.positions) p *= mesh.metres_per_unit;
    return of_surface(std::move(boundary));
  }
  FilledSurface operator()(const ModelDescription& model) const {
    return of_surface(described_surface(model, true));
  }
  FilledSurface operator()(const BoxMeshDescription& box) const {
    const Vec3 side{box.size.x / box.cells[0], box.size.y / box.cells[1], box.size.z / box.cells[2]};
    if (std::max(std::abs(side.y - side.x), std::abs(side.z - side.x)) > 1e-9 * side.x)
      throw Error(fmt::format("the cells of the box are {:.4g} x {:.4g} x {:.4g} m", side.x, side.y, side.z),
                  "", "cells of an octree are cubes: choose size and cells so that they are");
    require_affordable_voxels(double(box.cells[0]) * box.cells[1] * box.cells[2]);
    return {linked_box({}, scale * side.x, box.cells), {}, {}};
  }
  FilledSurface operator()(const RectangleMeshDescription&) const {
    throw Error("a rectangle has no inside", "", "an octree needs one");
  }

  FilledSurface of_surface(SurfaceMesh surface) const {
    for (Vec3& p : surface.positions) p *= scale;
    const GridFrame frame = frame_of(bounding_box(surface.positions), own);
    const SignedDistance solid(surface);
    LinkedVoxels voxels = linked_voxels(surface, solid, frame);
    const std::optional<SolidFit> fit = fit_of(voxels, surface, solid);
    return {std::move(voxels), std::move(surface), fit};
  }
};

}  // namespace

FilledSurface fill_surface(const MeshDescription& mesh, const OctreeBodyDescription& own, double scale) {
  return std::visit(FillSurface{own, scale}, mesh);
}

bool same_voxels(const OctreeBodyDescription& a, const OctreeBodyDescription& b) {
  return a.cell_size == b.cell_size && (a.cell_size || a.cells == b.cells);
}

}  // namespace sinew
