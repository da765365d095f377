#include "octree/surface/surface_bindings.h"

#include "embed/bind_each.h"
#include "embed/cube_weights.h"
#include "sinew/base/error.h"

namespace sinew {

Embedding bind_to_cells(const LinkedVoxels& voxels, const Cells& cells, const Vertices& vertices,
                        std::span<const Vec3> points, std::span<const LatticePoint> voxel_of_point) {
  const Lattice& lattice = voxels.lattice();
  return bind_each<8>(points.size(), [&](Index p) {
    const Index cell = cells.at(voxels, voxel_of_point[p]);
    if (cell < 0) throw Error("a point is bound to a voxel that is not inside", "", "bind it to one that is");
    const CellPlace& place = cells.places[cell];
    const Vec3 at = (points[p] - lattice.point(place.lower())) / (lattice.spacing * place.side());
    return ElementPlace<8>{vertices.corners[cell], cube_weights(at)};
  });
}

Embedding bind_surface(const LinkedVoxels& voxels, const Cells& cells, const Vertices& vertices,
                       const SplitSurface& surface) {
  return bind_to_cells(voxels, cells, vertices, surface.mesh.positions, surface.voxel);
}

}  // namespace sinew
