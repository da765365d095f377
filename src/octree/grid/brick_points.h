#pragma once

#include <bit>

#include "octree/grid/cells.h"

namespace sinew {

// Points are visited in bricks of 8 x 8 x 8, plane by plane: bit x + 8 y of a word stands for one point of a
// plane, and the eight octants of a point are the voxels that touch it.
//
//       octant 2 | octant 3        A word of octant i holds a property of the voxels point - (1, 1, 1) +
//       ---------p---------        corner_offset(i): a plane of voxels, moved up by one voxel along the axes
//       octant 0 | octant 1        that i has no bit of.

using OctantWords = std::array<std::uint64_t, 8>;
// Properties of the octants of the points on a plane. kOctantAbove0, 1, 2: they are in cells above that
// level.
enum OctantField {
  kOctantInside,
  kOctantJoinedX,
  kOctantJoinedY,
  kOctantJoinedZ,
  kOctantAbove0,
  kOctantAbove1,
  kOctantAbove2,
  kOctantFields
};
using PointPlane = std::array<OctantWords, kOctantFields>;

// Per brick: voxels of cells above level 0, 1 and 2.
using LevelBits = std::array<BrickBits, 3>;
std::vector<LevelBits> level_bits(const LinkedVoxels& voxels, const Cells& cells);

// A brick of points, and the eight bricks of voxels that touch it: bricks[i] at
// place - (1, 1, 1) + corner_offset(i), or -1.
struct PointBrick {
  LatticePoint place;
  std::array<Index, 8> bricks;
};

// All that touch a brick of voxels, along the Morton curve.
std::vector<PointBrick> point_bricks(const LinkedVoxels& voxels);

// The points of a brick, plane by plane. Bits mark points with a single vertex and all eight octants, which
// is an unknown or hangs, and the others, which must be visited one by one.
struct BrickPoints {
  std::array<PointPlane, kBrickSide> planes;
  std::array<std::uint64_t, kBrickSide> unknown, hanging, other;
};

BrickPoints points_of(const LinkedVoxels& voxels, const std::vector<LevelBits>& levels,
                      const PointBrick& brick);

struct VertexCounts {
  Index unknowns = 0, hanging = 0;
};

VertexCounts count_vertices(const BrickPoints& points);

inline unsigned octants_at(const OctantWords& words, int bit) {
  unsigned octants = 0;
  for (unsigned i = 0; i < 8; ++i) octants |= static_cast<unsigned>(words[i] >> bit & 1) << i;
  return octants;
}

// How many times all coordinates can be halved, at most as often as the side of a brick.
inline int alignment(const LatticePoint& p) {
  return std::countr_zero(static_cast<unsigned>(p.x | p.y | p.z | kBrickSide));
}

// The octants whose cells are too large to have a corner at the point.
inline unsigned larger_octants(const PointPlane& plane, const LatticePoint& point) {
  const int t = alignment(point);
  return t < 3 ? octants_at(plane[kOctantAbove0 + t], (point.x & 7) + 8 * (point.y & 7)) : 0;
}

// Calls visit(octants, larger) for each vertex at a point: the set of its octants, and those among them whose
// cells are too large to have a corner here.
template <typename Visit>
void for_each_vertex_at(const PointPlane& plane, const LatticePoint& point, Visit&& visit) {
  const int bit = (point.x & 7) + 8 * (point.y & 7);
  const unsigned x = octants_at(plane[kOctantJoinedX], bit) & 0x55,
                 y = octants_at(plane[kOctantJoinedY], bit) & 0x33,
                 z = octants_at(plane[kOctantJoinedZ], bit) & 0x0f;
  const unsigned larger = larger_octants(plane, point);
  unsigned left = octants_at(plane[kOctantInside], bit);
  while (left != 0) {
    unsigned octants = left & (~left + 1), before = 0;
    while (octants != before) {
      before = octants;
      octants |= (octants & x) << 1 | (octants >> 1 & x);
      octants |= (octants & y) << 2 | (octants >> 2 & y);
      octants |= (octants & z) << 4 | (octants >> 4 & z);
    }
    left &= ~octants;
    if ((octants & ~larger) != 0) visit(octants, octants & larger);
  }
}

// One word per block of 4 x 4 x 4 points, one bit in it per point, both along the Morton curve.
OctantWords along_curve(const std::array<std::uint64_t, kBrickSide>& planes);
inline LatticePoint point_along_curve(int word, int bit) {
  const auto axis = [&](int a) { return (bit >> a & 1) | (bit >> (3 + a) & 1) << 1 | (word >> a & 1) << 2; };
  return {axis(0), axis(1), axis(2)};
}

// Calls visit(point, octants, larger) for every vertex of a brick of points, in their order.
template <typename Visit>
void for_each_vertex(const BrickPoints& points, const LatticePoint& lower, Visit&& visit) {
  const OctantWords unknown = along_curve(points.unknown), hanging = along_curve(points.hanging),
                    other = along_curve(points.other);
  for (int word = 0; word < 8; ++word)
    for (std::uint64_t left = unknown[word] | hanging[word] | other[word]; left != 0; left &= left - 1) {
      const int bit = std::countr_zero(left);
      const LatticePoint p = point_along_curve(word, bit);
      if (unknown[word] >> bit & 1)
        visit(lower + p, 0xffU, 0U);
      else if (hanging[word] >> bit & 1)
        visit(lower + p, 0xffU, larger_octants(points.planes[p.z], p));
      else
        for_each_vertex_at(points.planes[p.z], p,
                           [&](unsigned octants, unsigned larger) { visit(lower + p, octants, larger); });
    }
}

}  // namespace sinew
