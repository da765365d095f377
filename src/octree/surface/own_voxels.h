#pragma once

#include <cmath>
#include <span>

#include "octree/grid/voxel_pieces.h"

namespace sinew {

// Which voxel each vertex of a given surface follows.
//
// Voxels resolve less than the surface: parts thinner than a voxel have none, and near a cut or a narrow gap
// the nearest voxel may be on the other side. If the voxels around a vertex are connected, it follows one of
// them. All other vertices take theirs from known vertices, along the edges of the surface.
//
//      x x x . . . . x x      x : knows its voxel    . : takes that of the nearest x along the surface
//      ______       ____
//     |o o o |_____|o o      o : voxels

// Points of the dual grid are in voxels here; integers are the centres of voxels.
inline Vec3 dual_coordinates(const Lattice& lattice, const Vec3& p) {
  return (p - lattice.voxel_centre({})) / lattice.spacing;
}
inline LatticePoint dual_cube_at(const Vec3& p) {
  return {static_cast<std::int32_t>(std::floor(p.x)), static_cast<std::int32_t>(std::floor(p.y)),
          static_cast<std::int32_t>(std::floor(p.z))};
}

// Polygons over numbered vertices, stored consecutively.
struct SurfacePolygons {
  std::vector<Index> start{0}, corners;

  Index count() const { return static_cast<Index>(start.size()) - 1; }
  std::span<const Index> operator[](Index p) const {
    return std::span(corners).subspan(start[p], start[p + 1] - start[p]);
  }
  void add(std::span<const Index> polygon) {
    corners.insert(corners.end(), polygon.begin(), polygon.end());
    start.push_back(static_cast<Index>(corners.size()));
  }
};

// The place of a vertex: the cube of the dual grid around it, or the face or link that it lies on.
struct DualPlace {
  LatticePoint lower, upper;  // its lowest and highest corner
  Vec3 at;
  Vec3 behind;  // a point on the inner side of the surface there
};

// The inside voxels that the vertices of the polygons follow: `known` for the first vertices; for the others
// a corner of their place, or a voxel of a vertex nearby. Entries of vertices without a polygon are
// unspecified.
std::vector<LatticePoint> own_voxels(const LinkedVoxels& voxels, const VoxelPieces& pieces,
                                     const SurfacePolygons& polygons, std::span<const LatticePoint> known,
                                     std::span<const DualPlace> places);

}  // namespace sinew
