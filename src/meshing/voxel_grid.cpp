#include "sinew/meshing/voxel_grid.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "sinew/base/error.h"
#include "sinew/meshing/signed_distance.h"

namespace sinew {

std::size_t VoxelGrid::inside_count() const {
  std::size_t count = 0;
  for (const std::uint8_t v : inside) count += v;
  return count;
}

GridFrame voxel_frame(const Box3& box, Index resolution) {
  if (resolution < 1 || resolution > 2048)
    throw Error("the number of voxels along the longest side must be between 1 and 2048");
  GridFrame frame;
  frame.spacing = box.longest_side() / resolution;
  if (!(frame.spacing > 0))
    throw Error("the surface has no extent", "", "it needs at least one triangle with an area");
  for (int axis = 0; axis < 3; ++axis) {
    const double cells = std::ceil(box.size()[axis] / frame.spacing - 1e-9);
    frame.counts[axis] = std::max<Index>(1, static_cast<Index>(cells));
    frame.origin[axis] = box.center()[axis] - 0.5 * frame.spacing * (frame.counts[axis] - 1);
  }
  return frame;
}

VoxelGrid voxelize(const SurfaceMesh& surface, const SignedDistance& solid, const GridFrame& frame) {
  return solid.closed() ? voxelize_by_rows(surface, frame) : voxelize_by_winding(solid, frame);
}

std::vector<std::uint8_t> inside_points(const SignedDistance& solid, std::span<const Vec3> points) {
  std::vector<std::uint8_t> inside(points.size());
  constexpr Index kChunk = 256;
  parallel_for(static_cast<Index>(points.size()), kChunk, [&](Index begin, Index end) {
    double winding[kChunk];
    solid.windings(points.subspan(begin, end - begin), {winding, std::size_t(end - begin)});
    for (Index i = begin; i < end; ++i) inside[i] = winding[i - begin] > 0.5 ? 1 : 0;
  });
  return inside;
}

VolumeMesh hexahedra(const VoxelGrid& grid) {
  constexpr int kCorners[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                  {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
  const auto& n = grid.frame.counts;
  const GridFrame corners{grid.frame.origin - 0.5 * grid.frame.spacing * Vec3{1, 1, 1},
                          grid.frame.spacing,
                          {n[0] + 1, n[1] + 1, n[2] + 1}};
  VolumeMesh mesh;
  std::vector<Index> number(corners.sample_count(), -1);
  for (Index k = 0; k < n[2]; ++k)
    for (Index j = 0; j < n[1]; ++j)
      for (Index i = 0; i < n[0]; ++i) {
        if (grid.inside[grid.frame.index(i, j, k)] == 0) continue;
        Hexahedron hexahedron{};
        for (int c = 0; c < 8; ++c) {
          const auto& [x, y, z] = kCorners[c];
          Index& node = number[corners.index(i + x, j + y, k + z)];
          if (node < 0) {
            node = mesh.node_count();
            mesh.positions.push_back(corners.point(i + x, j + y, k + z));
          }
          hexahedron[c] = node;
        }
        mesh.hexahedra.push_back(hexahedron);
      }
  return mesh;
}

GridFrame spaced_frame(const Box3& box, double spacing) {
  if (!(spacing > 0) || !std::isfinite(spacing))
    throw Error("the side of a voxel must be a positive length", "", "give it in metres");
  constexpr double kTouch = 1e-9;
  constexpr Index kTooMany = 1 << 20;  // voxels along a side, for any grid
  // Whole voxels along every axis, about the same centre.
  Box3 covered = box;
  for (int axis = 0; axis < 3; ++axis) {
    const double count = std::max(1.0, std::ceil(box.size()[axis] / spacing - kTouch));
    const double missing = 0.5 * (count * spacing - box.size()[axis]);
    covered.lower[axis] -= missing;
    covered.upper[axis] += missing;
  }
  const double longest = std::round(covered.longest_side() / spacing);
  return voxel_frame(covered, longest < kTooMany ? static_cast<Index>(longest) : kTooMany);
}

}  // namespace sinew
