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

bool is_within_cell(const Vec3& local) {
  return std::min({local.x, local.y, local.z}) >= 0 && std::max({local.x, local.y, local.z}) <= 1;
}

}  // namespace

Bindings bind_to_cells(const LinkedVoxels& voxels, const Cells& cells, const Vertices& vertices,
                       std::span<const Vec3> points, std::span<const LatticePoint> voxel_of_point) {
  Bindings bindings;
  bindings.per_point = 8;
  bindings.nodes.resize(8 * points.size());
  bindings.weights.resize(8 * points.size());
  const auto bind = [&](Index begin, Index end) {
    Index outside = 0;
    for (Index p = begin; p < end; ++p) {
      const Index cell = cells.at(voxels, voxel_of_point[p]);
      if (cell < 0)
        throw Error("a point is bound to a voxel that is not inside", "", "bind it to one that is");
      const CellPlace& place = cells.places[cell];
      const Lattice& lattice = voxels.lattice();
      const Vec3 local = (points[p] - lattice.point(place.lower())) / (lattice.spacing * place.side());
      const std::array<float, 8> weights = trilinear_weights(local);
      std::copy(vertices.corners[cell].begin(), vertices.corners[cell].end(), &bindings.nodes[8 * p]);
      std::copy(weights.begin(), weights.end(), &bindings.weights[8 * p]);
      outside += !is_within_cell(local);
    }
    return outside;
  };
  bindings.outside =
      parallel_reduce(static_cast<Index>(points.size()), kPoints, Index{0}, bind, std::plus<>{});
  return bindings;
}

Bindings bind_surface(const LinkedVoxels& voxels, const Cells& cells, const Vertices& vertices,
                      const SplitSurface& surface) {
  return bind_to_cells(voxels, cells, vertices, surface.mesh.positions, surface.voxel);
}

}  // namespace sinew
