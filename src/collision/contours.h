#pragma once

#include <span>
#include <vector>

#include "collision/crossing_pairs.h"

namespace sinew {

// Which way leads out if surfaces cross.
//
// Triangles that cross meet along segments, whose ends are where an edge of one pierces the other. Segments join
// to contours, and a contour of closed surfaces is a loop. It bounds the part of A that is inside of B:
//
//            ____A____          The area vector of the loop, 1/2 sum p x q over its segments from p to q, is the
//      _____|__     __|         sum of the outward normals of that part, whatever its shape. A comes out against
//           | *\___/* |  B      this vector: along one direction for the whole contour.
//
// It needs no inside and no outside of whole bodies, and works for a surface that crosses itself. If a contour
// is open or narrow (sheets, edges across edges), each edge goes back along the normal of the triangle.
struct Piercing {
  int side = 0;  // 0: an edge of the first surface pierces a triangle of the second; 1: the other way round
  Index inner = -1, outer = -1;  // the ends of the edge: the one that has to come back, and the other
  Index triangle = -1;
  Vec3 weight;  // barycentric, of the place in the triangle
  Vec3 out;     // of length 1: where the edge has to go against the triangle
  double depth =
      0;  // m: how far along `out` until the inner end is in the plane of the triangle, or infinity
};

// The piercings of these crossing pairs, in their order. Within one surface, give the same one twice; `is_open`:
// the triangles of one of them have no inside (sheets).
std::vector<Piercing> find_piercings(const SurfaceState& a, const SurfaceState& b,
                                     std::span<const TrianglePair> crossing, bool is_open);

}  // namespace sinew
