#pragma once

#include <span>

#include "octree/surface/dual_cube.h"

namespace sinew {

// The part of the splitting-cubes surface in one block of the dual grid: the 8 x 8 x 8 cubes whose lowest
// voxels are in one brick, which may be outside of the body.

// [i]: the links whose lower end is in the brick i steps (corner_offset) up from this one. The cubes of a
// block need no others.
using DualBlockLinks = std::array<std::span<const CutLink>, 8>;

// A vertex by its name within a block, independent of other blocks:
//   a vertex on a link:  the block i up, the link's place among its links, the end
//   a point on a face:   the block i up that has the face's lowest voxel, the face there, the segment
//   a point in a cube:   the place among the block's own points
struct DualVertex {
  enum class Kind : std::uint8_t { kLink, kFace, kCube };
  Kind kind = Kind::kLink;
  std::uint8_t block = 0;
  std::uint8_t part = 0;  // the end, or the segment
  std::uint16_t item = 0;
};

struct DualBlockSurface {
  struct Point {
    Vec3 at, safe;       // in voxels; integers are the centres of voxels
    LatticePoint voxel;  // on its side of the cuts
  };
  // Points on the block's own faces, then points in its cubes.
  std::vector<Point> points;
  std::vector<std::uint16_t> face_points;  // of the former: 4 * face + segment, ascending
  std::vector<std::array<DualVertex, 3>> triangles;
  std::vector<std::int32_t> cuts;   // per triangle
  std::vector<LatticePoint> cubes;  // per triangle: the lowest voxel of its cube
};

// `voxels` must have these links. If a face shows a wall, they tell whether its inside corners are joined
// nearby.
DualBlockSurface split_dual_block(const LinkedVoxels& voxels, const LatticePoint& brick,
                                  const DualBlockLinks& links);

}  // namespace sinew
