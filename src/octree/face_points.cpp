#include "octree/face_points.h"

#include <map>
#include <tuple>

#include "embed/cube_weights.h"

namespace sinew {

namespace {

class PointMaker {
 public:
  explicit PointMaker(const OctreeGrid& grid) : grid_(grid) {}

  // The face of an inside voxel, counter-clockwise seen from outside.
  void add_face(const LatticePoint& voxel, int axis, bool upper, std::vector<Triangle>& triangles) {
    const Index cell = grid_.cells.at(grid_.voxels, voxel);
    const LatticePoint lower = upper ? voxel + unit_step(axis) : voxel;
    LatticePoint u = unit_step((axis + 1) % 3), v = unit_step((axis + 2) % 3);
    if (!upper) std::swap(u, v);
    const Index a = number(lower, cell), b = number(lower + u, cell), c = number(lower + u + v, cell),
                d = number(lower + v, cell);
    triangles.push_back({a, b, c}), triangles.push_back({a, c, d});
  }

  FacePoints take() { return std::move(points_); }

 private:
  Index number(const LatticePoint& point, Index cell) {
    const auto [known, is_new] = numbers_.try_emplace(
        {cell, point.x, point.y, point.z}, grid_.vertices.count() + static_cast<Index>(points_.rest.size()));
    if (is_new) {
      const CellPlace& place = grid_.cells.places[cell];
      const LatticePoint inner = point - place.lower();
      points_.corners.push_back(grid_.vertices.corners[cell]);
      points_.weights.push_back(
          cube_weights(Vec3{double(inner.x), double(inner.y), double(inner.z)} / place.side()));
      points_.rest.push_back(grid_.voxels.lattice().point(point));
    }
    return known->second;
  }

  const OctreeGrid& grid_;
  FacePoints points_;
  std::map<std::tuple<Index, std::int32_t, std::int32_t, std::int32_t>, Index> numbers_;
};

}  // namespace

FacePoints face_points(const OctreeGrid& grid, std::vector<Triangle>& triangles) {
  PointMaker points(grid);
  for (const CutLink& link : grid.voxels.cut_links()) {
    if (link.lower.cut >= 0) points.add_face(link.voxel, link.axis, true, triangles);
    if (link.upper.cut >= 0) points.add_face(link.voxel + unit_step(link.axis), link.axis, false, triangles);
  }
  return points.take();
}

void FacePoints::follow(std::span<Block3<double>> x) const {
  const std::size_t first = x.size() - rest.size();
  for (std::size_t p = 0; p < rest.size(); ++p) {
    Vec3 sum;
    for (int i = 0; i < 8; ++i) sum += weights[p][i] * to_vec3(x[corners[p][i]]);
    x[first + p] = to_block(sum);
  }
}

void FacePoints::hand_on(std::span<Block3<double>> f) const {
  const std::size_t first = f.size() - rest.size();
  for (std::size_t p = 0; p < rest.size(); ++p)
    for (int i = 0; i < 8; ++i) {
      Block3<double>& at = f[corners[p][i]];
      at = to_block(to_vec3(at) + weights[p][i] * to_vec3(f[first + p]));
    }
}

}  // namespace sinew
