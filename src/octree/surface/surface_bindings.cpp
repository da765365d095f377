#include "octree/surface/surface_bindings.h"

#include "base/error.h"
#include "base/parallel.h"

namespace sinew {

namespace {

constexpr Index kPoints = 4096;  // of a parallel chunk

std::array<float, 8> trilinear_weights(const Vec3& local) {
  std::array<float, 8> weights;
  for (int i = 0; i < 8; ++i) {
    double w = 1;
    for (int axis = 0; axis < 3; ++axis) w *= i >> axis & 1 ? local[axis] : 1 - local[axis];
    weights[i] = static_cast<float>(w);
  }
  return weights;
}

}  // namespace

Embedding bind_to_cells(const LinkedVoxels& voxels, const Cells& cells, const Vertices& vertices,
                        std::span<const Vec3> points, std::span<const LatticePoint> voxel_of_point) {
  std::vector<Index> nodes(8 * points.size());
  std::vector<float> bound(8 * points.size());
  parallel_for_each(points.size(), kPoints, [&](Index p) {
    const Index cell = cells.at(voxels, voxel_of_point[p]);
    if (cell < 0) throw Error("a point is bound to a voxel that is not inside", "", "bind it to one that is");
    const CellPlace& place = cells.places[cell];
    const Lattice& lattice = voxels.lattice();
    const Vec3 local = (points[p] - lattice.point(place.lower())) / (lattice.spacing * place.side());
    const std::array<float, 8> weights = trilinear_weights(local);
    std::copy(vertices.corners[cell].begin(), vertices.corners[cell].end(), &nodes[8 * p]);
    std::copy(weights.begin(), weights.end(), &bound[8 * p]);
  });
  return embedding_of_rows(8, std::move(nodes), std::move(bound));
}

Embedding bind_surface(const LinkedVoxels& voxels, const Cells& cells, const Vertices& vertices,
                       const SplitSurface& surface) {
  return bind_to_cells(voxels, cells, vertices, surface.mesh.positions, surface.voxel);
}

}  // namespace sinew
